export type Utf16Order = 'utf-16le' | 'utf-16be';

const orders: readonly Utf16Order[] = ['utf-16le', 'utf-16be'];

/** The byte order of UTF-16 text without a byte order mark, in any language; undefined for other data. */
export function utf16Order(bytes: Uint8Array): Utf16Order | undefined {
  // Text without any ASCII character cannot be distinguished from older encodings.
  if (!bytes.includes(0)) return undefined;
  const readings = orders
    .map((order) => ({ order, survey: surveyUnits(bytes, order) }))
    .filter(({ survey }) => survey !== undefined && readsLikeText(survey, bytes));
  readings.sort((a, b) => b.survey!.spaces - a.survey!.spaces || b.survey!.ascii - a.survey!.ascii);
  return readings[0]?.order;
}

/** Whole units, no NUL, every surrogate in a pair. */
export function isUtf16(bytes: Uint8Array, order: Utf16Order): boolean {
  return surveyUnits(bytes, order) !== undefined;
}

type Survey = { units: number; spaces: number; ascii: number; strange: number; twoLetters: number };

function surveyUnits(bytes: Uint8Array, order: Utf16Order): Survey | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const high = order === 'utf-16le' ? 1 : 0;
  const survey = { units: bytes.length / 2, spaces: 0, ascii: 0, strange: 0, twoLetters: 0 };
  let pairOpen = false;
  for (let at = 0; at < bytes.length; at += 2) {
    const unit = (bytes[at + high]! << 8) | bytes[at + 1 - high]!;
    if (unit === 0 || pairOpen !== isLowSurrogate(unit)) return undefined;
    pairOpen = isHighSurrogate(unit);
    count(unit, survey);
  }
  return pairOpen ? undefined : survey;
}

const isHighSurrogate = (unit: number) => unit >>> 10 === 0x36;
const isLowSurrogate = (unit: number) => unit >>> 10 === 0x37;

function count(unit: number, survey: Survey): void {
  if (isSpace(unit)) survey.spaces++;
  if (isAsciiText(unit)) survey.ascii++;
  else if (isStrange(unit)) survey.strange++;
  else if (isAsciiText(unit >>> 8) && isAsciiText(unit & 0xff)) survey.twoLetters++;
}

const isSpace = (unit: number) => unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
const isAsciiText = (unit: number) => (unit > 0x1f && unit < 0x7f) || isSpace(unit);

/** Control, private-use and special units: a sixth of random data, and rare in text. */
function isStrange(unit: number): boolean {
  if (unit < 0xa0) return unit !== 0x1b && (unit < 0x07 || unit > 0x0d);
  return (unit >= 0xe000 && unit <= 0xf8ff) || (unit >= 0xfdd0 && unit <= 0xfdef) || unit >= 0xfff0;
}

function readsLikeText({ units, spaces, ascii, strange, twoLetters }: Survey, bytes: Uint8Array): boolean {
  if (strange * 100 > units) return false;
  if (ascii * 2 >= units) return true;
  // Any two ASCII letters are a Chinese character in UTF-16: ASCII text with a stray NUL must not become Chinese.
  if (twoLetters * 10 > (units - ascii) * 9) return false;
  return spaces * 500 >= units && halvesOverlap(bytes) < 0.5;
}

/** The similarity, 0 to 1, of the even and the odd bytes: small in UTF-16, large in other data. */
function halvesOverlap(bytes: Uint8Array): number {
  const even = new Uint32Array(256);
  const odd = new Uint32Array(256);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    even[bytes[at]!]!++;
    odd[bytes[at + 1]!]!++;
  }
  const shared = even.reduce((sum, times, byte) => sum + Math.min(times, odd[byte]!), 0);
  return (2 * shared) / bytes.length;
}
