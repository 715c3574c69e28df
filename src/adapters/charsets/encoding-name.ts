/** Names that only iconv-lite knows in this spelling: those with a number, and a few words. */
const NUMBERED =
  /^(x|xx|cs)?(ibm|cp|pcp?|ascii|ansix|iso|isoir|latin|l|arabic|ecma|asmo|elot|hebrew|turkish|thai|celtic|tis|strk|r|h?proman|roman|windows|win|koi|rk|pt|ms|gb|ksc|utf|cesu|cn|big|cnbig)?\d/;
const WORDED =
  /^(mac|ms|georgian)[a-z]+$|^(binary|mik|usascii|csascii|us|turkish|thai|(iso)?celtic|cpgr|winbaltrim|shiftjis|xsjis|eucjp|euccn|euckr|xgbk)$/;

/** Whether a name looks like that of an encoding, without loading the tables of the older ones. */
export function isEncodingName(name: string): boolean {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return NUMBERED.test(key) || WORDED.test(key) || isKnownToNode(name);
}

function isKnownToNode(name: string): boolean {
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return false;
  }
}
