import { indentOf, isBlank } from '../text/indentation.ts';
import type { Statement } from './statements.ts';

const KEY_OR_ITEM = /^(?:-(?:\s|$)|---|[^\s#'"[\]{}&*!|>%@`-][^#]*?:(?:\s|$)|["'][^"']*["']\s*:(?:\s|$))/;
const REMARK = /\s#.*$/;
const BLOCK_SCALAR = /[|>][-+\d]*$/;
const OPENS = /^-$|:(?:\s+[&!]\S+)*$/;

/** The keys and items of YAML: not the text of block scalars, nor values that go on over several lines. */
export function yamlStatements(lines: readonly string[]): Statement[] {
  const list: Statement[] = [];
  let scalar = Number.POSITIVE_INFINITY;
  for (const [line, whole] of lines.entries()) {
    const indent = indentOf(whole);
    if (isBlank(whole) || indent.length > scalar) continue;
    const text = whole.trim();
    if (!KEY_OR_ITEM.test(text)) {
      // The value of a key that seemed to have none.
      if (!text.startsWith('#') && list.at(-1)?.opens) list.push({ ...list.pop()!, opens: false });
      continue;
    }
    const code = text.replace(REMARK, '').trimEnd();
    scalar = BLOCK_SCALAR.test(code) ? contentColumn(indent, text) : Number.POSITIVE_INFINITY;
    list.push({ line, indent, text, opens: OPENS.test(code) });
  }
  return list;
}

/** Where the key in an item begins, after all of its dashes; the column of anything else. */
function contentColumn(indent: string, text: string): number {
  return indent.length + /^(?:-\s+)*/.exec(text)![0].length;
}

type Open = { readonly column: number; readonly isList: boolean; readonly keys: Set<string> };

/**
 * Whether a statement at or after the line `from` is at a column where no mapping or list is open for it. With
 * `uniqueKeys` a mapping that has its key already is none for it.
 */
export function breaksYaml(list: readonly Statement[], from: number, uniqueKeys: boolean): boolean {
  let open: readonly Open[] = [];
  for (const [at, statement] of list.entries()) {
    if (/^---/.test(statement.text)) {
      open = [];
      continue;
    }
    const isTab = statement.indent.includes('\t');
    const after = isTab ? undefined : openAfter(open, statement, list[at - 1], uniqueKeys);
    if (after === undefined && statement.line >= from) return true;
    open = after ?? [...open, ...levelsOf(statement)];
  }
  return false;
}

/** What is open after a statement; undefined if it cannot be where it is. */
function openAfter(
  open: readonly Open[],
  statement: Statement,
  previous: Statement | undefined,
  uniqueKeys: boolean,
): readonly Open[] | undefined {
  const column = statement.indent.length;
  const isList = isItem(statement.text);
  const outer = open.filter((level) => level.column <= column);
  const top = outer.at(-1);
  if (top === undefined) return open.length === 0 ? levelsOf(statement) : undefined;
  const isBelow = previous?.opens === true && outer.length === open.length;
  if (isBelow && (column > top.column || (isList && !top.isList))) return [...outer, ...levelsOf(statement)];
  if (top.column !== column) return undefined;
  if (top.isList === isList) return besides(outer, statement, uniqueKeys);
  const around = outer.at(-2);
  const endsList = top.isList && around?.column === column && !around.isList;
  return endsList ? besides(outer.slice(0, -1), statement, uniqueKeys) : undefined;
}

/** The statement goes on with the last of the open levels; a mapping has a key only once. */
function besides(
  open: readonly Open[],
  statement: Statement,
  uniqueKeys: boolean,
): readonly Open[] | undefined {
  const { keys, isList } = open.at(-1)!;
  const [own, ...inner] = levelsOf(statement);
  if (isList || !own) return [...open.slice(0, -1), ...(own ? [own] : []), ...inner];
  const [key] = own.keys;
  if (uniqueKeys && key !== undefined && keys.has(key)) return undefined;
  if (key !== undefined) keys.add(key);
  return [...open.slice(0, -1), { ...own, keys }];
}

function isItem(text: string): boolean {
  return /^-(?:\s|$)/.test(text);
}

/** An item opens its list and, if it holds a key, the mapping after its dash. */
function levelsOf({ indent, text }: Statement): Open[] {
  const levels: Open[] = [];
  let column = indent.length;
  let rest = text;
  while (isItem(rest)) {
    levels.push({ column, isList: true, keys: new Set() });
    const dash = /^-\s*/.exec(rest)![0].length;
    column += dash;
    rest = rest.slice(dash);
  }
  if (!KEY_OR_ITEM.test(rest)) return levels;
  const key = /^(?:[^:]|:(?=\S))+/.exec(rest)?.[0] ?? rest;
  return [...levels, { column, isList: false, keys: new Set([key]) }];
}
