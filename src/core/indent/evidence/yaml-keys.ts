import { columnsOf, indentOf, isBlank, isListItem } from '../../text/indentation.ts';
import { opensBlock } from '../block-style.ts';
import type { InsertionGap } from '../place.ts';
import type { Statement } from '../statements.ts';
import { companionsOf } from '../yaml/companions.ts';
import { yamlStatements } from '../yaml/yaml-statements.ts';
import { type Against, nothing } from './against.ts';
import { keysAt, keysBelow, siblingsAt, yamlKeyOf } from './yaml-siblings.ts';

const MAX_OCCURRENCES = 20;

/** In YAML a key is among the keys that it is among elsewhere in the file, or at the same column. */
export function bySameKey(levels: readonly string[], { content, place, statements }: InsertionGap): Against {
  const key = place.style.isYaml ? yamlKeyOf(content[0]!) : undefined;
  if (key === undefined) return nothing;
  const later = yamlStatements(place.after);
  const company = new Set(
    [statements, later].flatMap((list) =>
      list
        .flatMap((statement, at) => (yamlKeyOf(statement.text) === key ? [at] : []))
        .slice(-MAX_OCCURRENCES)
        .flatMap((at) => besides(list, at)),
    ),
  );
  const among = (names: { has(name: string): boolean }) =>
    levels.filter((indent) => keysAt(indent, statements).some((name) => names.has(name)));
  const isSame = ({ text }: Statement) => yamlKeyOf(text) === key;
  const same = [statements.findLast(isSame)?.indent, later.find(isSame)?.indent];
  const known = [among(company), levels.filter((indent) => same.includes(indent))];
  const best = known.find(({ length }) => length > 0);
  if (best) return (indent) => (best.includes(indent) ? 0 : 1);
  const usual = among(companionsOf(key));
  return (indent) => (usual.length === 0 || usual.includes(indent) ? 0 : 0.4);
}

/** The keys of the mapping that a statement is in. */
function besides(list: readonly Statement[], at: number): string[] {
  const { indent } = list[at]!;
  const after = list.slice(at + 1);
  const end = after.findIndex((statement) => statement.indent.length < indent.length);
  const below = (end < 0 ? after : after.slice(0, end)).filter((statement) => statement.indent === indent);
  return [...keysAt(indent, list.slice(0, at)), ...below.flatMap(({ text }) => yamlKeyOf(text) ?? [])];
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

/** A key without a value directly before the new lines is rather waiting for them. */
export function byOpener({ content, place, previous, next }: InsertionGap): Against {
  if (!place.style.isYaml || !previous?.opens) return nothing;
  const outer = columnsOf(previous.indent);
  const hasValue = next !== undefined && columnsOf(indentOf(next)) > outer;
  const isList = isListItem(content[0]!) && !isListItem(previous.text);
  if (hasValue) return nothing;
  return (indent) => (columnsOf(indent) > outer || (isList && columnsOf(indent) === outer) ? 0 : 0.6);
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
    return nested.length > 0 || siblings.length === 0 || isBegun ? 0.3 : 0.5;
  };
}

/** An item with one key so far goes on rather than being complete. */
function isItemAbove(indent: string, statements: readonly Statement[]): boolean {
  const { text = '', indent: own = '' } = statements.at(-1) ?? {};
  return isListItem(text) && own.length + 2 === indent.length;
}
