import { counted } from '../text/counted.ts';
import { columnsOf, type IndentUnit, indentOf, isBlank, isListItem } from '../text/indentation.ts';
import {
  codeOf,
  countVotes,
  hasOtherBlanks,
  isOtherUnit,
  type StepVotes,
  stepVotes,
  stepVotesInCode,
  usualUnit,
} from './block-units.ts';
import { endsInString } from './brackets/bracket-walk.ts';
import { nestByBrackets } from './brackets/nest-by-brackets.ts';
import { breaksAt, repeatsKeys } from './breaks-at.ts';
import type { Fits, Option } from './choose-fit.ts';
import { byValue } from './evidence/yaml-keys.ts';
import { listStyle } from './evidence/yaml-lists.ts';
import { withRecipeTabs } from './makefile-lines.ts';
import { gapFor, type InsertionGap, isHuge, type Level, nearby, type Place } from './place.ts';
import { openLevelsAt } from './possible-levels.ts';
import { type RankedLevel, rankLevels } from './rank-levels.ts';
import { restoreFirstLine } from './restore-first-line.ts';
import { type Fitted, moved, translateUnit, withBlankLinesOf } from './shift-lines.ts';
import { targetOf } from './target-level.ts';
import { yamlStatements } from './yaml/yaml-statements.ts';
import { levelInYamlText } from './yaml/yaml-text.ts';

/** New lines as they must be indented at a place. Those that fit are left as they are. */
export function fitIndentation(given: readonly string[], whole: Place): Fits {
  const place = nearby(whole);
  const isTaken = place.style.isProse || isHuge(given) || isHuge(place.replaced);
  if (isTaken || given.every(isBlank)) return { options: [optionOf(given)] };
  if (place.style.isMakefile) return { options: [withTabs(given, place)] };
  const { lines: content, notes: unitNotes } = inUnitOfFile(given, place);
  const isMisread = unitNotes.length > 0 && breaksAt(place, content);
  if (isSameText(content, place.replaced) && !isMisread && !isLost(content, place)) {
    const isWrong = breaksAt(place, place.replaced);
    const literal = optionOf(content, unitNotes);
    return isWrong ? { options: [literal] } : { options: [literal], unchanged: optionOf(place.replaced) };
  }
  const inText = levelInYamlText(content, place);
  if (inText !== undefined) {
    const { lines, notes } = moved({ lines: content, notes: unitNotes }, inText);
    return { options: [optionOf(lines, notes)] };
  }
  if (isYamlThatFits(content, place) || isAsReplaced(content, place))
    return { options: [optionOf(content, unitNotes)] };
  const shaped = isShaped(content, place) ? { lines: content, notes: [] } : reshaped(content, place);
  const { unit } = unitsAt(content, place);
  const options = targetsOf(shaped.lines, place, unit).map(({ indent, cost, origin }) => {
    const { lines, notes } = moved(shaped, indent);
    const fitted = lines === content ? content : withBlankLinesOf(place.replaced, lines);
    const option = { ...optionOf(fitted, [...notes, ...unitNotes]), cost };
    return origin === undefined ? option : { ...option, origin };
  });
  return { options, isGuess: place.replaced.every(isBlank) };
}

function optionOf(lines: readonly string[], notes: readonly string[] = []): Option {
  const indent = indentOf(lines.find((line) => !isBlank(line)) ?? '');
  return { lines, notes, cost: 0, level: nameOfLevel(indent) };
}

function nameOfLevel(indent: string): string {
  if (indent === '') return 'column 0';
  const unit = /^\t+$/.test(indent) ? 'tab' : 'space';
  const count = unit === 'tab' ? indent.length : columnsOf(indent);
  return counted(count, unit);
}

/** One file of YAML may step by several units, so that lines which fit are in the right one. */
function isYamlThatFits(content: readonly string[], place: Place): boolean {
  const own = indentOf(content.find((line) => !isBlank(line))!);
  if (!place.style.isYaml || own === '' || place.replaced.every(isBlank)) return false;
  const { all } = openLevelsAt(gapFor(content, place, place.style.unit));
  return all.some(({ indent }) => indent === own) && !breaksAt(place, content, !repeatsKeys(place));
}

/** Lines that begin where the replaced ones do, and are right there, have the unit that they are meant to have. */
function isAsReplaced(content: readonly string[], place: Place): boolean {
  const [own, there] = [content, place.replaced].map((lines) =>
    indentOf(lines.find((line) => !isBlank(line)) ?? ''),
  );
  const isByIndentation = place.style.endsBy === 'indentation' && place.style.lexis !== undefined;
  if (!isByIndentation || own === '' || own !== there || endsInString(place.before, place.style))
    return false;
  return !breaksAt(place, place.replaced) && !breaksAt(place, content);
}

/** Lines with tabs in a file with spaces, in its unit: a tab is a step. */
function inUnitOfFile(content: readonly string[], place: Place): Fitted {
  const { before, replaced, after, style } = place;
  const literal = { lines: content, notes: [] };
  const indented = content.filter((line) => /^\s+\S/.test(line));
  if (style.endsBy === 'line' || indented.length === 0) return literal;
  const near = [...before.slice(-NEAR), ...after.slice(0, NEAR)];
  const isTabbed = (line: string) => /^\t+\S/.test(line);
  if (replaced.some(isTabbed) && !breaksAt(place, replaced)) return literal;
  if (near.some(isTabbed) || !near.some((line) => line.startsWith('  '))) return literal;
  if (!indented.every(isTabbed)) return literal;
  const code = [...codeOf(before, style), ...codeOf(after, style)];
  const unit = usualUnit(stepVotes(code, style)) ?? style.unit;
  const lines = content.map((line) => {
    const tabs = /^\t*/.exec(line)![0].length;
    return unit.repeat(tabs) + line.slice(tabs);
  });
  return { lines, notes: [`${nameOf(unit)} for tabs`] };
}

function withTabs(content: readonly string[], { before }: Place): Option {
  const lines = withRecipeTabs(content, before);
  const isSame = lines.every((line, at) => line === content[at]);
  return isSame ? optionOf(content) : optionOf(lines, ['a tab before each recipe line']);
}

/** The indentation is all that differs, so it is what the caller wants to change. */
function isSameText(content: readonly string[], replaced: readonly string[]): boolean {
  return (
    content.length === replaced.length && content.every((line, at) => line.trim() === replaced[at]!.trim())
  );
}

/** Lines at the margin that replace wrongly indented ones: the caller left the indentation out. */
function isLost(content: readonly string[], place: Place): boolean {
  const [first] = content.filter((line) => !isBlank(line));
  return indentOf(first!) === '' && breaksAt(place, place.replaced);
}

const TAB_COLUMNS = 4;

/** New lines with the first at this column and the others relative to it. */
export function indentTo(column: number, content: readonly string[], place: Place): Fits {
  if (content.every(isBlank)) return { options: [optionOf(content)] };
  const { unit, foreign } = unitsAt(content, place);
  const lines = foreign === undefined ? content : translateUnit(content, foreign, unit);
  const tabs = unit === '\t' ? Math.floor(column / TAB_COLUMNS) : 0;
  const indent = '\t'.repeat(tabs) + ' '.repeat(column - tabs * TAB_COLUMNS);
  const fitted = moved({ lines, notes: [] }, indent);
  return { options: [optionOf(fitted.lines, fitted.notes)] };
}

type Units = {
  readonly unit: IndentUnit;
  /** Unit of the content, if it must be converted to the unit of the place. */
  readonly foreign: IndentUnit | undefined;
};

const NEAR = 60;
const ENOUGH = 2;

/** The replaced lines know the place's unit best, then those around them, then the whole file. */
function unitsAt(content: readonly string[], place: Place): Units {
  const { before, replaced, after, style } = place;
  const own = stepVotesInCode(content, style);
  const known = enough(stepVotes(replaced, style), 1);
  const [above, below] = [codeOf(before, style), codeOf(after, style)];
  const near = [...above.slice(-NEAR), ...below.slice(0, NEAR)];
  const there = known ?? enough(stepVotes(near, style), ENOUGH) ?? stepVotes([...above, ...below], style);
  const unit = (hasOtherBlanks(own, there) ? usualUnit(there) : usualUnit(there, own)) ?? style.unit;
  // In YAML, which mixes units, one step says nothing.
  const isTold = !style.isYaml || countVotes(own) >= ENOUGH;
  const isForeign =
    isTold &&
    isUsualUnit(usualUnit(own)) &&
    isOtherUnit(own, there) &&
    (known !== undefined || !standsRight(content, place, unit));
  return { unit, foreign: isForeign ? usualUnit(own) : undefined };
}

function isUsualUnit(unit: IndentUnit | undefined): boolean {
  return unit === '\t' || unit?.length === 2 || unit?.length === 4 || unit?.length === 8;
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

/** Where the first line may go, the likeliest first. */
function targetsOf(lines: readonly string[], place: Place, unit: IndentUnit): readonly RankedLevel[] {
  const only = (indent: string) => [{ indent, cost: 0 }];
  if (place.style.endsBy === 'line' || endsInString(place.before, place.style))
    return only(targetOf(lines, place, unit));
  const own = indentOf(lines.find((line) => !isBlank(line))!);
  const replaced = place.replaced.filter((line) => !isBlank(line));
  const movedTo = (indent: string) => moved({ lines, notes: [] }, indent).lines;
  const canBeAt = ({ indent }: Level) => !breaksAt(place, movedTo(indent));
  const hasUniqueKeys = !repeatsKeys(place);
  const isAlone = ({ indent }: Level) => !breaksAt(place, movedTo(indent), hasUniqueKeys);
  const gap = gapFor(lines, place, unit);
  if (!gap.isByIndentation) return only(targetOf(lines, place, unit));
  const { all, likely } = openLevelsAt(gap);
  if (isTooMuch(all, lines, place)) return only(targetOf(lines, place, unit));
  // Before the first statement of a file the margin is no loss.
  const isAtMargin = indentOf(replaced[0] ?? '') === '' || !isListItem(replaced[0]!);
  if (own === '' && isAtMargin && !gap.previous && canBeAt({ indent: '', text: '' })) return only('');
  if (replaced.length === 0 && isListBelowKey(gap, own) && canBeAt({ indent: own, text: '' }))
    return only(own);
  const fitting = replaced.length > 0 ? all : likely;
  if (own !== '' && fitting.some((level) => level.indent === own && isAlone(level))) return only(own);
  const isTaking = gap.next !== undefined && columnsOf(indentOf(gap.next)) > columnsOf(own);
  const isKept = replaced.length > 0 && own === indentOf(replaced[0]!) && !isTaking;
  if (replaced.length > 0 && !breaksAt(place, replaced, hasUniqueKeys && !isKept)) {
    const target = targetOf(lines, place, unit);
    const isAmong = (levels: readonly Level[]) => levels.some(({ indent }) => indent === target);
    const isSensible = isKept || ((isAmong(likely) || !isAmong(all)) && byValue(gap)(target) === 0);
    if (isSensible && canBeAt({ indent: target, text: '' })) return only(target);
  }
  const some = [likely.filter(isAlone), likely.filter(canBeAt), all.filter(canBeAt)];
  const possible = some.find(({ length }) => length > 0);
  if (possible) return rankLevels(possible, gap);
  return only(own !== '' && all.some(({ indent }) => indent === own) ? own : targetOf(lines, place, unit));
}

/** Each level is tried with all lines around it. */
const MAX_TRIED_LINES = 300_000;
const MAX_LEVELS = 100;

function isTooMuch(levels: readonly Level[], lines: readonly string[], { before, after }: Place): boolean {
  return (
    levels.length > MAX_LEVELS ||
    levels.length * (before.length + lines.length + after.length) > MAX_TRIED_LINES
  );
}

/**
 * A list may be at the column of its key, and means the same there as deeper. Lines that indent their own lists have
 * lost that column.
 */
function isListBelowKey({ previous, content, place }: InsertionGap, own: string): boolean {
  if (!place.style.isYaml || !previous?.opens || previous.indent !== own || !isListItem(content[0]!))
    return false;
  const comment = indentOf(place.before.at(-1) ?? '');
  return comment.length <= own.length && listStyle(yamlStatements(content)).deeper === 0;
}
