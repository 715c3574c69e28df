import { columnsOf, indentOf, isBlank } from '../text/indentation.ts';
import type { Lexis } from './block-style.ts';
import { type OpenState, walkBrackets } from './bracket-walk.ts';

/** A statement of a language whose blocks end by indentation. */
export type Statement = {
  /** Its first line, from 0. */
  readonly line: number;
  readonly indent: string;
  readonly text: string;
  /** A block follows. */
  readonly opens: boolean;
};

export type Statements = {
  readonly list: readonly Statement[];
  /** The lines end inside of a bracket, a string or a line that goes on. */
  readonly unfinished: boolean;
};

/** What the lines before leave open, and the last of them. */
type Before = { readonly state?: OpenState; readonly line: string };

/** The statements that begin in these lines; lines within brackets and strings have no indentation of their own. */
export function statementsOf(
  lines: readonly string[],
  lexis: Lexis,
  before: Before = { line: '' },
): Statements {
  const states = walkBrackets(lines, lexis, before.state);
  const isInside = (at: number) => goesOn(states[at]!, at === 0 ? before.line : lines[at - 1]!);
  const list: Statement[] = [];
  for (const [at, line] of lines.entries()) {
    if (isBlank(line) || line.trimStart().startsWith('#') || isInside(at)) continue;
    let last = at;
    while (last + 1 < lines.length && isInside(last + 1)) last++;
    const code = lines[last]!.slice(0, states[last + 1]!.codeEnd).trimEnd();
    list.push({ line: at, indent: indentOf(line), text: line.trim(), opens: code.endsWith(':') });
  }
  return { list, unfinished: isInside(lines.length) };
}

/** The line after this one belongs to the same statement. */
function goesOn({ brackets, until, codeEnd }: OpenState, line: string): boolean {
  if (brackets.length > 0 || until !== undefined) return true;
  return codeEnd === line.length && line.endsWith('\\');
}

/** More lines than this after a place say nothing about it. */
const MAX_AFTER = 200;

/**
 * Whether these lines break the indentation between those before and those after: deeper than the line before
 * without a block to be in, not deeper where one begins, or at a level that no open block has.
 */
export function breaksIndentation(
  before: readonly string[],
  lines: readonly string[],
  after: readonly string[],
  lexis: Lexis,
): boolean {
  const { list: known, unfinished } = statementsOf(before, lexis);
  // Where the lines begin within a statement, that one is not known before it ends.
  const cut = unfinished ? known.at(-1)!.line : before.length;
  const earlier = unfinished ? known.slice(0, -1) : known;
  const start = { state: walkBrackets(before, lexis)[cut]!, line: before[cut - 1] ?? '' };
  const own = [...before.slice(cut), ...lines];
  const { list } = statementsOf([...own, ...after.slice(0, MAX_AFTER)], lexis, start);
  const columns = list.filter(({ line }) => line < own.length).map(({ indent }) => columnsOf(indent));
  const least = Math.min(...columns);
  const open = openAfter(earlier);
  let previous = earlier.at(-1);
  for (const statement of list) {
    if (!isAllowed(statement, previous, open)) return true;
    if (statement.line >= own.length && columnsOf(statement.indent) <= least) return false;
    enter(statement, open);
    previous = statement;
  }
  return false;
}

/** The last statement of each level that is open after these, the outermost first. */
function openAfter(statements: readonly Statement[]): Statement[] {
  const open: Statement[] = [];
  for (const statement of statements) enter(statement, open);
  return open;
}

function enter(statement: Statement, open: Statement[]): void {
  const columns = columnsOf(statement.indent);
  while (open.length > 0 && columnsOf(open.at(-1)!.indent) >= columns) open.pop();
  open.push(statement);
}

function isAllowed(
  { indent, text }: Statement,
  previous: Statement | undefined,
  open: readonly Statement[],
): boolean {
  const columns = columnsOf(indent);
  const around = () => open.filter((statement) => columnsOf(statement.indent) < columns);
  if (!isAllowedInside(text, around)) return false;
  if (!previous) return columns === 0;
  if (previous.opens) return columns > columnsOf(previous.indent) && indent.startsWith(previous.indent);
  if (previous.text.startsWith('@')) return indent === previous.indent && isDefinition(text);
  const beside = open.find((statement) => statement.indent === indent);
  return beside !== undefined && (!isPart(text) || canFollow(text, beside.text));
}

const isFunction = (text: string) => /^(?:async\s+)?def\b/.test(text);
export const isLoop = (text: string) => /^(?:async\s+for|for|while)\b/.test(text);

/** `return` needs a function around it, `break` a loop. */
function isAllowedInside(text: string, around: () => readonly Statement[]): boolean {
  if (/^(?:return|yield)\b/.test(text)) return around().some((statement) => isFunction(statement.text));
  if (!/^(?:break|continue)\b/.test(text)) return true;
  const inner = around().findLast(({ text: outer }) => isFunction(outer) || isLoop(outer));
  return inner !== undefined && isLoop(inner.text);
}

/** Whether a line begins a function or a class, perhaps by a decorator. */
export function isDefinition(line: string): boolean {
  return /^\s*(?:@|(?:async\s+)?def\b|class\b)/.test(line);
}

const FOLLOWS: Readonly<Record<string, RegExp>> = {
  elif: /^(?:if|elif)\b/,
  else: /^(?:if|elif|for|while|async\s+for|except)\b/,
  except: /^(?:try|except)\b/,
  finally: /^(?:try|except|else)\b/,
};

/** Whether a line goes on with a statement of several parts. */
export function isPart(text: string): boolean {
  return firstWord(text) in FOLLOWS;
}

/** Whether a part such as `else` can follow a statement. */
export function canFollow(part: string, text: string): boolean {
  return FOLLOWS[firstWord(part)]?.test(text.trim()) ?? false;
}

/** Whether a statement may go on with `else` or the like. */
export function hasParts(text: string): boolean {
  return /^(?:if|elif|else|for|while|try|except|async for)\b/.test(text.trim());
}

function firstWord(text: string): string {
  return /^\w*/.exec(text.trim())![0];
}
