import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parse as parseJsonc,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import {
  type ClientSettings,
  type ConfigEntry,
  ConfigError,
  type ConfigFormat,
  canKeep,
  isSettings,
  newSettings,
} from './config-entry.ts';

export const jsonConfig: ConfigFormat = {
  group: 'an object',
  closedSection: 'cannot be extended',
  read,
  enter: (text, entry, old) => (canKeep(old) ? change(text, entry) : enter(text, entry)),
  snippet: (entry) => JSON.stringify({ [entry.section]: { [entry.name]: newSettings(entry) } }),
};

function read(text: string): ClientSettings {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const settings: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new ConfigError(`it is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}`);
  }
  if (isSettings(settings)) return settings;
  throw new ConfigError('it is not a JSON object');
}

function enter(text: string, entry: ConfigEntry): string {
  const { section, name } = entry;
  const source = text.trim() === '' ? '{}\n' : text;
  const root = treeOf(source);
  const value = newSettings(entry);
  const old = findNodeAtLocation(root, [section, name]);
  if (old) return splice(source, old, pretty(value, 2, source));
  const parent = findNodeAtLocation(root, [section]);
  if (parent)
    return addProperty(source, parent, { depth: 2, text: `"${name}": ${pretty(value, 2, source)}` });
  const added = pretty({ [name]: value }, 1, source);
  return addProperty(source, root, { depth: 1, text: `"${section}": ${added}` });
}

/** Changes only the required settings that differ. */
function change(text: string, { section, name, value }: ConfigEntry): string {
  return Object.entries(value).reduce((source, [key, wanted]) => {
    const entry = findNodeAtLocation(treeOf(source), [section, name])!;
    const old = findNodeAtLocation(entry, [key]);
    if (old && isDeepStrictEqual(getNodeValue(old), wanted)) return source;
    const written = isInOneLine(source, old ?? entry) ? inOneLine(wanted) : pretty(wanted, 3, source);
    if (old) return splice(source, old, written);
    return addProperty(source, entry, { depth: 3, text: `"${key}": ${written}` });
  }, text);
}

function treeOf(source: string): Node {
  return parseTree(source, [], { allowTrailingComma: true })!;
}

/** The unit of indentation and the line end of a text. */
function layoutOf(source: string): { readonly unit: string; readonly eol: string } {
  return {
    unit: /^[ \t]+(?=")/m.exec(source)?.[0] ?? '  ',
    eol: source.includes('\r\n') ? '\r\n' : '\n',
  };
}

type Property = { readonly depth: number; readonly text: string };

/** Adds a property after the last one, whose text and what follows it are kept. */
function addProperty(source: string, parent: Node, { depth, text }: Property): string {
  const { unit, eol } = layoutOf(source);
  const last = parent.children?.at(-1);
  const line = `${eol}${unit.repeat(depth)}${text}`;
  if (last) {
    const added = depth === 3 && isInOneLine(source, parent) ? ` ${text}` : line;
    return splice(source, { offset: last.offset + last.length, length: 0 }, `,${added}`);
  }
  const inside = { offset: parent.offset + 1, length: parent.length - 2 };
  const between = source.slice(inside.offset, inside.offset + inside.length);
  const rest = between.trim() === '' ? eol + unit.repeat(depth - 1) : between;
  return splice(source, inside, line + rest);
}

type TextRange = Pick<Node, 'offset' | 'length'>;

function isInOneLine(source: string, { offset, length }: TextRange): boolean {
  return !source.slice(offset, offset + length).includes('\n');
}

function inOneLine(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
}

function pretty(value: unknown, depth: number, source: string): string {
  const { unit, eol } = layoutOf(source);
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + unit.repeat(depth));
}

function splice(source: string, { offset, length }: TextRange, text: string): string {
  return source.slice(0, offset) + text + source.slice(offset + length);
}
