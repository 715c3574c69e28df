import { INDENTATION_COUNTS } from './corpus/languages.mjs';

/**
 * What became of a case: `{ verdict, harmful }`. `verdict` is `right`, `wrong` or `refused` (unchanged where an edit
 * was due). An unchanged file is wrong where the answer says that the change is there already and it is not. A wrong
 * result is harmful if lines that are not blank differ from the intended ones; their indentation counts only where
 * the language says so.
 */
export function judge(one, mode, { final, claimsSuccess, lenient = false }) {
  const expects = one.expects[mode];
  const same = lenient && !one.bytes ? (a, b) => withoutTails(a) === withoutTails(b) : (a, b) => a === b;
  const isExpected = isIntended(one, final, same);
  const isUnchanged = same(final, one.disk);
  const isFalseClaim = isUnchanged && !isExpected && claimsSuccess && expects !== 'refusal';
  if (expects !== 'refusal' && isExpected) return { verdict: 'right', harmful: false };
  if (isFalseClaim) return { verdict: 'wrong', harmful: true };
  if (isUnchanged) return { verdict: expects === 'edit' ? 'refused' : 'right', harmful: false };
  const fine =
    expects === 'edit' ? [one.expected] : expects === 'refusal' ? [one.disk] : [one.disk, one.expected];
  const meaning = (text) => meaningOf(text, one.language);
  const harmful = ![...fine, ...one.alternatives].some((text) => meaning(text) === meaning(final));
  return { verdict: 'wrong', harmful };
}

function isIntended({ expected, alternatives, mayMix }, final, same) {
  if (same(final, expected) || alternatives.some((text) => same(final, text))) return true;
  return mayMix && isMixed(final.split('\n'), expected.split('\n'), alternatives[0].split('\n'));
}

/** Each line as in one of the two texts, or where these differ, with some of the quotes of each. */
function isMixed(lines, one, other) {
  const plain = (text) => text?.replaceAll("'", '"');
  const fits = (text, at) => text === one[at] || (one[at] !== other[at] && plain(text) === plain(one[at]));
  return lines.length === one.length && lines.every(fits);
}

function withoutTails(text) {
  return text.replaceAll(/[ \t]+(?=\r?\n|$)/g, '');
}

function meaningOf(text, language) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const trimmed = lines.map((line) => (INDENTATION_COUNTS.includes(language) ? line.trimEnd() : line.trim()));
  return trimmed.join('\n');
}
