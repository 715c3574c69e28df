import { isListItem } from '../../text/indentation.ts';
import type { InsertionGap } from '../place.ts';
import type { Statement } from '../statements.ts';
import { yamlStatements } from '../yaml/yaml-statements.ts';
import { type Against, nothing } from './against.ts';
import { keysBelow, siblingsAt, yamlKeyOf } from './yaml-siblings.ts';

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
export type ListStyle = { readonly flush: number; readonly deeper: number };

export function listStyle(list: readonly Statement[]): ListStyle {
  const isFirst = (at: number) => at > 0 && isListItem(list[at]!.text) && isKeyOpen(list[at - 1]!);
  const firsts = list.flatMap((statement, at) => (isFirst(at) ? [{ statement, key: list[at - 1]! }] : []));
  const flush = firsts.filter(({ statement, key }) => key.indent === statement.indent).length;
  return { flush, deeper: firsts.length - flush };
}

function isKeyOpen({ opens, text }: Statement): boolean {
  return opens && !isListItem(text);
}

type Item = { readonly kind: string; readonly keys: readonly string[] };

/** An item is among items of its kind, and rather among those that have its keys. */
export function byItems(levels: readonly string[], { content, place, statements }: InsertionGap): Against {
  const [first, ...below] = yamlStatements(content);
  if (!place.style.isYaml || !first || !isListItem(first.text)) return nothing;
  const end = below.findIndex(({ indent }) => indent.length <= first.indent.length);
  const own = itemOf(first.text, end < 0 ? below : below.slice(0, end));
  const costs = new Map(levels.map((indent) => [indent, costAmong(itemsAt(indent, statements), own)]));
  return (indent) => costs.get(indent) ?? 0;
}

const MAX_ITEMS = 20;

function itemsAt(indent: string, statements: readonly Statement[]): Item[] {
  return siblingsAt(indent, statements)
    .filter(({ text }) => isListItem(text))
    .slice(0, MAX_ITEMS)
    .map(({ text, below }) => itemOf(text, below));
}

function costAmong(items: readonly Item[], own: Item): number {
  if (items.length === 0) return 0;
  const alike = items.filter(({ kind }) => kind === own.kind);
  if (alike.length === 0) return 0.8;
  const shared = alike.map(({ keys }) => keys.filter((key) => own.keys.includes(key)).length);
  return own.keys.length === 0 ? 0 : 0.4 * (1 - Math.max(...shared) / own.keys.length);
}

function itemOf(text: string, below: readonly Statement[]): Item {
  const rest = text.slice(2).trimStart();
  const key = yamlKeyOf(rest);
  if (isListItem(rest)) return { kind: 'list', keys: [] };
  return key === undefined
    ? { kind: 'scalar', keys: [] }
    : { kind: 'mapping', keys: [key, ...keysBelow(below)] };
}
