import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import {
  type ConfigEntry,
  ConfigError,
  type ConfigFormat,
  canStay,
  newEntry,
  type Settings,
} from './config-entry.ts';

export const tomlConfig: ConfigFormat = {
  group: 'table',
  closedSection: 'is an inline table, which cannot be extended: write what it holds as tables of their own',
  read,
  enter(text, entry, old) {
    if (old === undefined) return text + gapAfter(text) + withEnds(tableOf(entry), text);
    return canStay(old) ? change(text, entry) : replace(text, entry);
  },
  snippet: tableOf,
};

function read(text: string): Settings {
  try {
    // Its objects have no prototype, which no comparison forgives.
    return structuredClone(parse(text)) as Settings;
  } catch (error) {
    throw new ConfigError(`it is not valid TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function tableOf(entry: ConfigEntry): string {
  return `[${entry.section}.${entry.name}]\n${stringify(newEntry(entry)).trimEnd()}\n`;
}

/** As the other lines of the text end. */
function withEnds(lines: string, text: string): string {
  return text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
}

function gapAfter(text: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return '';
  return withEnds(text.endsWith('\n') ? '\n' : '\n\n', text);
}

/** Only what the entry must say and does not. */
function change(text: string, entry: ConfigEntry): string {
  return Object.entries(entry.value).reduce((source, [key, value]) => {
    const statements = statementsIn(source);
    const start = headerAt(statements, entry);
    const next = statements.findIndex(({ header }, i) => i > start && header !== undefined);
    const own = statements.slice(start, next === -1 ? undefined : next);
    const at = own.findIndex(({ settings }) => settings !== undefined && key in settings);
    if (at !== -1 && isDeepStrictEqual(own[at]!.settings![key], value)) return source;
    const last = own.findLastIndex(({ header, settings }) => header ?? settings);
    const line = `${key} = ${written(value)}`;
    if (at !== -1) own[at] = { text: withValue(own[at]!.text, value) };
    else own[last] = { text: followedBy(own[last]!.text, line, source) };
    return textOf([...statements.slice(0, start), ...own, ...statements.slice(start + own.length)]);
  }, text);
}

/** The table and those that hang below it become the new one. */
function replace(text: string, entry: ConfigEntry): string {
  const statements = statementsIn(text);
  const start = headerAt(statements, entry);
  const next = statements.findIndex(
    ({ header }, i) => i > start && header !== undefined && !isOf(header.slice(0, 2), entry),
  );
  const table = withEnds(tableOf(entry), text);
  const rest = next === -1 ? '' : withEnds('\n', text) + textOf(statements.slice(next));
  return textOf(statements.slice(0, start)) + table + rest;
}

/** A header, a setting, or a line that says neither, with its line end. */
type Statement = {
  readonly text: string;
  readonly header?: readonly string[] | undefined;
  readonly settings?: Settings | undefined;
};

/** No part of a statement is a statement, so that each ends with the first line that makes it whole. */
function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [];
  let begun = '';
  for (const line of text.split(/(?<=\n)/)) {
    begun += line;
    const settings = parsed(begun);
    if (!settings) continue;
    const isHeader = /^\s*\[/.test(begun);
    const isSetting = !isHeader && Object.keys(settings).length > 0;
    statements.push({
      text: begun,
      header: isHeader ? namesIn(settings) : undefined,
      settings: isSetting ? settings : undefined,
    });
    begun = '';
  }
  return statements;
}

function parsed(text: string): Settings | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** `a`, `b` and `c` for `[a.b.c]`. */
function namesIn(settings: unknown): string[] {
  const [first] = Object.entries((settings ?? {}) as Settings);
  return first ? [first[0], ...namesIn(first[1])] : [];
}

function headerAt(statements: readonly Statement[], entry: ConfigEntry): number {
  const start = statements.findIndex(({ header }) => header && isOf(header, entry));
  if (start !== -1) return start;
  throw new ConfigError(`\`${entry.section}.${entry.name}\` in it is not a table of its own`);
}

function isOf(header: readonly string[], { section, name }: ConfigEntry): boolean {
  return isDeepStrictEqual(header, [section, name]);
}

/** The setting with another value, and the comment behind it. */
function withValue(setting: string, value: unknown): string {
  const [head] = /^[^=]*=[ \t]*/.exec(setting)!;
  const bare = setting.trimEnd();
  const comment = [...bare.matchAll(/[ \t]*#/g)].find(({ index }) => parsed(bare.slice(0, index)));
  return head + written(value) + setting.slice(comment?.index ?? bare.length);
}

function followedBy(before: string, line: string, source: string): string {
  const end = withEnds('\n', source);
  return `${before}${before.endsWith('\n') ? '' : end}${line}${end}`;
}

function written(value: unknown): string {
  return stringify({ value }).trim().slice('value = '.length);
}

function textOf(statements: readonly Statement[]): string {
  return statements.map(({ text }) => text).join('');
}
