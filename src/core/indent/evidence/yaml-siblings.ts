import { isListItem } from '../../text/indentation.ts';
import type { Statement } from '../statements.ts';

export type Sibling = {
  readonly line: number;
  readonly opens: boolean;
  readonly text: string;
  readonly below: readonly Statement[];
};

/** The keys of the open mapping at a level, each with the statements below it, the last first. */
export function siblingsAt(indent: string, statements: readonly Statement[]): Sibling[] {
  const found: Sibling[] = [];
  let end = statements.length;
  for (let at = statements.length - 1; at >= 0; at--) {
    const { line, indent: own, text, opens } = statements[at]!;
    // The first key of an item is after its dash.
    const isItem = isListItem(text) && own.length + 2 === indent.length;
    if (own === indent || isItem) {
      const below = statements.slice(at + 1, end);
      found.push({ line, opens, text: isItem ? text.slice(2) : text, below });
      end = at;
    }
    if (own.length < indent.length) break;
  }
  return found;
}

export function keysAt(indent: string, statements: readonly Statement[]): string[] {
  return siblingsAt(indent, statements).flatMap(({ text }) => yamlKeyOf(text) ?? []);
}

/** The keys of the shallowest mapping in these statements. */
export function keysBelow(below: readonly Statement[]): string[] {
  const column = below[0]?.indent;
  return below.flatMap(({ indent, text }) => (indent === column ? (yamlKeyOf(text) ?? []) : []));
}

/** The key of a line, with the dash if it is the first of an item. */
export function yamlKeyOf(line: string): string | undefined {
  return /^\s*((?:-\s+)?[^\s:#]+):(?:\s|$)/.exec(line)?.[1];
}
