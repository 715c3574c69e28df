import type { BlockStyle, Lexis } from './block-style.ts';

/** What is open at the end of a line. */
export type OpenState = {
  /** For each open bracket the number of the line, from 0, that opened it. */
  readonly brackets: readonly number[];
  /** How many brackets were closed that these lines did not open. */
  readonly unopened: number;
  /** What ends the string or comment that goes on; undefined in code. */
  readonly until: string | undefined;
  /** Where the line's code ends and a comment may begin. */
  readonly codeEnd: number;
};

const nothingOpen: OpenState = { brackets: [], unopened: 0, until: undefined, codeEnd: 0 };

/** The lines of one place are walked for several questions. */
const walks = new WeakMap<
  readonly string[],
  { readonly lexis: Lexis; readonly states: readonly OpenState[] }
>();

/** The states before each of the lines and after the last: cheap, and right for what people write. */
export function walkBrackets(
  lines: readonly string[],
  lexis: Lexis,
  start = nothingOpen,
): readonly OpenState[] {
  const known = walks.get(lines);
  if (known?.lexis === lexis && known.states[0] === start) return known.states;
  const states = [start];
  for (const [number, line] of lines.entries()) states.push(afterLine(states[number]!, line, number, lexis));
  walks.set(lines, { lexis, states });
  return states;
}

/** Whether what follows these lines is still part of a string or comment. */
export function endsInString(lines: readonly string[], { lexis }: BlockStyle): boolean {
  return lexis !== undefined && walkBrackets(lines, lexis).at(-1)!.until !== undefined;
}

const COMMENT = /^(?:#|\/\/|\/\*)/;

function afterLine(before: OpenState, line: string, number: number, lexis: Lexis): OpenState {
  const { tokens, spans } = lexis;
  const brackets = [...before.brackets];
  let { unopened, until } = before;
  let codeEnd = line.length;
  let at = 0;
  while (at < line.length) {
    if (until !== undefined) {
      at = endOfSpan(line, at, until, lexis) ?? line.length + 1;
      if (at <= line.length) until = undefined;
      continue;
    }
    tokens.lastIndex = at;
    const token = tokens.exec(line)?.[0];
    if (token === undefined) break;
    at = tokens.lastIndex;
    if (COMMENT.test(token)) codeEnd = at - token.length;
    if (token in spans) until = spans[token];
    else if (goesOnAfterBackslash(token, line, lexis)) until = token[0];
    else if (/^[([{]$/.test(token)) open(brackets, number);
    else if (/^[)\]}]$/.test(token) && brackets.pop() === undefined) unopened++;
  }
  if (until !== undefined && /^["']$/.test(until) && !line.endsWith('\\')) until = undefined;
  return { brackets, unopened, until, codeEnd };
}

const MAX_DEPTH = 200;

/** More brackets than a person nests are not counted. */
function open(brackets: number[], line: number): void {
  brackets.push(line);
  if (brackets.length > MAX_DEPTH) brackets.shift();
}

/** A string that the end of its line does not end. */
function goesOnAfterBackslash(token: string, line: string, { escapes }: Lexis): boolean {
  const isOpen = /^["']/.test(token) && (token.length === 1 || !token.endsWith(token[0]!));
  return escapes && isOpen && line.endsWith('\\');
}

function endOfSpan(line: string, from: number, until: string, { escapes }: Lexis): number | undefined {
  for (let at = from; at < line.length; at++) {
    if (line.startsWith(until, at)) return at + until.length;
    if (escapes && line[at] === '\\' && until !== '*/') at++;
  }
  return undefined;
}
