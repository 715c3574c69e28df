import { columnsOf, type IndentUnit, indentOf, isBlank, isListItem } from '../text/indentation.ts';
import { type BlockStyle, closesBlock, isLabel } from './block-style.ts';
import { endsInString } from './bracket-walk.ts';
import { canStandAt, likeliestLevel, methodLevel } from './level-evidence.ts';
import { gapFor, type InsertionGap, type Level, type Place } from './place.ts';
import { hasParts, type Statement } from './statements.ts';

/**
 * The indentation that new lines get between `before` and `after`: their own if it can stand there. They do not go
 * below the column `least`, if there is a level above it.
 */
export function levelAt(lines: readonly string[], place: Place, unit: IndentUnit, least = 0): string {
  const own = indentOf(lines.find((line) => !isBlank(line))!);
  if (endsInString(place.before, place.style)) return levelInString(own, place);
  const gap = { ...gapFor(lines, place, unit), least };
  if (gap.previous && isLabel(gap.content[0]!, place.style)) return levelOfLabel(gap);
  const levels = levelsOf(gap);
  if (levels.length === 0) return place.before.every(isBlank) ? own : '';
  const partner = gap.isByIndentation || gap.previous?.opens ? undefined : partnerOf(gap);
  if (partner !== undefined) return partner;
  const method = gap.isByIndentation && own === '' ? methodLevel(gap, levels) : undefined;
  if (method) return method.indent;
  if (levels.some(({ indent }) => indent === own)) return own;
  return gap.isByIndentation ? likeliestLevel(gap, levels).indent : levelOfNeighbours(gap);
}

/** What goes on with a line before it is at its level: `else` with `if`, `:` with `?`, `.a()` with `.b()`. */
const PARTNERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^else\b/, /^(?:\}\s*)?(?:else\s+)?if\b/],
  [/^:\s/, /^\?\s/],
  [/^\.\w/, /^\.\w/],
];

function partnerOf({ content, statements, place }: InsertionGap): string | undefined {
  const partner = PARTNERS.find(([first]) => first.test(content[0]!.trim()))?.[1];
  const last = openLevels(statements).find(({ text }) => partner?.test(text));
  return partner && place.style.lexis ? last?.indent : undefined;
}

/** The levels at which lines may begin between `before` and `after`, as far as is known. */
export function levelsAt(lines: readonly string[], place: Place, unit: IndentUnit): string[] {
  return levelsOf(gapFor(lines, place, unit)).map(({ indent }) => indent);
}

/** Every level that is open before the new lines, the innermost first, and of these the ones that make sense. */
export function openLevelsAt(gap: InsertionGap): {
  readonly all: readonly Level[];
  readonly likely: readonly Level[];
} {
  const { place, previous, next, statements } = gap;
  if (!previous) {
    const top = levelOf(next ?? gap.content[0]!);
    return { all: [top], likely: [top] };
  }
  const chain = openLevels(statements);
  if (previous.opens) {
    const inside = levelsInside(previous, gap).map((indent) => ({ indent, text: '' }));
    const all = isNullable(place.style) ? [...inside, ...chain] : inside;
    return { all, likely: all };
  }
  const likely = chain.filter((level) => canStandAt(level, gap, chain));
  return { all: chain, likely: likely.length > 0 ? likely : chain };
}

/** Text may stand anywhere, but hardly at the margin where its neighbours do not. */
function levelInString(own: string, { before, after }: Place): string {
  const isText = (line: string) => !isBlank(line);
  const neighbours = [after.find(isText), before.findLast(isText)].filter((line) => line !== undefined);
  const isLost = own === '' && neighbours.every((line) => indentOf(line) !== '');
  return isLost && neighbours[0] !== undefined ? indentOf(neighbours[0]) : own;
}

/** The levels at which the new lines may begin, the innermost first. */
function levelsOf(gap: InsertionGap): Level[] {
  const { place, previous, next, least } = gap;
  const { style } = place;
  if (!previous) return next === undefined ? [] : [levelOf(next)];
  const chain = openLevels(gap.statements);
  const open = chain.filter(({ indent }) => columnsOf(indent) >= floorOf(gap));
  if (previous.opens) {
    const inside = levelsInside(previous, gap).map((indent) => ({ indent, text: '' }));
    return isNullable(style) ? [...inside, ...open] : inside;
  }
  const fitting = gap.isByIndentation ? open.filter((level) => canStandAt(level, gap, chain)) : open;
  const isSibling = next !== undefined && !closesBlock(next, style) && !isLabel(next, style);
  const beside = isSibling && columnsOf(indentOf(next)) >= least ? [levelOf(next)] : [];
  const isKnown = beside.every(({ indent }) => open.some((level) => level.indent === indent));
  const levels = [fitting, open, chain.slice(0, 1)].find((some) => some.length > 0)!;
  return isKnown ? levels : [...beside, ...levels];
}

function levelOf(line: string): Level {
  return { indent: indentOf(line), text: line.trim() };
}

/** The levels of the blocks that are open after the last statement, the innermost first. */
function openLevels(statements: readonly Statement[]): Level[] {
  const levels: Level[] = [];
  let inside = Number.POSITIVE_INFINITY;
  const add = (level: Level) => {
    if (columnsOf(level.indent) >= inside) return;
    inside = columnsOf(level.indent);
    levels.push(level);
  };
  for (let at = statements.length - 1; at >= 0 && inside > 0; at--) {
    const { indent, text } = statements[at]!;
    if (isListItem(text)) add({ indent: `${indent}  `, text: text.slice(2) });
    add({ indent, text });
  }
  return levels;
}

/** What stands behind must stay in the block that it is in. */
function floorOf({ content, place, next, least }: InsertionGap): number {
  const { style } = place;
  if (next === undefined) return least;
  const isPart = closesBlock(content[0]!, style) || (style.endsBy === 'indentation' && hasParts(content[0]!));
  return Math.max(least, columnsOf(indentOf(next)) + (closesBlock(next, style) && !isPart ? 1 : 0));
}

/** A key without a value opens nothing, and a list may stand below its key. */
function isNullable(style: BlockStyle): boolean {
  return style.endsBy === 'indentation' && !style.lexis;
}

/** What ends the lines after such a header is not the end of its own block. */
const WITHOUT_BRACKET = /(?:=>|=|\belse|\))$/;

/** The levels of the lines in the block that a header opens, the likeliest first. */
function levelsInside(
  { indent: outer, text }: Statement,
  { place, next, unit, isByIndentation }: InsertionGap,
): string[] {
  const header = isListItem(text) ? `${outer}  ` : outer;
  const below = header + unit;
  if (next === undefined || isLabel(next, place.style)) return [below];
  const indent = indentOf(next);
  const isDeeper = columnsOf(indent) > columnsOf(header);
  const isItsEnd = closesBlock(next, place.style) && !isByIndentation && !WITHOUT_BRACKET.test(text);
  const inside = isItsEnd ? [indent + unit] : [];
  return [...inside, ...(isDeeper ? [indent] : []), below];
}

/** Where blocks end with lines of their own, the neighbours leave no choice. */
function levelOfNeighbours(gap: InsertionGap): string {
  const { content, place, statements } = gap;
  const level = siblingLevel(gap);
  if (!closesBlock(content[0]!, place.style)) return level;
  const header = statements.findLast(({ indent }) => columnsOf(indent) < columnsOf(level));
  return header?.indent ?? level;
}

function siblingLevel(gap: InsertionGap): string {
  const { place, previous, next } = gap;
  if (previous?.opens) return levelsInside(previous, gap)[0]!;
  if (next !== undefined && closesBlock(next, place.style)) return levelBefore(next, gap);
  return next === undefined || isLabel(next, place.style) ? previous!.indent : indentOf(next);
}

/** The level of the lines in the block that this line ends. */
function levelBefore(closer: string, { statements, place, unit }: InsertionGap): string {
  const outer = columnsOf(indentOf(closer));
  let level: string | undefined;
  for (let at = statements.length - 1; at >= 0; at--) {
    const { indent, text } = statements[at]!;
    if (columnsOf(indent) <= outer) break;
    const isLeast = level === undefined || columnsOf(indent) < columnsOf(level);
    if (isLeast && !isLabel(text, place.style)) level = indent;
  }
  return level ?? indentOf(closer) + unit;
}

/** Labels stand where the block's other labels do. */
function levelOfLabel(gap: InsertionGap): string {
  const { statements, place, next } = gap;
  if (next !== undefined && isLabel(next, place.style)) return indentOf(next);
  let inside = Number.POSITIVE_INFINITY;
  for (let at = statements.length - 1; at >= 0 && inside > 0; at--) {
    const { indent, text } = statements[at]!;
    const columns = columnsOf(indent);
    if (!isLabel(text, place.style)) inside = Math.min(inside, columns);
    else if (columns < inside) return indent;
  }
  return siblingLevel(gap);
}
