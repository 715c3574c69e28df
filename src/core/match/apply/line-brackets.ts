import { codeTokens, isComment, isString } from '../../text/tokens.ts';

/** How many brackets a line leaves open, and how many of earlier lines it closes. */
export type LineBrackets = { readonly opened: number; readonly closed: number };

export function bracketsOf(line: string): LineBrackets {
  const { open, closed } = scanned(line);
  return { opened: open.length, closed };
}

/** Whether a line leaves a bracket open that has something after it: the next line is often lined up with that. */
export function leavesBracketOpen(line: string): boolean {
  const { open, last } = scanned(line);
  return open.length > 0 && open.at(-1) !== last;
}

/** The brackets that are left open, by the index of their token, and the index of the last token of code. */
function scanned(line: string): { open: number[]; closed: number; last: number } {
  const tokens = codeTokens(line);
  const open: number[] = [];
  let [closed, last] = [0, -1];
  for (const [i, token] of tokens.entries()) {
    if (isComment(token)) continue;
    last = i;
    if (isString(token)) continue;
    if (/^[([{]$/.test(token.text)) open.push(i);
    else if (/^[)\]}]$/.test(token.text) && open.pop() === undefined) closed++;
  }
  return { open, closed, last };
}
