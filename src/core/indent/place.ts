import { type IndentUnit, indentOf, isBlank } from '../text/indentation.ts';
import { linesBack, linesOf, linesOn, offsetOfLine } from '../text/lines.ts';
import { type BlockStyle, closesBlock, opensBlock } from './block-style.ts';
import { walkBrackets } from './bracket-walk.ts';
import { type Statement, statementsOf } from './statements.ts';
import { yamlStatements } from './yaml-statements.ts';

/** Where lines go: the lines before, those that they replace, the lines after. */
export type Place = {
  readonly before: readonly string[];
  readonly replaced: readonly string[];
  readonly after: readonly string[];
  readonly style: BlockStyle;
  /** How many lines there are before those before. */
  readonly skipped?: number;
};

/** Lines that are farther away say nothing, and no more than this is looked at on each side. */
const MAX_NEAR = 10_000;
const MAX_NEAR_CHARACTERS = 300_000;

/** More new or replaced lines than these are taken as they are. */
const MAX_MOVED = 2_000;

/** The place of `removed` lines from `first` on, with one line more on each side than is looked at. */
export function placeAt(
  text: string,
  { first, removed }: { readonly first: number; readonly removed: number },
  style: BlockStyle,
): Place {
  const most = MAX_NEAR + 1;
  const start = offsetOfLine(text, first);
  const end = linesOn(text, start, removed);
  const before = linesOf(text.slice(linesBack(text, start, most), start));
  return {
    before,
    replaced: linesOf(text.slice(start, linesOn(text, start, Math.min(removed, MAX_MOVED + 1)))),
    after: linesOf(text.slice(end, linesOn(text, end, most))),
    style,
    skipped: first - 1 - before.length,
  };
}

/** The place without what is far away from it, from a line at the margin on. */
export function nearby(place: Place): Place {
  const { before, after, skipped = 0 } = place;
  const [above, below] = [nearCount(before.toReversed()), nearCount(after)];
  if (above === before.length && below === after.length) return place;
  const isStart = (line: string) => /^[^\s)\]}#]/.test(line);
  const first = before.length - above;
  const start = above === before.length ? 0 : first + Math.max(0, before.slice(first).findIndex(isStart));
  return { ...place, before: before.slice(start), after: after.slice(0, below), skipped: skipped + start };
}

/** How many of these lines are near. */
function nearCount(lines: readonly string[]): number {
  const most = Math.min(lines.length, MAX_NEAR);
  let characters = 0;
  for (let count = 0; count < most; count++) {
    characters += lines[count]!.length;
    if (characters > MAX_NEAR_CHARACTERS) return count;
  }
  return most;
}

/** Whether there is too much of it to be moved. */
export function isHuge(lines: readonly string[]): boolean {
  return lines.length > MAX_MOVED || nearCount(lines) < lines.length;
}

/** What there is to know about new lines and the place between two others. */
export type InsertionGap = {
  /** The new lines that are not blank. */
  readonly content: readonly string[];
  readonly place: Place;
  readonly unit: IndentUnit;
  readonly statements: readonly Statement[];
  readonly previous: Statement | undefined;
  /** The line behind, if it can be a guide. */
  readonly next: string | undefined;
  /** How many blank lines there are between the previous line and the new ones. */
  readonly blankLines: number;
  /** The column that they do not go below. */
  readonly least: number;
  /** Blocks end where the indentation does, which they do not within brackets. */
  readonly isByIndentation: boolean;
};

/** A level at which a line may begin, and the line that stands there. */
export type Level = { readonly indent: string; readonly text: string };

export function gapFor(lines: readonly string[], place: Place, unit: IndentUnit): InsertionGap {
  const { before, after, style } = place;
  const content = lines.filter((line) => !isBlank(line));
  const isByIndentation = style.endsBy === 'indentation';
  const parsed = isByIndentation && style.lexis ? statementsOf(before, style.lexis) : undefined;
  const statements = parsed && !parsed.unfinished ? parsed.list : statementsBefore(before, style);
  return {
    content,
    place,
    unit,
    statements,
    previous: statements.at(-1),
    next: reachesBeyond(content, style) ? undefined : after.find((_, at) => isGuide(after, at, style)),
    blankLines: blankLinesBetween(before, lines),
    least: 0,
    isByIndentation: isByIndentation && !parsed?.unfinished,
  };
}

function blankLinesBetween(before: readonly string[], lines: readonly string[]): number {
  const isText = (line: string) => !isBlank(line);
  return before.length - 1 - before.findLastIndex(isText) + lines.findIndex(isText);
}

function statementsBefore(lines: readonly string[], style: BlockStyle): readonly Statement[] {
  const keys = style.isYaml ? yamlStatements(lines) : [];
  return keys.length > 0 ? keys : linesAsStatements(lines, style);
}

function linesAsStatements(lines: readonly string[], style: BlockStyle): Statement[] {
  const isOpen = openLines(lines, style);
  return lines.flatMap((line, at): Statement[] =>
    isGuide(lines, at, style) && isOpen.begins(at)
      ? [{ line: at, indent: indentOf(line), text: line.trim(), opens: isOpen.opens(at) }]
      : [],
  );
}

/** Lines within brackets that are closed again, such as arguments, have no block of their own. */
function openLines(lines: readonly string[], style: BlockStyle) {
  const opens = (at: number) => opensBlock(lines[at]!, style);
  if (!style.lexis || style.endsBy === 'indentation') return { begins: () => true, opens };
  const states = walkBrackets(lines, style.lexis);
  const open = states.at(-1)!.brackets;
  const begins = (at: number) => {
    const around = states[at]!.brackets;
    const closed = /^[)\]}]*/.exec(lines[at]!.trimStart())![0].length;
    return around.slice(0, around.length - closed).every((bracket, depth) => open[depth] === bracket);
  };
  const endsInBracket = (at: number) => /[{([]$/.test(lines[at]!.replace(style.remark, '').trimEnd());
  return { begins, opens: (at: number) => opens(at) && (!endsInBracket(at) || open.includes(at)) };
}

/** What stands behind lines that leave a block open, or end one that they are in, says nothing about their level. */
function reachesBeyond(content: readonly string[], style: BlockStyle): boolean {
  if (opensBlock(content.at(-1)!, style)) return true;
  if (!style.lexis) return false;
  const { brackets, unopened } = walkBrackets(content, style.lexis).at(-1)!;
  return brackets.length > 0 || (unopened > 0 && !closesBlock(content[0]!, style));
}

/** Comments and lines that go on with the one before may stand anywhere. */
function isGuide(lines: readonly string[], at: number, { aside }: BlockStyle): boolean {
  const line = lines[at]!;
  return !isBlank(line) && !aside.test(line.trim()) && !lines[at - 1]?.endsWith('\\');
}
