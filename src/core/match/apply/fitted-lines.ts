import type { LineHunk } from '../../text/compare/line-diff.ts';
import { lineSimilarity } from '../../text/compare/similarity.ts';
import { columnsOf, indentOf, isBlank } from '../../text/indentation.ts';
import type { Alignment } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import type { Quotation } from '../quotation.ts';
import { mergeLine } from './merge-line.ts';
import type { FittedLine, Reindenter } from './reindent.ts';

/** The new lines of a hunk as they must be in the file; undefined if that cannot be known. */
export function fittedLines(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  hunk: LineHunk,
  reindenter: Reindenter,
): string[] | undefined {
  const { oldLines, newLines } = quotation;
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  const versions = versionsIn(quotation, hunk);
  const isPairwise = oldEnd - oldStart === newEnd - newStart;
  const done: FittedLine[] = [];
  for (let i = newStart; i < newEnd; i++) {
    const wanted = newLines[i]!;
    const oldIndex = versions.get(i);
    const fileIndex = oldIndex === undefined ? -1 : alignment[oldIndex]!;
    const near = oldIndex ?? Math.min(oldStart + i - newStart, oldEnd);
    const move = () => reindenter.fit(wanted, near, done);
    const fitted =
      fileIndex === -1 || oldIndex === undefined
        ? move()
        : merged(
            {
              quoted: oldLines[oldIndex]!,
              wanted,
              inFile:
                isPairwise || i === newEnd - 1
                  ? lines.lineAt(fileIndex)
                  : closedAs(oldLines[oldIndex]!, lines.lineAt(fileIndex)),
            },
            isPairwise && !reindenter.isSensible ? undefined : move,
          );
    if (fitted === undefined) return undefined;
    done.push({ given: wanted, fitted });
  }
  const neighbour = (i: number): FittedLine[] =>
    (alignment[i] ?? -1) === -1 ? [] : [{ given: oldLines[i]!, fitted: lines.lineAt(alignment[i]!) }];
  const around = [...neighbour(oldStart - 1), ...done, ...neighbour(oldEnd)];
  const isKept = reindenter.isIdentity || isPairwise || isNested(around);
  return isKept ? done.map(({ fitted }) => fitted) : undefined;
}

/** The file's line without a comma or semicolon that was not quoted: other new lines come after this one. */
function closedAs(quoted: string, inFile: string): string {
  return /[;,]\s*$/.test(quoted) ? inFile : inFile.replace(/[;,]\s*$/, '');
}

/** Whether each line that was given deeper than the one above it, or less deep, is so in the file. */
function isNested(lines: readonly FittedLine[]): boolean {
  const depths = lines
    .filter(({ given }) => !isBlank(given))
    .map(({ given, fitted }) => ({ given: columnsOf(indentOf(given)), fitted: columnsOf(indentOf(fitted)) }));
  return depths.every((line, i) => {
    const above = depths[i - 1];
    if (!above || line.given === above.given) return true;
    return line.given > above.given ? line.fitted > above.fitted : line.fitted < above.fitted;
  });
}

/** Lines that share less are not versions of each other. */
const SAME_LINE = 0.4;
const SURELY_SAME_LINE = 0.6;
const MAX_COMPARED = 2500;

/** For new lines, the old line that each is a version of: one by one, or the next one that is like it. */
function versionsIn({ oldLines, newLines }: Quotation, hunk: LineHunk): Map<number, number> {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  const versions = new Map<number, number>();
  const isPairwise = oldEnd - oldStart === newEnd - newStart;
  if (!isPairwise && (oldEnd - oldStart) * (newEnd - newStart) > MAX_COMPARED) return versions;
  let from = oldStart;
  for (let i = newStart; i < newEnd; i++) {
    if (isBlank(newLines[i]!)) continue;
    const at = isPairwise ? oldStart + i - newStart : mostAlike(oldLines, from, oldEnd, newLines[i]!);
    if (
      at === undefined ||
      isBlank(oldLines[at]!) ||
      (isPairwise && !isCounterpart(oldLines, newLines, hunk, i))
    )
      continue;
    versions.set(i, at);
    from = at + 1;
  }
  return versions;
}

/** One line in place of one, or one of as many that is like its counterpart or built like it. */
function isCounterpart(
  oldLines: readonly string[],
  newLines: readonly string[],
  { oldStart, oldEnd, newStart }: LineHunk,
  i: number,
): boolean {
  const [quoted, wanted] = [oldLines[oldStart + i - newStart]!, newLines[i]!];
  return (
    oldEnd - oldStart === 1 || isBuiltLike(quoted, wanted) || lineSimilarity(quoted, wanted) >= SAME_LINE
  );
}

const ENDS_OPEN = /(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$/;
const STARTS_CLOSED = /^\s*(?:[})\]]|(?:else|elif|except|catch|finally|end|fi|done|esac)\b)/;

/** Opens as much as the other, and closes as much. */
export function isBuiltLike(a: string, b: string): boolean {
  return ENDS_OPEN.test(a) === ENDS_OPEN.test(b) && STARTS_CLOSED.test(a) === STARTS_CLOSED.test(b);
}

function mostAlike(
  oldLines: readonly string[],
  from: number,
  to: number,
  wanted: string,
): number | undefined {
  let [best, at] = [SURELY_SAME_LINE, undefined as number | undefined];
  for (let i = from; i < to; i++) {
    const alike = lineSimilarity(oldLines[i]!, wanted);
    if (alike > best) [best, at] = [alike, i];
  }
  return at;
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|<!--)/;
const SAME_COMMENT = 0.85;

type LineVersions = { readonly quoted: string; readonly wanted: string; readonly inFile: string };

/** The new line with what the file has otherwise than quoted, and with the file's indentation. */
function merged(
  { quoted, wanted, inFile }: LineVersions,
  move: (() => string | undefined) | undefined,
): string | undefined {
  // A change of depth that cannot be carried over is none: the line has the depth of the one it replaces.
  const isMoved = move !== undefined && indentOf(quoted) !== indentOf(wanted);
  const fitted = isMoved ? move() : indentOf(inFile) + wanted.trimStart();
  if (fitted === undefined || lineSimilarity(quoted, wanted) < SAME_LINE) return fitted;
  // The words of a comment that was paraphrased cannot be merged one by one.
  if (COMMENT.test(inFile) && lineSimilarity(quoted, inFile) < SAME_COMMENT) return fitted;
  const body = mergeLine(quoted.trim(), wanted.trim(), inFile.trim());
  const trail = wanted.slice(wanted.trimEnd().length);
  if (body !== undefined) return indentOf(fitted) + body + trail;
  return COMMENT.test(inFile) && COMMENT.test(quoted) ? fitted : undefined;
}
