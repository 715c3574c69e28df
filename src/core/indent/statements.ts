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

/** The statements that begin in these lines; lines within brackets and strings have no indentation of their own. */
export function statementsOf(lines: readonly string[], lexis: Lexis): Statements {
  const states = walkBrackets(lines, lexis);
  const list: Statement[] = [];
  for (const [at, line] of lines.entries()) {
    if (isBlank(line) || line.trimStart().startsWith('#') || goesOn(states, lines, at)) continue;
    let last = at;
    while (last + 1 < lines.length && goesOn(states, lines, last + 1)) last++;
    const code = lines[last]!.slice(0, states[last + 1]!.codeEnd).trimEnd();
    list.push({ line: at, indent: indentOf(line), text: line.trim(), opens: code.endsWith(':') });
  }
  return { list, unfinished: goesOn(states, lines, lines.length) };
}

/** The line belongs to the statement that the one before it is part of. */
function goesOn(states: readonly OpenState[], lines: readonly string[], at: number): boolean {
  const { brackets, until, codeEnd } = states[at]!;
  if (brackets.length > 0 || until !== undefined) return true;
  const before = lines[at - 1] ?? '';
  return codeEnd === before.length && before.endsWith('\\');
}

/**
 * Whether these lines break the indentation between those before and those behind: deeper than the line before
 * without a block to be in, not deeper where one begins, or at a level that no open block has.
 */
export function breaksIndentation(
  before: readonly string[],
  lines: readonly string[],
  after: readonly string[],
  lexis: Lexis,
): boolean {
  const next = after.slice(0, after.findIndex((line) => !isBlank(line) && !line.trim().startsWith('#')) + 1);
  const { list } = statementsOf([...before, ...lines, ...next], lexis);
  const first = list.findIndex(({ line }) => line >= before.length);
  if (first < 0) return false;
  const levels: number[] = [];
  for (const [at, statement] of list.entries()) {
    if (at >= first && !isAllowed(statement, list[at - 1], levels)) return true;
    const columns = columnsOf(statement.indent);
    while (levels.length > 0 && levels.at(-1)! >= columns) levels.pop();
    levels.push(columns);
  }
  return false;
}

function isAllowed(
  { indent }: Statement,
  previous: Statement | undefined,
  levels: readonly number[],
): boolean {
  const columns = columnsOf(indent);
  const outer = previous ? columnsOf(previous.indent) : 0;
  if (previous?.opens) return columns > outer;
  return previous ? columns <= outer && levels.includes(columns) : columns === 0;
}
