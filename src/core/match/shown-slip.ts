import { distance } from 'fastest-levenshtein';
import { isBlank } from '../text/indentation.ts';
import { type Aligned, alignments } from './align.ts';
import type { Evidence } from './evidence.ts';
import { blockPlacement } from './line-blocks.ts';
import { diffLines } from './line-diff.ts';
import type { Matcher, Source } from './matcher.ts';
import { isRivalled, isSameCode, LEAST_MARGIN, LEAST_SCORE, targetLines } from './projection-rules.ts';
import { type Quotation, withoutOuterBlankLines } from './quotation.ts';
import { lineSimilarity } from './similarity.ts';
import { tokenize } from './tokens.ts';

/**
 * A slip in the very line that changes. By the texts alone it cannot be told from a line that someone has renamed
 * since; that the caller was shown the line just as it stands now proves that it is a slip.
 */
export function shownSlip(evidence: Evidence | undefined): Matcher {
  return {
    name: 'shown-line',
    overlooks: 'a slip in a line that you were shown',
    find(source, quotation) {
      if (!evidence || evidence.isStale()) return [];
      const quoted = withoutOuterBlankLines(quotation);
      const found =
        quoted.oldLines.length === 1
          ? similarLines(source, quoted.oldLines[0]!)
          : alignments(source, quoted.oldLines);
      const [best] = found;
      if (!best || isRivalled(best, found) || !isSlip(source, quoted, best, evidence)) return [];
      return blockPlacement(source, quoted, best.alignment, { similarity: best.score });
    },
  };
}

function isSlip({ lines }: Source, quotation: Quotation, best: Aligned, evidence: Evidence): boolean {
  const targets = new Set(targetLines(quotation));
  return quotation.oldLines.every((line, i) => {
    const index = best.alignment[i]!;
    if (isBlank(line)) return true;
    if (index === -1) return false;
    if (!targets.has(i)) return line.trim() === lines.trimmed(index);
    if (isSameCode(line, lines.lineAt(index))) return true;
    return (
      best.fits[i]! >= LEAST_SCORE &&
      evidence.wasShown(index) &&
      isMisspelt(line, lines.lineAt(index), lines.text)
    );
  });
}

/** Only words differ, each by a slip of the pen, and no misspelt one is a word of the file: then none was meant. */
function isMisspelt(quoted: string, inFile: string, text: string): boolean {
  const [mine, theirs] = [tokenize(quoted.trim()), tokenize(inFile.trim())];
  return diffLines(mine, theirs).every(({ oldStart, oldEnd, newStart, newEnd }) => {
    const [wrong, right] = [mine.slice(oldStart, oldEnd), theirs.slice(newStart, newEnd)];
    if (wrong.length !== right.length) return false;
    return wrong.every(
      (word, i) => word.trim() === right[i]!.trim() || (isSlipOf(word, right[i]!) && !hasWord(text, word)),
    );
  });
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
  if (Math.min(word.length, right.length) < SHORTEST_WORD) return false;
  if (isSwapped(word, right)) return true;
  if (distance(word, right) !== 1) return false;
  return word.length === right.length
    ? !startsPart(word, right)
    : `${word}s` !== right && word !== `${right}s`;
}

const SHORTEST_WORD = 4;

/** Whether the letter that was changed begins a part of the word, as in camelCase or after an underscore. */
function startsPart(word: string, right: string): boolean {
  const at = [...word].findIndex((letter, i) => letter !== right[i]);
  return at === 0 || right[at - 1] === '_' || /\p{Lu}/u.test(right[at]!);
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return a.length === b.length && a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
}

/** Every line that comes near a quoted one, best first. */
function similarLines({ lines, budget }: Source, quoted: string): Aligned[] {
  const found: Aligned[] = [];
  const length = quoted.trim().length;
  for (let index = 0; index < lines.count; index++) {
    const line = lines.trimmed(index);
    if (Math.abs(line.length - length) > length * (1 - LEAST_SCORE + LEAST_MARGIN)) continue;
    const score = lineSimilarity(quoted, line, budget);
    if (score >= LEAST_SCORE - LEAST_MARGIN) found.push({ alignment: [index], fits: [score], score });
  }
  return found.sort((a, b) => b.score - a.score);
}
