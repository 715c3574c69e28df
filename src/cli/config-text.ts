import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse as parseJsonc,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';

/** What to enter in a configuration: `value` under `section` and `name`. */
export type ConfigEntry = {
  readonly section: string;
  readonly name: string;
  readonly value: Record<string, unknown>;
};

type Settings = Record<string, unknown>;

/** A configuration that cannot be changed safely; the text says why. */
export class ConfigError extends Error {}

/** The text of a configuration with the entry in it. Comments and everything else stay as they are. */
export function withEntry(format: 'json' | 'toml', text: string, entry: ConfigEntry): string {
  const read = format === 'json' ? readJson : readToml;
  const before = read(text);
  if (isDeepStrictEqual(entryIn(before, entry), entry.value)) return text;
  const section = before[entry.section];
  if (section !== undefined && !isSettings(section))
    throw new ConfigError(`\`${entry.section}\` in it is no ${format === 'json' ? 'object' : 'table'}`);
  const after = format === 'json' ? enterJson(text, entry) : enterToml(text, before, entry);
  const result = read(after);
  if (isDeepStrictEqual(result, expected(before, entry))) return after;
  throw new ConfigError('the change would touch other settings');
}

function entryIn(settings: Settings, { section, name }: ConfigEntry): unknown {
  const entries = settings[section];
  return isSettings(entries) ? entries[name] : undefined;
}

function expected(before: Settings, { section, name, value }: ConfigEntry): Settings {
  const entries = before[section];
  return { ...before, [section]: { ...(isSettings(entries) ? entries : {}), [name]: value } };
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(text: string): Settings {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const settings: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new ConfigError(`it is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}`);
  }
  if (isSettings(settings)) return settings;
  throw new ConfigError('it holds no JSON object');
}

function enterJson(text: string, { section, name, value }: ConfigEntry): string {
  const source = text.trim() === '' ? '{}\n' : text;
  const root = parseTree(source, [], { allowTrailingComma: true })!;
  const layout = {
    unit: /^[ \t]+(?=")/m.exec(source)?.[0] ?? '  ',
    eol: source.includes('\r\n') ? '\r\n' : '\n',
  };
  const old = findNodeAtLocation(root, [section, name]);
  if (old) return splice(source, old.offset, old.offset + old.length, pretty(value, 2, layout));
  const parent = findNodeAtLocation(root, [section]);
  if (parent) return addProperty(source, parent, 2, `"${name}": ${pretty(value, 2, layout)}`, layout);
  return addProperty(source, root, 1, `"${section}": ${pretty({ [name]: value }, 1, layout)}`, layout);
}

type Layout = { readonly unit: string; readonly eol: string };

/** Behind the last property, whose own text and what follows it stay as they are. */
function addProperty(source: string, parent: Node, depth: number, property: string, layout: Layout): string {
  const { unit, eol } = layout;
  const last = parent.children?.at(-1);
  const line = `${eol}${unit.repeat(depth)}${property}`;
  if (last) return splice(source, last.offset + last.length, last.offset + last.length, `,${line}`);
  const [start, end] = [parent.offset + 1, parent.offset + parent.length - 1];
  const inside = source.slice(start, end);
  const comment = inside.trim() === '' ? eol + unit.repeat(depth - 1) : inside;
  return splice(source, start, end, line + comment);
}

function pretty(value: Settings, depth: number, { unit, eol }: Layout): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + unit.repeat(depth));
}

function splice(source: string, start: number, end: number, text: string): string {
  return source.slice(0, start) + text + source.slice(end);
}

function readToml(text: string): Settings {
  try {
    // Its objects have no prototype, which no comparison forgives.
    return structuredClone(parseToml(text)) as Settings;
  } catch (error) {
    throw new ConfigError(`it is not valid TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** A new table goes to the end; one that is there is replaced, if it is written as a table of its own. */
function enterToml(text: string, before: Settings, entry: ConfigEntry): string {
  const { section, name, value } = entry;
  const table = `[${section}.${name}]\n${stringifyToml(value).trimEnd()}\n`;
  if (entryIn(before, entry) === undefined) {
    const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return text + gap + table;
  }
  const lines = text.split('\n');
  const start = lines.findIndex((line) => isHeader(line, section, name));
  if (start === -1) throw new ConfigError(`\`${section}.${name}\` in it is not a table of its own`);
  const next = lines.findIndex(
    (line, i) => i > start && /^\s*\[/.test(line) && !isBelow(line, section, name),
  );
  const end = next === -1 ? lines.length : next;
  const blank = next === -1 ? [] : [''];
  return [...lines.slice(0, start), ...table.trimEnd().split('\n'), ...blank, ...lines.slice(end)]
    .join('\n')
    .replace(/\n*$/, '\n');
}

function isHeader(line: string, section: string, name: string): boolean {
  return tableName(line) === `${section}.${name}`;
}

function isBelow(line: string, section: string, name: string): boolean {
  return tableName(line)?.startsWith(`${section}.${name}.`) ?? false;
}

function tableName(line: string): string | undefined {
  return /^\s*\[\s*([^\][]+?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '');
}
