import { distance } from 'fastest-levenshtein';
import { diffLines } from '../../text/compare/line-diff.ts';
import { tokenize } from '../../text/tokens.ts';

/** Only words differ, each by a slip of the pen, and no misspelt one is a word of the file: then none was meant. */
export function isMisspelt(quoted: string, inFile: string, text: string): boolean {
  const [mine, theirs] = [tokenize(quoted.trim()), tokenize(inFile.trim())];
  return diffLines(mine, theirs).every(({ oldStart, oldEnd, newStart, newEnd }) => {
    const [wrong, right] = [mine.slice(oldStart, oldEnd), theirs.slice(newStart, newEnd)];
    if (wrong.length !== right.length) return false;
    return wrong.every(
      (word, i) => word.trim() === right[i]!.trim() || (isSlipOf(word, right[i]!) && !hasWord(text, word)),
    );
  });
}

/** The misspelt words of a quoted line with what the file has for each, if that line has no other difference. */
export function slipsIn(quoted: string, inFile: string, text: string): [string, string][] {
  if (!isMisspelt(quoted, inFile, text)) return [];
  const [mine, theirs] = [tokenize(quoted.trim()), tokenize(inFile.trim())];
  return diffLines(mine, theirs).flatMap(({ oldStart, oldEnd, newStart }) =>
    mine.slice(oldStart, oldEnd).flatMap((word, i): [string, string][] => {
      const right = theirs[newStart + i]!;
      return word.trim() === right.trim() ? [] : [[word, right]];
    }),
  );
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/** One letter dropped, added, changed or swapped, or only the case of letters: not `get` for `set`, not a plural. */
function isSlipOf(word: string, right: string): boolean {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(right) || word.replace(/\D/g, '') !== right.replace(/\D/g, ''))
    return false;
  if (word.toLowerCase() === right.toLowerCase()) return true;
  if (Math.min(word.length, right.length) < MIN_WORD) return false;
  if (isSwapped(word, right)) return true;
  if (distance(word, right) !== 1) return false;
  return word.length === right.length
    ? !startsPart(word, right)
    : `${word}s` !== right && word !== `${right}s`;
}

const MIN_WORD = 4;

/** Whether the letter that was changed begins a part of the word, as in camelCase or after an underscore. */
function startsPart(word: string, right: string): boolean {
  const at = [...word].findIndex((letter, i) => letter !== right[i]);
  return at === 0 || right[at - 1] === '_' || /\p{Lu}/u.test(right[at]!);
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return a.length === b.length && a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
}
