import { columnsOf, indentOf, isBlank, isListItem } from '../../text/indentation.ts';
import { opensBlock } from '../block-style.ts';
import type { InsertionGap } from '../place.ts';
import type { Statement } from '../statements.ts';
import { yamlStatements } from '../yaml-statements.ts';
import { type Against, nothing } from './against.ts';

const MAX_OCCURRENCES = 20;

/** In YAML a key is among the keys that it is among elsewhere in the file, or at the same column. */
export function bySameKey(levels: readonly string[], { content, place, statements }: InsertionGap): Against {
  const key = place.style.isYaml ? keyOf(content[0]!) : undefined;
  if (key === undefined) return nothing;
  const later = yamlStatements(place.after);
  const company = new Set(
    [statements, later].flatMap((list) =>
      list
        .flatMap((statement, at) => (keyOf(statement.text) === key ? [at] : []))
        .slice(-MAX_OCCURRENCES)
        .flatMap((at) => besides(list, at)),
    ),
  );
  const isAmong = (indent: string) => keysAt(indent, statements).some((name) => company.has(name));
  const isSame = ({ text }: Statement) => keyOf(text) === key;
  const same = [statements.findLast(isSame)?.indent, later.find(isSame)?.indent];
  const known = [levels.filter(isAmong), levels.filter((indent) => same.includes(indent))];
  const best = known.find(({ length }) => length > 0) ?? levels;
  return (indent) => (best.includes(indent) ? 0 : 1);
}

/** The keys of the mapping that a statement is in. */
function besides(list: readonly Statement[], at: number): string[] {
  const { indent } = list[at]!;
  const after = list.slice(at + 1);
  const end = after.findIndex((statement) => statement.indent.length < indent.length);
  const below = (end < 0 ? after : after.slice(0, end)).filter((statement) => statement.indent === indent);
  return [...keysAt(indent, list.slice(0, at)), ...below.flatMap(({ text }) => keyOf(text) ?? [])];
}

function keysAt(indent: string, statements: readonly Statement[]): string[] {
  return siblingsAt(indent, statements).flatMap(({ text }) => keyOf(text) ?? []);
}

/** A key at the end of the lines wants the lines after it as its value. */
export function byValue({ content, place }: InsertionGap): Against {
  const last = content.at(-1)!;
  const next = place.after.find((line) => !isBlank(line) && !place.style.aside.test(line.trim()));
  if (!place.style.isYaml || next === undefined || !opensBlock(last, place.style)) return nothing;
  const deeper = columnsOf(indentOf(last)) - columnsOf(indentOf(content[0]!));
  const isValue = (indent: string) =>
    columnsOf(indentOf(next)) > columnsOf(indent) + deeper || isListItem(next);
  return (indent) => (isValue(indent) ? 0 : 1.5);
}

/** At the margin, where others are possible too, lines may be as they are meant. */
export function byOwnColumn(levels: readonly string[], { content, place }: InsertionGap): Against {
  const isOwn = place.style.isYaml && place.replaced.length === 0 && indentOf(content[0]!) === '';
  return isOwn && levels.includes('') ? (indent) => (indent === '' ? 0 : 0.15) : nothing;
}

/** A key with keys below it is rather among others like it. */
export function byShape({ content, place, statements }: InsertionGap): Against {
  const [own, ...inner] = yamlStatements(content);
  if (!place.style.isYaml || !own?.opens || isListItem(own.text) || inner.length === 0) return nothing;
  const children = keysBelow(inner);
  return (indent) => {
    const siblings = siblingsAt(indent, statements);
    const nested = siblings.filter(({ opens }) => opens);
    const isAlike = nested.some(
      ({ below }) => keysBelow(below).filter((key) => children.includes(key)).length > 1,
    );
    if (isAlike) return 0;
    const isBegun = siblings.length < 2 && isItemAbove(indent, statements);
    return nested.length > 0 || siblings.length === 0 || isBegun ? 0.3 : 0.6;
  };
}

/** An item with one key so far goes on rather than being complete. */
function isItemAbove(indent: string, statements: readonly Statement[]): boolean {
  const { text = '', indent: own = '' } = statements.at(-1) ?? {};
  return isListItem(text) && own.length + 2 === indent.length;
}

type Sibling = { readonly opens: boolean; readonly text: string; readonly below: readonly Statement[] };

/** The keys of the open mapping at a level, each with the statements below it. */
function siblingsAt(indent: string, statements: readonly Statement[]): Sibling[] {
  const found: Sibling[] = [];
  let end = statements.length;
  for (let at = statements.length - 1; at >= 0; at--) {
    const { indent: own, text, opens } = statements[at]!;
    // The first key of an item is after its dash.
    const isItem = isListItem(text) && own.length + 2 === indent.length;
    if (own === indent || isItem) {
      found.push({ opens, text: isItem ? text.slice(2) : text, below: statements.slice(at + 1, end) });
      end = at;
    }
    if (own.length < indent.length) break;
  }
  return found;
}

function keysBelow(below: readonly Statement[]): string[] {
  const column = below[0]?.indent;
  return below.flatMap(({ indent, text }) => (indent === column ? (keyOf(text) ?? []) : []));
}

/** Lists are as deep below their keys as the file's others are. */
export function byListStyle({ content, place, statements, previous }: InsertionGap): Against {
  if (!place.style.isYaml || !previous?.opens || !isListItem(content[0]!)) return nothing;
  const own = listStyle(yamlStatements(content));
  const isKnown = own.flush + own.deeper > 0;
  const { flush, deeper } = isKnown ? own : listStyle([...statements, ...yamlStatements(place.after)]);
  if (flush + deeper === 0) return nothing;
  return (indent) => ((indent === previous.indent) === flush > deeper ? 0 : 0.5);
}

/** How many lists are at the column of their key, and how many are deeper. */
export function listStyle(list: readonly Statement[]): { readonly flush: number; readonly deeper: number } {
  const firsts = list.filter(({ text }, at) => at > 0 && isListItem(text) && isKeyOpen(list[at - 1]!));
  const flush = list.filter(
    ({ indent, text }, at) =>
      at > 0 && isListItem(text) && isKeyOpen(list[at - 1]!) && list[at - 1]!.indent === indent,
  );
  return { flush: flush.length, deeper: firsts.length - flush.length };
}

function isKeyOpen({ opens, text }: Statement): boolean {
  return opens && !isListItem(text);
}

function keyOf(line: string): string | undefined {
  return /^\s*((?:-\s+)?[^\s:#]+):(?:\s|$)/.exec(line)?.[1];
}
