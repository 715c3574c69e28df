import { columnsOf } from '../../text/indentation.ts';
import type { InsertionGap } from '../place.ts';
import { isDefinition, type Statement } from '../statements.ts';
import { type Against, nothing } from './against.ts';

// In Python the names that new lines use say in which block they are.

const STRING_OR_COMMENT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*/g;
const NAME = /(?<![\w.])[A-Za-z_]\w*/g;
const ASSIGNMENT = /^\s*((?:\w+\s*,\s*)*\w+)\s*(?::[^=]+)?=(?!=)/;
const HEADER =
  /^\s*(?:(?:async\s+)?(?:for\s+(.+?)\s+in\b|def\s+\w+\((.*)|with\b.*\sas\s+(.+):)|except\b.*\sas\s+(\w+):)/s;

/** More of a statement says nothing about its names. */
const MAX_STATEMENT = 1000;

/** Names that only an open block has: lines that use them are in it. */
export function byNames({ content, place, statements, blankLines }: InsertionGap): Against {
  if (place.style.isYaml || blankLines > 1) return nothing;
  const known = namesBefore(statements, place.before);
  const bound = new Set(content.flatMap((line) => [...assignedIn(line), ...declaredIn(line)]));
  const used = content.flatMap(
    (line) => line.slice(0, MAX_STATEMENT).replaceAll(STRING_OR_COMMENT, '').match(NAME) ?? [],
  );
  const columns = used.flatMap((name) => (bound.has(name) ? [] : (known.get(name) ?? [])));
  const least = Math.max(0, ...columns);
  const branch = used.some((name) => isSetInBranch(name, statements)) ? statements.at(-1)!.indent : undefined;
  return (indent) => (columnsOf(indent) < least ? 0.8 : indent === branch ? 0.3 : 0);
}

/** The last block is a branch of one statement that gives a name a value: it is used after the branches. */
function isSetInBranch(name: string, statements: readonly Statement[]): boolean {
  const [header, last] = statements.slice(-2);
  return (
    last !== undefined &&
    /^(?:if|elif|else|except)\b/.test(header!.text) &&
    header!.opens &&
    assignedIn(last.text).includes(name) &&
    statements
      .slice(0, -1)
      .some(({ text }) => assignedIn(text).includes(name) || declaredIn(text).includes(name))
  );
}

/** For each name of the open blocks the column from which it is known; not those that other blocks have, too. */
function namesBefore(statements: readonly Statement[], lines: readonly string[]): Map<string, number> {
  const known = new Map<string, number>();
  const elsewhere = new Set<string>();
  let open = Number.POSITIVE_INFINITY;
  for (let at = statements.length - 1; at >= 0 && open > 0; at--) {
    const statement = statements[at]!;
    const column = columnsOf(statement.indent);
    const whole = lines.slice(statement.line, statements[at + 1]?.line).join('\n');
    const isOpen = column <= open;
    const add = (names: readonly string[], from: number) => {
      for (const name of names) isOpen ? known.set(name, from) : elsewhere.add(name);
    };
    add(assignedIn(whole), column);
    if (column < open || !isOpen) add(declaredIn(whole), column + 1);
    open = Math.min(open, column);
  }
  for (const name of elsewhere) known.delete(name);
  return known;
}

function assignedIn(text: string): string[] {
  return ASSIGNMENT.exec(text.slice(0, MAX_STATEMENT))?.[1]?.match(NAME) ?? [];
}

function declaredIn(text: string): string[] {
  const [, ...found] = HEADER.exec(text.slice(0, MAX_STATEMENT)) ?? [];
  return found.flatMap((some) => some?.match(NAME) ?? []);
}

const STATEMENT =
  /^\s*(?:(?:if|for|while|with|try|return|raise|assert|yield|await)\b(?!.*\bsys\.)|self\.|super\()/;

/** A class holds definitions and values; `self` needs a function. */
export function byClass({ content, place, statements }: InsertionGap): Against {
  const first = content[0]!;
  if (place.style.isYaml || isDefinition(first)) return nothing;
  const usesSelf = content.some((line) => /(?<![\w.])self\./.test(line));
  return (indent) => {
    const around = enclosing(statements, columnsOf(indent));
    const isInClass = /^class\b/.test(around[0]?.text ?? '') && STATEMENT.test(first);
    const isWithoutSelf = usesSelf && !around.some(({ text }) => /^(?:async\s+)?def\b/.test(text));
    return isInClass || isWithoutSelf ? 1 : 0;
  };
}

/** The headers of the blocks around a column after these statements, the innermost first. */
function enclosing(statements: readonly Statement[], column: number): Statement[] {
  const found: Statement[] = [];
  let inside = column;
  for (let at = statements.length - 1; at >= 0 && inside > 0; at--) {
    if (columnsOf(statements[at]!.indent) >= inside) continue;
    inside = columnsOf(statements[at]!.indent);
    found.push(statements[at]!);
  }
  return found;
}
