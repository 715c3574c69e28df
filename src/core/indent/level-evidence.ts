import { columnsOf, indentOf, isListItem } from '../text/indentation.ts';
import { type BlockStyle, closesBlock } from './block-style.ts';
import type { InsertionGap, Level } from './place.ts';
import { canFollow, hasParts, isDefinition, isPart } from './statements.ts';

// Where indentation alone ends blocks, new lines may go on with any block that is open. Here is what tells which.

/** Whether lines that begin like these make sense at a level. */
export function canStandAt(level: Level, gap: InsertionGap, open: readonly Level[]): boolean {
  const { content, blankLines } = gap;
  const first = content[0]!.trim();
  if (isPart(first)) return canFollow(first, level.text);
  if (isListItem(first) !== isListItem(level.text)) return false;
  const isInnermost = level === open[0];
  if (isInnermost && /^(?:return|raise|continue|break)\b/.test(level.text)) return false;
  return blankLines === 0 || !isUnusedFunction(level, gap, open);
}

/** A function at the very end of another would never be called. */
function isUnusedFunction(level: Level, { content, next }: InsertionGap, open: readonly Level[]): boolean {
  const around = open[open.indexOf(level) + 1]?.text ?? '';
  const isLast = next === undefined || columnsOf(indentOf(next)) < columnsOf(level.indent);
  return isLast && isDefinition(content[0]!) && /^(?:async\s+)?def\b/.test(around) && isOneBlock(content);
}

function isOneBlock([first, ...rest]: readonly string[]): boolean {
  const outer = columnsOf(indentOf(first!));
  return rest.every((line) => columnsOf(indentOf(line)) > outer || isDefinition(line));
}

/** A method at the margin has lost its indentation: it belongs into the class that is open. Two blank lines end one. */
export function methodLevel(
  { content, blankLines }: InsertionGap,
  levels: readonly Level[],
): Level | undefined {
  if (blankLines > 1 || !isMethod(content)) return undefined;
  return levels.find((_, at) => /^class\b/.test(levels[at + 1]?.text ?? ''));
}

function isMethod(content: readonly string[]): boolean {
  const header = content.find((line) => !/^\s*[@#]/.test(line));
  return header !== undefined && /^\s*(?:async\s+)?def\s+\w+\(\s*(?:self|cls)\b/.test(header);
}

/** The level that lines with an impossible one were meant for. */
export function likeliestLevel({ content, place, next }: InsertionGap, levels: readonly Level[]): Level {
  const first = content[0]!;
  const beforeNext = levels.find(({ indent }) => next !== undefined && indent === indentOf(next));
  if (beforeNext && isOrphan(next!, beforeNext, place.style)) return beforeNext;
  const alike = levels.find(({ text }) => leadingWord(text) === leadingWord(first));
  if (indentOf(first) === '' && alike && /^(?:definition|- )$/.test(leadingWord(first))) return alike;
  return levels.toSorted(
    (a, b) => offBy(first, a) - offBy(first, b) || columnsOf(a.indent) - columnsOf(b.indent),
  )[0]!;
}

/** An `else` that nothing but the new lines can belong to. */
function isOrphan(next: string, { text }: Level, style: BlockStyle): boolean {
  return closesBlock(next, style) && !hasParts(text);
}

function offBy(line: string, { indent }: Level): number {
  return Math.abs(columnsOf(indentOf(line)) - columnsOf(indent));
}

/** What kind of line it is, as its first word says. */
export function leadingWord(line: string): string {
  return isDefinition(line) ? 'definition' : (/^(?:- |\w+|\S)/.exec(line.trim())?.[0] ?? '');
}
