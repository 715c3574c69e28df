import { columnsOf, type IndentUnit, indentOf, isBlank, shallowest } from '../text/indentation.ts';
import { type BlockStyle, closesBlock, isLabel } from './block-style.ts';
import {
  countVotes,
  hasOtherBlanks,
  isOtherUnit,
  type StepVotes,
  stepVotes,
  stepVotesInCode,
  usualUnit,
} from './block-units.ts';
import { endsInString } from './bracket-walk.ts';
import type { Place } from './place.ts';
import { nestByBrackets } from './nest-by-brackets.ts';
import { leadingWord } from './level-evidence.ts';
import { levelAt } from './possible-levels.ts';
import { restoreFirstLine } from './restore-first-line.ts';
import { breaksIndentation } from './statements.ts';
import { translateUnit } from './translate-unit.ts';

export type Fitted = {
  readonly lines: readonly string[];
  /** What was done to the lines, in words. */
  readonly notes: readonly string[];
};

/** New lines as they must be indented at a place. Those that fit are left as they are. */
export function fitIndentation(content: readonly string[], place: Place): Fitted {
  if (place.style.isProse || content.every(isBlank)) return { lines: content, notes: [] };
  const shaped = isShaped(content, place) ? { lines: content, notes: [] } : reshaped(content, place);
  const { unit } = unitsAt(content, place);
  const { lines, notes } = moved(shaped, targetOf(shaped.lines, place, unit));
  return { lines: lines === content ? content : withBlankLinesOf(place.replaced, lines), notes };
}

const TAB_COLUMNS = 4;

/** New lines with the first at this column and the others as they stand to it. */
export function indentTo(column: number, content: readonly string[], place: Place): Fitted {
  if (content.every(isBlank)) return { lines: content, notes: [] };
  const { unit, foreign } = unitsAt(content, place);
  const lines = foreign === undefined ? content : translateUnit(content, foreign, unit);
  const tabs = unit === '\t' ? Math.floor(column / TAB_COLUMNS) : 0;
  return moved({ lines, notes: [] }, '\t'.repeat(tabs) + ' '.repeat(column - tabs * TAB_COLUMNS));
}

type Units = {
  readonly unit: IndentUnit;
  /** That of the content, where it must be told in the place's. */
  readonly foreign: IndentUnit | undefined;
};

const NEAR = 60;
const ENOUGH = 2;

/** The replaced lines know the place's unit best, then those around them, then the whole file. */
function unitsAt(content: readonly string[], place: Place): Units {
  const { before, replaced, after, style } = place;
  const own = stepVotesInCode(content, style);
  const near = [...before.slice(-NEAR), ...after.slice(0, NEAR)];
  const known = enough(stepVotes(replaced, style), 1);
  const there = known ?? enough(stepVotes(near, style), ENOUGH) ?? stepVotes([...before, ...after], style);
  const unit = (hasOtherBlanks(own, there) ? usualUnit(there) : usualUnit(there, own)) ?? style.unit;
  const isForeign = isOtherUnit(own, there) && (known !== undefined || !standsRight(content, place, unit));
  return { unit, foreign: isForeign ? usualUnit(own) : undefined };
}

function enough(votes: StepVotes, count: number): StepVotes | undefined {
  return countVotes(votes) >= count ? votes : undefined;
}

/** Lines that begin at the right level, and not at the margin, know the file; within statements it steps as it likes. */
function standsRight(content: readonly string[], place: Place, unit: IndentUnit): boolean {
  const own = indentOf(content.find((line) => !isBlank(line))!);
  return place.style.endsBy === 'line' && own !== '' && own === targetOf(content, place, unit);
}

/** The lines begin with the same step as those that they replace, or go into a string, where any shape is right. */
function isShaped(content: readonly string[], { before, replaced, style }: Place): boolean {
  const step = firstStep(content);
  if (step !== '' && step === firstStep(replaced)) return true;
  return endsInString(before, style);
}

function firstStep(lines: readonly string[]): string {
  const [first, second] = lines.filter((line) => !isBlank(line)).map(indentOf);
  return second?.startsWith(first!) ? second.slice(first!.length) : '';
}

/** The lines with the shape that they were meant to have, in the unit of the place. */
function reshaped(content: readonly string[], place: Place): Fitted {
  const restored = restoreFirstLine(content, place, unitsAt(content, place).unit);
  const lines = restored ?? content;
  const { unit, foreign } = unitsAt(lines, place);
  const translated = foreign === undefined ? lines : translateUnit(lines, foreign, unit);
  const nested = nestByBrackets(translated, place, unit);
  const notes = [
    restored ? 'its first line indented like the others' : '',
    foreign === undefined ? '' : `${nameOf(unit)} for ${nameOf(foreign)}`,
    nested ? 'nested as its brackets say' : '',
  ];
  return { lines: nested ?? translated, notes: notes.filter((note) => note !== '') };
}

function nameOf(unit: IndentUnit): string {
  return unit === '\t' ? 'tabs' : `${unit.length} spaces`;
}

/** Where the first line goes: where what it replaces stood, if that stood right. */
function targetOf(lines: readonly string[], place: Place, unit: IndentUnit): string {
  const first = lines.find((line) => !isBlank(line))!;
  const replaced = place.replaced.filter((line) => !isBlank(line));
  if (replaced.length === 0) return levelAt(lines, place, unit);
  const least = columnsOf(shallowest(replaced.map(indentOf)));
  if (breaksAt(place, replaced)) {
    const isLost = indentOf(first) === '' && least > 0;
    return isLost || breaksAt(place, lines)
      ? levelAt(lines, place, unit, Math.min(least, 1))
      : indentOf(first);
  }
  if (standsAsReplaced(lines, replaced)) return indentOf(first);
  const guide = guideAmong(replaced, first, place.style);
  return guide === undefined ? levelAt(lines, place, unit, least) : indentOf(guide);
}

/** In Python some indentations are errors. */
function breaksAt({ before, after, style }: Place, lines: readonly string[]): boolean {
  if (style.endsBy === 'line' || !style.lexis) return false;
  return breaksIndentation(before, lines, after, style.lexis);
}

/** The lines use levels of the replaced ones, down to the shallowest. */
function standsAsReplaced(lines: readonly string[], replaced: readonly string[]): boolean {
  const own = lines.filter((line) => !isBlank(line)).map(indentOf);
  const theirs = replaced.map(indentOf);
  return theirs.includes(own[0]!) && columnsOf(shallowest(own)) === columnsOf(shallowest(theirs));
}

/** The replaced line that the first new one stands for. */
function guideAmong(replaced: readonly string[], first: string, style: BlockStyle): string | undefined {
  const guide = replaced[0]!;
  if (leadingWord(guide) === leadingWord(first)) return guide;
  const isShallower = (line: string) => columnsOf(indentOf(line)) < columnsOf(indentOf(guide));
  const alike = replaced.find((line) => isShallower(line) && leadingWord(line) === leadingWord(first));
  return alike ?? (roleOf(guide, style) === roleOf(first, style) ? guide : undefined);
}

function roleOf(line: string, style: BlockStyle): string {
  if (closesBlock(line, style)) return 'end';
  return isLabel(line, style) ? 'label' : 'line';
}

function moved({ lines, notes }: Fitted, to: string): Fitted {
  const from = indentOf(lines.find((line) => !isBlank(line))!);
  if (from === to) return { lines, notes };
  const note = shiftNote(from, to);
  const shifted = lines.map((line) => (isBlank(line) ? '' : shiftedLine(line, from, to)));
  return { lines: shifted, notes: note ? [note, ...notes] : notes };
}

/** The same blanks go before each line, or go away; only where tabs and blanks meet is it more. */
function shiftedLine(line: string, from: string, to: string): string {
  if (to.endsWith(from)) return to.slice(0, to.length - from.length) + line;
  const indent = indentOf(line);
  if (from.endsWith(to)) {
    const less = from.slice(0, from.length - to.length);
    return line.slice(line.startsWith(less) ? less.length : Math.min(less.length, indent.length));
  }
  if (indent.startsWith(from)) return to + line.slice(from.length);
  const shallower = from.startsWith(indent) ? from.length - indent.length : 0;
  return to.slice(0, Math.max(0, to.length - shallower)) + line.slice(indent.length);
}

/** Blank lines that stay, line by line, keep the blanks that they hold. */
function withBlankLinesOf(replaced: readonly string[], lines: readonly string[]): readonly string[] {
  if (replaced.length !== lines.length) return lines;
  return lines.map((line, at) => (isBlank(line) && isBlank(replaced[at]!) ? replaced[at]! : line));
}

function shiftNote(from: string, to: string): string | undefined {
  const blanks = /^\t*$/.test(from + to) ? 'tab' : 'space';
  if (blanks === 'space' && /\t/.test(from + to)) return 'indented as the lines there';
  const by = to.length - from.length;
  const amount = `${Math.abs(by)} ${blanks}${Math.abs(by) === 1 ? '' : 's'}`;
  return by > 0 ? `indented by ${amount} to fit` : `indented by ${amount} less to fit`;
}
