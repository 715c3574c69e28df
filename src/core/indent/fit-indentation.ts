import { counted } from '../text/counted.ts';
import {
  columnsOf,
  type IndentUnit,
  indentOf,
  isBlank,
  isListItem,
  shallowest,
} from '../text/indentation.ts';
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
import type { Fits, Option } from './choose-fit.ts';
import { byValue, listStyle } from './evidence/yaml.ts';
import { leadingWord } from './level-evidence.ts';
import { withRecipeTabs } from './makefile-lines.ts';
import { nestByBrackets } from './nest-by-brackets.ts';
import { gapFor, type InsertionGap, isHuge, type Level, nearby, type Place } from './place.ts';
import { levelAt, openLevelsAt } from './possible-levels.ts';
import { type RankedLevel, rankLevels } from './rank-levels.ts';
import { restoreFirstLine } from './restore-first-line.ts';
import { type Fitted, moved, translateUnit, withBlankLinesOf } from './shift-lines.ts';
import { breaksIndentation } from './statements.ts';
import { breaksYaml, yamlStatements } from './yaml-statements.ts';

/** New lines as they must be indented at a place. Those that fit are left as they are. */
export function fitIndentation(given: readonly string[], whole: Place): Fits {
  const place = nearby(whole);
  const isTaken = place.style.isProse || isHuge(given) || isHuge(place.replaced);
  if (isTaken || given.every(isBlank)) return { options: [optionOf(given)] };
  if (place.style.isMakefile) return { options: [withTabs(given, place)] };
  const { lines: content, notes: unitNotes } = inUnitOfFile(given, place);
  if (isSameText(content, place.replaced) && !isLost(content, place)) {
    const isWrong = breaksAt(place, place.replaced);
    const literal = optionOf(content, unitNotes);
    return isWrong ? { options: [literal] } : { options: [literal], unchanged: optionOf(place.replaced) };
  }
  if (isYamlThatFits(content, place)) return { options: [optionOf(content, unitNotes)] };
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
  return all.some(({ indent }) => indent === own) && !breaksAt(place, content);
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
  const unit = usualUnit(stepVotes([...before, ...after], style)) ?? style.unit;
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
  const near = [...before.slice(-NEAR), ...after.slice(0, NEAR)];
  const known = enough(stepVotes(replaced, style), 1);
  const there = known ?? enough(stepVotes(near, style), ENOUGH) ?? stepVotes([...before, ...after], style);
  const unit = (hasOtherBlanks(own, there) ? usualUnit(there) : usualUnit(there, own)) ?? style.unit;
  // In YAML, which mixes units, one step says nothing.
  const isTold = !style.isYaml || countVotes(own) >= ENOUGH;
  const isForeign =
    isTold && isOtherUnit(own, there) && (known !== undefined || !standsRight(content, place, unit));
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
  if (own === '' && !gap.previous && canBeAt({ indent: '', text: '' })) return only('');
  if (replaced.length === 0 && isListBelowKey(gap, own) && canBeAt({ indent: own, text: '' }))
    return only(own);
  const fitting = replaced.length > 0 ? all : likely;
  if (own !== '' && fitting.some((level) => level.indent === own && canBeAt(level))) return only(own);
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

/** Where the first line goes: where what it replaces is. */
function targetOf(lines: readonly string[], place: Place, unit: IndentUnit): string {
  const first = lines.find((line) => !isBlank(line))!;
  const replaced = place.replaced.filter((line) => !isBlank(line));
  if (replaced.length === 0 || breaksAt(place, replaced)) return levelAt(lines, place, unit);
  const least = columnsOf(shallowest(replaced.map(indentOf)));
  if (standsAsReplaced(lines, replaced)) return indentOf(first);
  const guide = guideAmong(replaced, first, place.style);
  return guide === undefined ? levelAt(lines, place, unit, least) : indentOf(guide);
}

/** In Python and YAML some indentations are errors. */
function breaksAt(place: Place, lines: readonly string[], uniqueKeys = false): boolean {
  const { before, after, style } = place;
  if (style.isYaml)
    return breaksYaml(yamlStatements([...before, ...lines, ...after]), before.length, uniqueKeys);
  if (style.endsBy === 'line' || !style.lexis) return false;
  return breaksIndentation(before, lines, after, style.lexis);
}

/** Some files of YAML have mappings with a key twice, so that a key that is there says nothing. */
function repeatsKeys({ before, after, style }: Place): boolean {
  return style.isYaml === true && breaksYaml(yamlStatements([...before, ...after]), 0, true);
}

/** The lines use levels of the replaced ones, down to the shallowest. */
function standsAsReplaced(lines: readonly string[], replaced: readonly string[]): boolean {
  const own = lines.filter((line) => !isBlank(line)).map(indentOf);
  const theirs = replaced.map(indentOf);
  return theirs.includes(own[0]!) && columnsOf(shallowest(own)) === columnsOf(shallowest(theirs));
}

/** The replaced line that corresponds to the first new one. */
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
