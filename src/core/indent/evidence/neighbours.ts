import { columnsOf, indentOf } from '../../text/indentation.ts';
import { opensBlock } from '../block-style.ts';
import type { InsertionGap, Level } from '../place.ts';
import { canFollow, isPart } from '../statements.ts';
import { type Against, nothing } from './against.ts';

/** Lines after the new ones stay in the block that they are in, and a part such as `else` stays with its `if`. */
export function byLinesAfter(open: readonly Level[], { content, next, place }: InsertionGap): Against {
  if (next === undefined || opensBlock(content.at(-1)!, place.style)) return nothing;
  const column = columnsOf(indentOf(next));
  const home = open.find(({ indent }) => columnsOf(indent) === column);
  if (!home) return nothing;
  if (isPart(next) && needsPart(content)) return (indent) => (columnsOf(indent) === column ? 0 : 1);
  const isTaken = isPart(next) && canFollow(next, home.text) && !isPart(content[0]!);
  const least = isTaken ? column + 1 : column;
  return (indent) => (columnsOf(indent) < least ? 1 : 0);
}

/** A `try` without an end. */
function needsPart([first, ...rest]: readonly string[]): boolean {
  return /^\s*try\b/.test(first!) && !rest.some((line) => indentOf(line) === indentOf(first!));
}

/** A comment directly before the new lines is about them. */
export function byComment(levels: readonly string[], { place, blankLines }: InsertionGap): Against {
  const last = place.before.at(-1) ?? '';
  const isComment = blankLines === 0 && last.trimStart().startsWith('#');
  if (!isComment || !levels.includes(indentOf(last))) return nothing;
  return (indent) => (indent === indentOf(last) ? 0 : 1);
}
