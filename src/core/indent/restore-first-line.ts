import {
  columnsOf,
  type IndentUnit,
  indentOf,
  isBlank,
  isListItem,
  shallowest,
} from '../text/indentation.ts';
import { type BlockStyle, closesBlock, opensBlock } from './block-style.ts';
import { stepVotesInCode, usualUnit } from './block-units.ts';
import { walkBrackets } from './bracket-walk.ts';
import type { Place } from './place.ts';
import { levelsAt } from './possible-levels.ts';
import { statementsOf } from './statements.ts';

/**
 * Lines of which only the first lost its indentation, as happens to copied text, with it given back. The others
 * show it: they stand as the replaced ones do, or not as they would below a line at the margin. Undefined where
 * nothing was lost.
 */
export function restoreFirstLine(
  lines: readonly string[],
  place: Place,
  unit: IndentUnit,
): string[] | undefined {
  const { replaced, style } = place;
  const at = lines.findIndex((line) => !isBlank(line));
  const first = lines[at]!;
  const rest = lines.slice(at + 1).filter((line) => !isBlank(line));
  if (indentOf(first) !== '' || rest.length === 0 || rest.some((line) => indentOf(line) === ''))
    return undefined;
  const { blocks } = stepVotesInCode(lines.slice(at + 1), style);
  const step = usualUnit({ blocks, hanging: new Map() }) ?? unit;
  const [guide, behind] = replaced.filter((line) => !isBlank(line)).map(indentOf);
  if (guide && step === unit && indentOf(rest[0]!) === behind) return lines.with(at, guide + first);
  const indent = levelOfFirst(first, rest, style, step);
  if (!indent) return undefined;
  const levels = levelsAt(lines, place, unit);
  return levels.includes('') && !levels.includes(indent) ? undefined : lines.with(at, indent + first);
}

function levelOfFirst(first: string, rest: readonly string[], style: BlockStyle, unit: IndentUnit) {
  if (style.lexis && style.endsBy === 'indentation') {
    const [header, ...others] = statementsOf([first, ...rest], style.lexis).list;
    if (others.length === 0) return undefined;
    const indents = others.map(({ indent }) => indent);
    return header?.opens ? headerLevel(indents, shallowest(indents), unit) : indents[0];
  }
  const indents = rest.map(indentOf);
  if (/^[.?:&|+*/=,]/.test(first)) return undefined;
  if (/^\s*\{/.test(rest[0]!) && !/[{([]$/.test(first))
    return columnsOf(indents[0]!) > columnsOf(unit) ? indents[0] : undefined;
  if (opensBlock(first, style)) {
    const end = indents.at(-1)!;
    const isEnd = closesBlock(rest.at(-1)!, style) && end === shallowest(indents);
    // The key of an item is after its dash.
    const below = isListItem(first) ? indents.map((indent) => indent.slice(2)) : indents;
    if (!isEnd) return headerLevel(below, undefined, unit);
    return columnsOf(indents[0]!) > columnsOf(end) + 1 ? end : undefined;
  }
  return isFinished(first, rest[0]!, style) ? dashLevel(first, rest[0]!) : undefined;
}

/** A header stands one step before its block, and where lines follow the block, at their level. */
function headerLevel(indents: readonly string[], outer: string | undefined, unit: IndentUnit) {
  const inside = indents[0]!;
  if (outer !== undefined && columnsOf(outer) < columnsOf(inside)) return outer;
  const isThroughout = indents.every((indent) => columnsOf(indent) >= columnsOf(inside));
  return isThroughout && inside.endsWith(unit) ? inside.slice(0, -unit.length) : undefined;
}

/** Below a finished line only its siblings can follow. */
function isFinished(first: string, next: string, style: BlockStyle): boolean {
  const isSeparate = !closesBlock(next, style) && !/^\s*[.?:&|+*/=,]/.test(next);
  if (!isSeparate) return false;
  if (style.aside.test(first)) return !style.aside.test(next.trim());
  if (style.endsBy === 'indentation' || first.startsWith('@')) return true;
  return (
    /[;}]$/.test(first) && (!style.lexis || walkBrackets([first], style.lexis)[1]!.brackets.length === 0)
  );
}

/** The keys of a list's item stand two columns behind its dash. */
function dashLevel(first: string, next: string): string {
  const indent = indentOf(next);
  return isListItem(first) && !isListItem(next) ? indent.slice(2) : indent;
}
