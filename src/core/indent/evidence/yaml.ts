import { columnsOf, indentOf, isBlank, isListItem } from '../../text/indentation.ts';
import { opensBlock } from '../block-style.ts';
import type { Gap } from '../place.ts';
import type { Statement } from '../statements.ts';
import { yamlStatements } from '../yaml-statements.ts';
import { type Against, nothing } from './against.ts';

/** In YAML a key is where it is elsewhere in the file: after the same key as there, or at the same column. */
export function bySameKey(levels: readonly string[], { content, place, statements, previous }: Gap): Against {
  if (!place.style.isYaml) return nothing;
  const key = keyOf(content[0]!);
  if (key === undefined) return nothing;
  const later = yamlStatements(place.after);
  const paired = [...levelsAfterSame(key, previous, statements), ...levelsAfterSame(key, previous, later)];
  const same = [
    statements.findLast(({ text }) => keyOf(text) === key),
    later.find(({ text }) => keyOf(text) === key),
  ];
  const beside = same.map((statement) => statement?.indent);
  const known = [paired, beside].map((some) => some.filter((indent) => levels.includes(indent ?? '-')));
  const best = known.find(({ length }) => length > 0) ?? [];
  return (indent) => (best.length === 0 || best.includes(indent) ? 0 : 1);
}

/** Where the key would be if it followed the previous one as it does elsewhere. */
function levelsAfterSame(
  key: string,
  previous: Statement | undefined,
  statements: readonly Statement[],
): string[] {
  const before = previous && keyOf(previous.text);
  if (before === undefined) return [];
  return statements.flatMap(({ text, indent }, at) => {
    const earlier = statements[at - 1];
    if (keyOf(text) !== key || !earlier || keyOf(earlier.text) !== before) return [];
    const column = previous!.indent.length + indent.length - earlier.indent.length;
    return column < 0 ? [] : [' '.repeat(column)];
  });
}

/** A key at the end of the lines wants the lines after it as its value. */
export function byValue({ content, place }: Gap): Against {
  const last = content.at(-1)!;
  const next = place.after.find((line) => !isBlank(line) && !place.style.aside.test(line.trim()));
  if (!place.style.isYaml || next === undefined || !opensBlock(last, place.style)) return nothing;
  const deeper = columnsOf(indentOf(last)) - columnsOf(indentOf(content[0]!));
  const isValue = (indent: string) =>
    columnsOf(indentOf(next)) > columnsOf(indent) + deeper || isListItem(next);
  return (indent) => (isValue(indent) ? 0 : 0.5);
}

/** A key with keys below it is rather among others like it. */
export function byShape({ content, place, statements }: Gap): Against {
  const [own, ...inner] = yamlStatements(content);
  if (!place.style.isYaml || !own?.opens || isListItem(own.text) || inner.length === 0) return nothing;
  const children = keysBelow(inner);
  return (indent) => {
    const siblings = siblingsAt(indent, statements);
    const nested = siblings.filter(({ statement }) => statement.opens);
    const isAlike = nested.some(
      ({ below }) => keysBelow(below).filter((key) => children.includes(key)).length > 1,
    );
    if (isAlike) return 0;
    return nested.length > 0 || siblings.length === 0 ? 0.3 : 0.6;
  };
}

type Sibling = { readonly statement: Statement; readonly below: readonly Statement[] };

/** The keys of the open mapping at a level, each with the statements below it. */
function siblingsAt(indent: string, statements: readonly Statement[]): Sibling[] {
  const found: Sibling[] = [];
  let end = statements.length;
  for (let at = statements.length - 1; at >= 0; at--) {
    const column = statements[at]!.indent.length;
    if (column < indent.length) break;
    if (column > indent.length) continue;
    found.push({ statement: statements[at]!, below: statements.slice(at + 1, end) });
    end = at;
  }
  return found;
}

function keysBelow(below: readonly Statement[]): string[] {
  const column = below[0]?.indent;
  return below.flatMap(({ indent, text }) => (indent === column ? (keyOf(text) ?? []) : []));
}

/** Lists are as deep below their keys as the file's others are. */
export function byListStyle({ content, place, statements, previous }: Gap): Against {
  if (!place.style.isYaml || !previous?.opens || !isListItem(content[0]!)) return nothing;
  const all = [...statements, ...yamlStatements(place.after)];
  const firsts = all.filter(({ text }, at) => at > 0 && isListItem(text) && isKeyOpen(all[at - 1]!));
  const flush = firsts.filter((item) => item.indent === all[all.indexOf(item) - 1]!.indent).length;
  const isFlush = flush * 2 > firsts.length;
  return (indent) => (firsts.length === 0 || (indent === previous.indent) === isFlush ? 0 : 0.5);
}

function isKeyOpen({ opens, text }: Statement): boolean {
  return opens && !isListItem(text);
}

function keyOf(line: string): string | undefined {
  return /^\s*((?:-\s+)?[^\s:#]+):(?:\s|$)/.exec(line)?.[1];
}
