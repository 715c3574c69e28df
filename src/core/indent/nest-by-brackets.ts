import { type IndentUnit, indentOf, isBlank } from '../text/indentation.ts';
import { type BlockStyle, isLabel, opensBlock } from './block-style.ts';
import { type OpenState, walkBrackets } from './bracket-walk.ts';
import type { Place } from './place.ts';

/**
 * Lines that lost their shape, all of them at one level while their brackets nest, as the brackets tell it.
 * Undefined where nothing was lost, or where the replaced lines are written so.
 */
export function nestByBrackets(
  lines: readonly string[],
  place: Place,
  unit: IndentUnit,
): string[] | undefined {
  const { replaced, style } = place;
  const states = flatStates(lines, style);
  if (!states || flatStates(replaced, style)) return undefined;
  const depths = depthsOf(lines, states, style, labelsAreFlush(place));
  const base = indentOf(lines.find((line) => !isBlank(line))!);
  return lines.map((line, at) => {
    const { until } = states[at]!;
    if (isBlank(line)) return '';
    if (until !== undefined && until !== '*/') return line;
    const text = line.trimStart();
    return base + unit.repeat(depths[at]!) + (until && text.startsWith('*') ? ' ' : '') + text;
  });
}

/** The brackets of lines that are flat in spite of them. */
function flatStates(lines: readonly string[], style: BlockStyle): readonly OpenState[] | undefined {
  const solid = lines.filter((line) => !isBlank(line));
  const isFlat = solid.length > 2 && new Set(solid.map(indentOf)).size === 1;
  if (!isFlat || !style.lexis || style.endsBy === 'indentation') return undefined;
  const states = walkBrackets(lines, style.lexis);
  const isInside = (line: string, at: number) =>
    !isBlank(line) && !isClosing(line) && states[at]!.brackets.length > 0;
  return lines.some(isInside) ? states : undefined;
}

/** Whether the file's labels stand no deeper than the line that opens their block. */
function labelsAreFlush({ before, replaced, after, style }: Place): boolean {
  const lines = [...before, ...replaced, ...after].filter((line) => !isBlank(line));
  const at = lines.findIndex(
    (line, i) => i > 0 && isLabel(line, style) && /\{$/.test(lines[i - 1]!.trimEnd()),
  );
  return at < 0 ? style.unit === '\t' : indentOf(lines[at]!) === indentOf(lines[at - 1]!);
}

/** How deep each line stands below the first. A line that opens several brackets indents what follows only once. */
function depthsOf(
  lines: readonly string[],
  states: readonly OpenState[],
  style: BlockStyle,
  flushLabels: boolean,
): number[] {
  const depths: number[] = [];
  const labelled = new Set<number>();
  let before = -1;
  for (const [at, line] of lines.entries()) {
    const { brackets } = states[at]!;
    const inside = brackets.at(-1) ?? -1;
    if (isLabel(line, style)) labelled.add(inside);
    const belowLabel = labelled.has(inside)
      ? (isLabel(line, style) ? 0 : 1) - (flushLabels && inside >= 0 ? 1 : 0)
      : 0;
    const depth = (depths[inside] ?? -1) + 1 + belowLabel;
    if (isClosing(line)) depths.push(depths[brackets.at(-closedBy(line)) ?? -1] ?? 0);
    else if (before >= 0 && hangsBelow(lines[before]!, line, style)) depths.push(depths[before]! + 1);
    else depths.push(before >= 0 && isContinuation(line) ? depth + 1 : depth);
    if (!isBlank(line)) before = at;
  }
  return depths;
}

function isClosing(line: string): boolean {
  return /^\s*[)\]}]/.test(line);
}

function closedBy(line: string): number {
  return /^[)\]}\s]*/.exec(line)![0].replaceAll(/\s/g, '').length;
}

/** Below `else`, or an `if` without a bracket. */
function hangsBelow(header: string, line: string, style: BlockStyle): boolean {
  const opensBracket = /[{([]$/.test(header.replace(style.remark, '').trimEnd());
  return opensBlock(header, style) && !isLabel(header, style) && !opensBracket && !/^\s*\{/.test(line);
}

function isContinuation(line: string): boolean {
  return /^\s*(?:\.[A-Za-z_$]|\?\.|&&|\|\||\?\s|:\s)/.test(line);
}
