import { isBlank } from '../../text/indentation.ts';
import type { Place } from '../place.ts';
import { walkBrackets } from './bracket-walk.ts';

/**
 * Code that is commented out, and code or settings in a string of several lines, is indented as other code is. The
 * place within that text, for new lines with brackets of their own; undefined if there is none.
 */
export function codeInText(lines: readonly string[], place: Place): Place | undefined {
  const { before, after, style } = place;
  if (!style.lexis || style.endsBy !== 'line') return undefined;
  const states = walkBrackets(before, style.lexis);
  const state = states.at(-1)!;
  if (state.until === undefined) return undefined;
  const inside = before.slice(states.findLastIndex(({ until }) => until === undefined) + 1);
  const text = inside.filter((line) => !isBlank(line));
  const isCode = text.length > 0 && !text.some((line) => /^\s*\*/.test(line)) && nests(lines, place);
  if (!isCode) return undefined;
  const end = walkBrackets(after, style.lexis, state).findIndex(({ until }) => until === undefined);
  return { ...place, before: inside, after: end < 0 ? after : after.slice(0, end - 1) };
}

/** Whether the brackets of the lines are closed in them, after some line that ends with one. */
function nests(lines: readonly string[], { style }: Place): boolean {
  const { brackets, unopened, until } = walkBrackets(lines, style.lexis!).at(-1)!;
  const isWhole = brackets.length === 0 && unopened === 0 && until === undefined;
  return isWhole && lines.some((line) => /[{([]$/.test(line.trimEnd()));
}
