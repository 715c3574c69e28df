import { columnsOf, indentOf, isBlank, shallowest } from '../../text/indentation.ts';
import { closesBlock, isLabel } from '../block-style.ts';
import type { InsertionGap } from '../place.ts';
import { walkBrackets } from './bracket-walk.ts';

/** Begins with what goes on with the line before. */
const GOES_ON = /^[.?:&|+*/=,<>)\]}]/;
/** Ends with what goes on in the next line. */
const IS_OPEN = /[,&|+\-*/=<?:([{]$/;

/**
 * The level of the statements in the brackets that are open before the new lines, for lines that begin a statement
 * of their own after a blank line or a comment; undefined for others, which may go on with the line before.
 */
export function baseLevel({
  content,
  place,
  statements,
  previous,
  blankLines,
}: InsertionGap): string | undefined {
  const { before, style } = place;
  const first = content[0]!.trim();
  const isApart = blankLines > 0 || style.aside.test((before.at(-1) ?? '').trim());
  const isBegun = isApart && !GOES_ON.test(first) && !isLabel(first, style);
  if (!style.lexis || !isBegun || !previous || previous.opens || IS_OPEN.test(previous.text))
    return undefined;
  const bracket = walkBrackets(before, style.lexis).at(-1)!.brackets.at(-1) ?? -1;
  const siblings = statements.filter(
    ({ line, text }) => line > bracket && !isLabel(text, style) && !closesBlock(text, style),
  );
  return siblings.length > 0 ? shallowest(siblings.map(({ indent }) => indent)) : undefined;
}

/** The level of the statement that a brace on a line of its own belongs to; undefined for other lines. */
export function headerOfBrace({
  content,
  place,
  isByIndentation,
  blankLines,
}: InsertionGap): string | undefined {
  const { before, style } = place;
  const isBrace = content[0]!.trim() === '{';
  if (!isBrace || isByIndentation || !style.lexis || blankLines > 0) return undefined;
  let header = before.at(-1);
  if (header === undefined || ENDS_STATEMENT.test(header) || /<$/.test(header)) return undefined;
  if (hasDeeperBraces(before)) return undefined;
  for (let at = before.length - 2; at >= 0; at--) {
    const line = before[at]!;
    if (isBlank(line) || ENDS_STATEMENT.test(line) || style.aside.test(line.trim())) break;
    if (columnsOf(indentOf(line)) <= columnsOf(indentOf(header))) header = line;
  }
  return indentOf(header);
}

const ENDS_STATEMENT = /(?:[;{}:([]|=>)$/;

/** As in the style of GNU, where braces are deeper than the line that they belong to. */
function hasDeeperBraces(lines: readonly string[]): boolean {
  const column = (line: string) => columnsOf(indentOf(line));
  return lines.some((line, at) => {
    const header = lines[at - 1] ?? '';
    const isOwn = line.trim() === '{' && !isBlank(header) && !ENDS_STATEMENT.test(header);
    return isOwn && /\)$/.test(header) && column(line) > column(header);
  });
}
