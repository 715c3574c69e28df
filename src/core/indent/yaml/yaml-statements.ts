import { indentOf, isBlank } from '../../text/indentation.ts';
import type { Statement } from '../statements.ts';

const KEY_OR_ITEM = /^(?:-(?:\s|$)|---|[^\s#'"[\]{}&*!|>%@`-][^#]*?:(?:\s|$)|["'][^"']*["']\s*:(?:\s|$))/;
const REMARK = /(?:^|\s)#.*$/;
const BLOCK_SCALAR = /(?:^|\s)[|>][-+\d]*$/;
/** Whether a line opens a block shows in its last characters. */
const MAX_END = 300;
const OPENS = /^-$|:(?:\s+[&!]\S+)*$/;

export function isKeyOrItem(line: string): boolean {
  return KEY_OR_ITEM.test(line.trim());
}

/** The text of a value that goes on in the next lines. */
export type YamlText =
  /** A block scalar: what is deeper than this column. */
  | { readonly deeperThan: number }
  /** A flow collection or a quoted string. */
  | { readonly flow: number; readonly quote: string };

type Scan = { readonly list: Statement[]; readonly text: YamlText | undefined };

const scans = new WeakMap<readonly string[], Scan>();

/** The keys and items of YAML: not the text of block scalars, nor values that go on over several lines. */
export function yamlStatements(lines: readonly string[]): Statement[] {
  return scan(lines).list;
}

/** The text that the lines end in; undefined if a key or an item can follow. */
export function yamlTextAfter(lines: readonly string[]): YamlText | undefined {
  return scan(lines).text;
}

/** The same lines are asked about several times. */
function scan(lines: readonly string[]): Scan {
  const known = scans.get(lines);
  if (known) return known;
  const list: Statement[] = [];
  let text: YamlText | undefined;
  for (const [line, whole] of lines.entries()) {
    if (isBlank(whole)) continue;
    if (text && 'flow' in text) {
      text = afterFlow(whole, text);
      continue;
    }
    if (text && indentOf(whole).length > text.deeperThan) continue;
    text = addLine(list, whole, line);
  }
  const result = { list, text };
  scans.set(lines, result);
  return result;
}

/** Adds the statement of a line, if it begins one, and returns the text that it begins. */
function addLine(list: Statement[], whole: string, line: number): YamlText | undefined {
  const indent = indentOf(whole);
  const text = whole.trim();
  if (!KEY_OR_ITEM.test(text)) {
    if (text.startsWith('#')) return undefined;
    // The value of a key that seemed to have none.
    if (list.at(-1)?.opens) list.push({ ...list.pop()!, opens: false });
    return flowOf(text);
  }
  const code = text.replace(REMARK, '').trimEnd();
  list.push({ line, indent, text, opens: OPENS.test(code.slice(-MAX_END)) });
  if (BLOCK_SCALAR.test(code)) return { deeperThan: parentColumn(indent, code) };
  return flowOf(valueIn(text));
}

/** The column that the text of a block scalar is deeper than: that of its key, or of its dash. */
function parentColumn(indent: string, code: string): number {
  const dashes = /^(?:-\s+)*/.exec(code)![0];
  const isItem = /^[|>]/.test(code.slice(dashes.length));
  return indent.length + (isItem ? dashes.trimEnd().length - 1 : dashes.length);
}

/** What follows the dashes and the key of a line, without its anchor and tag. */
function valueIn(text: string): string {
  const rest = text.replace(/^(?:-\s+)*/, '');
  const quoted = /^(?:"[^"]*"|'[^']*')/.exec(rest)?.[0].length ?? 0;
  const isValue = quoted === 0 && /^[[{"']/.test(rest);
  const colon = isValue ? -1 : rest.slice(quoted).search(/:(?:\s|$)/);
  return rest.slice(colon < 0 ? 0 : quoted + colon + 1).replace(/^\s*(?:[&!]\S*\s+)*/, '');
}

function flowOf(value: string): YamlText | undefined {
  return /^[[{"']/.test(value) ? afterFlow(value, { flow: 0, quote: '' }) : undefined;
}

/** What is still open after a line of a flow collection or a quoted string. */
function afterFlow(
  line: string,
  start: { readonly flow: number; readonly quote: string },
): YamlText | undefined {
  let { flow, quote } = start;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote) quote = '';
    } else if (/["']/.test(character) && !/\w/.test(line[at - 1] ?? '')) quote = character;
    else if (/[[{]/.test(character)) flow++;
    else if (/[\]}]/.test(character)) flow--;
    else if (character === '#' && /\s/.test(line[at - 1] ?? ' ')) break;
    if (flow <= 0 && quote === '') return undefined;
  }
  return { flow, quote };
}

type Open = { readonly column: number; readonly isList: boolean; readonly keys: Set<string> };

/** Which lines are checked: those from `from` on, of which `count` are new. */
type Checked = { readonly from: number; readonly count: number; readonly uniqueKeys: boolean };

/**
 * Whether a statement at or after the line `from` is at a column where no mapping or list is open for it. With
 * `uniqueKeys` a mapping that has its key already is none for it. What follows the blocks that the new lines are in is
 * not affected by them.
 */
export function breaksYaml(list: readonly Statement[], { from, count, uniqueKeys }: Checked): boolean {
  const own = list.filter(({ line }) => line >= from && line < from + count);
  const least = Math.min(...own.map(({ indent }) => indent.length));
  let open: readonly Open[] = [];
  for (const [at, statement] of list.entries()) {
    if (/^---/.test(statement.text)) {
      if (statement.line >= from + count) return false;
      open = [];
      continue;
    }
    const isTab = statement.indent.includes('\t');
    const after = isTab ? undefined : openAfter(open, statement, list[at - 1], uniqueKeys);
    if (after === undefined && statement.line >= from) return true;
    if (statement.line >= from + count && statement.indent.length < least) return false;
    open = after ?? [...open, ...levelsOf(statement)];
  }
  return false;
}
/** Whether some mapping has a key twice. */
export function repeatsYamlKeys(lines: readonly string[]): boolean {
  const breaks = (uniqueKeys: boolean) =>
    breaksYaml(yamlStatements(lines), { from: 0, count: lines.length, uniqueKeys });
  return breaks(true) && !breaks(false);
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
