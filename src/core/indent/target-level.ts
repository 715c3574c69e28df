import { columnsOf, type IndentUnit, indentOf, isBlank, shallowest } from '../text/indentation.ts';
import { type BlockStyle, closesBlock, isLabel } from './block-style.ts';
import { breaksAt } from './breaks-at.ts';
import { leadingWord } from './level-evidence.ts';
import type { Place } from './place.ts';
import { levelAt } from './possible-levels.ts';

/** Where the first line goes: where what it replaces is. */
export function targetOf(lines: readonly string[], place: Place, unit: IndentUnit): string {
  const first = lines.find((line) => !isBlank(line))!;
  const replaced = place.replaced.filter((line) => !isBlank(line));
  if (replaced.length === 0 || breaksAt(place, replaced)) return levelAt(lines, place, unit);
  const least = columnsOf(shallowest(replaced.map(indentOf)));
  if (isAtLevelsOf(lines, replaced)) return indentOf(first);
  const guide = guideAmong(replaced, first, place.style);
  return guide === undefined ? levelAt(lines, place, unit, least) : indentOf(guide);
}

/** The lines use levels of the replaced ones, down to the shallowest. */
function isAtLevelsOf(lines: readonly string[], replaced: readonly string[]): boolean {
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
