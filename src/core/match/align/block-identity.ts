import type { LineHunk } from '../../text/compare/line-diff.ts';
import { columnsOf, indentOf, isBlank } from '../../text/indentation.ts';
import { codeTokens, isComment, isSameCode } from '../../text/tokens.ts';
import type { Source } from '../matcher.ts';
import { type Quotation, targetLines } from '../quotation.ts';
import { type Alignment, gapsOf } from './alignment.ts';
import type { LineTable } from './line-table.ts';

/**
 * Whether quotation and file agree on the block that each change is in. The lines that say which block it is must be
 * quoted as they are, white space aside: a block with another name or condition is another block. Those that the edit
 * itself replaces are not asked for here.
 */
export function isSameBlock(
  { lines, hasHeadings, quotesDiffer }: Source,
  quotation: Quotation,
  alignment: Alignment,
): boolean {
  const targets = new Set(targetLines(quotation));
  const isQuotedRightly = identityLines(lines, quotation, alignment, hasHeadings).every((i) => {
    if (targets.has(i)) return true;
    return (
      alignment[i] !== -1 && isSameIdentity(quotation.oldLines[i]!, lines.lineAt(alignment[i]!), quotesDiffer)
    );
  });
  if (!isQuotedRightly) return false;
  // What was left out below the last change says nothing about where that is.
  const last = quotation.hunks.at(-1)?.oldStart ?? 0;
  return gapsOf(lines, alignment)
    .filter(({ after }) => after <= last)
    .every(
      ({ before, after, lines: unquoted }) =>
        staysInBlock(lines, alignment[before]!, alignment[after]!) &&
        !unquoted.some((line) => isMarker(lines.lineAt(line), lines.trimmed(line + 1), hasHeadings)),
    );
}

/** Whether the lines between these two do not leave the block that these are in. */
export function staysInBlock(lines: LineTable, before: number, after: number): boolean {
  const [from, to] = [depthOf(lines.lineAt(before)), depthOf(lines.lineAt(after))];
  for (let line = before + 1; line < after; line++) {
    const depth = lines.trimmed(line) === '' ? to : depthOf(lines.lineAt(line));
    if (from < to ? depth <= from : depth < to) return false;
  }
  return true;
}

/** The old lines that say which blocks the changes are in. */
function identityLines(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  hasHeadings: boolean | undefined,
): number[] {
  const { oldLines, newLines, hunks } = quotation;
  // Where the quotation has lost its indentation, the file's says what is in what.
  const isFlat = [...oldLines, ...newLines].every((line) => indentOf(line) === '');
  const depths = oldLines.map((line, i) =>
    depthOf(isFlat && alignment[i] !== -1 ? lines.lineAt(alignment[i]!) : line),
  );
  return [...new Set(hunks.flatMap((hunk) => identityOf(quotation, hunk, { depths, isFlat, hasHeadings })))];
}

/** How deep each old line is, whether their own indentation is lost, and whether `#` begins a heading. */
type Shape = {
  readonly depths: readonly number[];
  readonly isFlat: boolean;
  readonly hasHeadings: boolean | undefined;
};

/** From the change upwards: what is less deep, what a branch continues, and whatever looks like the name of a part. */
function identityOf(quotation: Quotation, hunk: LineHunk, { depths, isFlat, hasHeadings }: Shape): number[] {
  const { oldLines } = quotation;
  let { depth, seeksHead } = changeOf(quotation, hunk, depths, isFlat);
  const found: number[] = [];
  for (let i = hunk.oldStart - 1; i >= 0; i--) {
    const line = oldLines[i]!;
    if (isBlank(line)) continue;
    if (depths[i]! < depth || (seeksHead && depths[i] === depth)) {
      depth = depths[i]!;
      seeksHead = CONTINUES.test(line);
      found.push(i);
    } else if (OPENS.test(line) || isMarker(line, oldLines[i + 1], hasHeadings)) found.push(i);
  }
  return found;
}

/** How deep the change is, and whether it is about a branch of something above it. */
function changeOf(
  { oldLines, newLines }: Quotation,
  hunk: LineHunk,
  depths: readonly number[],
  isFlat: boolean,
) {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  const added = newLines.slice(newStart, newEnd).filter((line) => !isBlank(line));
  const around = [depths[oldStart - 1] ?? 0, depths[oldEnd] ?? 0];
  const removed = oldLines.flatMap((line, i) =>
    i >= oldStart && i < oldEnd && !isBlank(line) ? [{ line, depth: depths[i]! }] : [],
  );
  const changed = [
    ...removed,
    ...added.map((line) => ({ line, depth: isFlat ? Math.max(...around) : depthOf(line) })),
  ];
  const depth = changed.reduce((least, one) => Math.min(least, one.depth), Number.POSITIVE_INFINITY);
  const isBranch = (lines: typeof changed) =>
    CONTINUES.test(lines.find((one) => one.depth === depth)?.line ?? '');
  const seeksHead = isBranch(removed) || isBranch(changed.slice(removed.length));
  return { depth, seeksHead };
}

/** A branch of what is above it, or the end of its head. */
const CONTINUES =
  /^\s*(?:[})\]]|(?:else|elif|elsif|elseif|except|catch|finally|rescue|ensure|case|default|when|then)\b)/;

/** A line that opens a block, a label, or a target of a makefile. */
const OPENS = /(?:[{([:]|=>|\b(?:then|do|begin))\s*$|^[\w.$()/%-]+(?: [\w.$()/%-]+)*:(?![:=])/;
/** Lines that begin a part at the depth of its lines: a section, a stage, a statement of SQL. */
const SECTION = /^\s*\[.*\]\s*$|^:\w[\w-]*\s*$|^\s*(?:FROM|CREATE|ALTER|UPDATE|INSERT|DELETE|DROP)\s/i;
const HEADING =
  /^#{2,6}\s+\S|^\s*(?:\/\/|#|;|--|\/\*)\s*(?:region\b|MARK:|pragma mark)|^\s*#\s*(?:region|pragma mark)\b/;
const COMMENT = /^\s*(?:\/\/|#|;|--|\/\*|<!--|\*|%|")/;
const RULE = /[-=*#~_+/]{3,}/;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/;

/** A heading, a section or a comment that is drawn as one. */
function isMarker(line: string, next: string | undefined, hasHeadings = false): boolean {
  if (SECTION.test(line) || HEADING.test(line)) return true;
  if (next !== undefined && UNDERLINE.test(next) && !isBlank(line)) return true;
  if (hasHeadings && /^#\s+\S/.test(line)) return true;
  return (
    COMMENT.test(line) && RULE.test(line.replace(/^\s*(?:\/\/+|\/\*+|<!--|--|#)|(?:\*+\/|-->)\s*$/g, ''))
  );
}

/** The same but for white space and a comment at the end of the line. */
function isSameIdentity(quoted: string, inFile: string, quotesDiffer: boolean | undefined): boolean {
  const [mine, theirs] = [withoutTrailingComment(quoted), withoutTrailingComment(inFile)];
  if (COMMENT.test(mine) || COMMENT.test(theirs)) return spaced(mine) === spaced(theirs);
  return isSameCode(mine, theirs, quotesDiffer);
}

function spaced(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function withoutTrailingComment(line: string): string {
  const text = line.trim();
  const end = codeTokens(text).find((token) => token.start > 0 && isComment(token))?.start;
  return text.slice(0, end).trim();
}

/** The stars of a comment are one column deeper than what it is about. */
function depthOf(line: string): number {
  const columns = columnsOf(indentOf(line));
  return columns % 2 === 1 && /^\s*\*/.test(line) ? columns - 1 : columns;
}
