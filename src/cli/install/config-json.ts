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
  type ConfigEntry,
  ConfigError,
  type ConfigFormat,
  canKeep,
  isSettings,
  newSettings,
  type Settings,
} from './config-entry.ts';

export const jsonConfig: ConfigFormat = {
  group: 'an object',
  closedSection: 'cannot be extended',
  read,
  enter: (text, entry, old) => (canKeep(old) ? change(text, entry) : enter(text, entry)),
  snippet: (entry) => JSON.stringify({ [entry.section]: { [entry.name]: newSettings(entry) } }),
};

function read(text: string): Settings {
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
  const layout = layoutOf(source);
  const value = newSettings(entry);
  const old = findNodeAtLocation(root, [section, name]);
  if (old) return splice(source, old.offset, old.offset + old.length, pretty(value, 2, layout));
  const parent = findNodeAtLocation(root, [section]);
  if (parent) return addProperty(source, parent, 2, `"${name}": ${pretty(value, 2, layout)}`, layout);
  return addProperty(source, root, 1, `"${section}": ${pretty({ [name]: value }, 1, layout)}`, layout);
}

/** Changes only the required settings that differ. */
function change(text: string, { section, name, value }: ConfigEntry): string {
  return Object.entries(value).reduce((source, [key, wanted]) => {
    const root = treeOf(source);
    const layout = layoutOf(source);
    const entry = findNodeAtLocation(root, [section, name])!;
    const old = findNodeAtLocation(entry, [key]);
    if (old && isDeepStrictEqual(getNodeValue(old), wanted)) return source;
    const written = isInOneLine(source, old ?? entry) ? inOneLine(wanted) : pretty(wanted, 3, layout);
    if (old) return splice(source, old.offset, old.offset + old.length, written);
    return addProperty(source, entry, 3, `"${key}": ${written}`, layout);
  }, text);
}

type Layout = { readonly unit: string; readonly eol: string };

function treeOf(source: string): Node {
  return parseTree(source, [], { allowTrailingComma: true })!;
}

function layoutOf(source: string): Layout {
  return {
    unit: /^[ \t]+(?=")/m.exec(source)?.[0] ?? '  ',
    eol: source.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Adds a property after the last one, whose text and what follows it are kept. */
function addProperty(source: string, parent: Node, depth: number, property: string, layout: Layout): string {
  const { unit, eol } = layout;
  const last = parent.children?.at(-1);
  const line = `${eol}${unit.repeat(depth)}${property}`;
  if (last) {
    const added = depth === 3 && isInOneLine(source, parent) ? ` ${property}` : line;
    return splice(source, last.offset + last.length, last.offset + last.length, `,${added}`);
  }
  const [start, end] = [parent.offset + 1, parent.offset + parent.length - 1];
  const inside = source.slice(start, end);
  const comment = inside.trim() === '' ? eol + unit.repeat(depth - 1) : inside;
  return splice(source, start, end, line + comment);
}

function isInOneLine(source: string, { offset, length }: Node): boolean {
  return !source.slice(offset, offset + length).includes('\n');
}

function inOneLine(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value);
}

function pretty(value: unknown, depth: number, { unit, eol }: Layout): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + unit.repeat(depth));
}

function splice(source: string, start: number, end: number, text: string): string {
  return source.slice(0, start) + text + source.slice(end);
}
