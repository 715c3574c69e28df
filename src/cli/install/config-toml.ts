import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import {
  type ClientSettings,
  type ConfigEntry,
  ConfigError,
  type ConfigFormat,
  canKeep,
  newSettings,
} from './config-entry.ts';

export const tomlConfig: ConfigFormat = {
  group: 'a table',
  closedSection: 'is an inline table, which cannot be extended: write its contents as separate tables',
  read,
  enter(text, entry, old) {
    if (old === undefined) return text + gapAfter(text) + withEnds(tableOf(entry), text);
    return canKeep(old) ? change(text, entry) : replace(text, entry);
  },
  snippet: tableOf,
};

function read(text: string): ClientSettings {
  try {
    // Its objects have no prototype, which a deep comparison would notice.
    return structuredClone(parse(text)) as ClientSettings;
  } catch (error) {
    throw new ConfigError(`it is not valid TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function tableOf(entry: ConfigEntry): string {
  return `[${entry.section}.${entry.name}]\n${stringify(newSettings(entry)).trimEnd()}\n`;
}

/** Lines with the line ends of the text. */
function withEnds(lines: string, text: string): string {
  return text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
}

function gapAfter(text: string): string {
  if (text === '' || /\n\r?\n$/.test(text)) return '';
  return withEnds(text.endsWith('\n') ? '\n' : '\n\n', text);
}

/** Changes only the required settings that differ. */
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

/** Replaces the table and its subtables. */
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

/** A header, a setting, or another line, with its line end. */
type Statement = {
  readonly text: string;
  readonly header?: readonly string[] | undefined;
  readonly settings?: ClientSettings | undefined;
};

/** No beginning of a statement is itself valid, so each statement ends with the first line that makes it valid. */
function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [];
  let pending = '';
  for (const line of text.split(/(?<=\n)/)) {
    pending += line;
    const settings = parsed(pending);
    if (!settings) continue;
    const isHeader = /^\s*\[/.test(pending);
    const isSetting = !isHeader && Object.keys(settings).length > 0;
    statements.push({
      text: pending,
      header: isHeader ? namesIn(settings) : undefined,
      settings: isSetting ? settings : undefined,
    });
    pending = '';
  }
  return statements;
}

function parsed(text: string): ClientSettings | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** `a`, `b` and `c` for `[a.b.c]`. */
function namesIn(settings: unknown): string[] {
  const [first] = Object.entries((settings ?? {}) as ClientSettings);
  return first ? [first[0], ...namesIn(first[1])] : [];
}

function headerAt(statements: readonly Statement[], entry: ConfigEntry): number {
  const start = statements.findIndex(({ header }) => header && isOf(header, entry));
  if (start !== -1) return start;
  throw new ConfigError(`its \`${entry.section}.${entry.name}\` is not a separate table`);
}

function isOf(header: readonly string[], { section, name }: ConfigEntry): boolean {
  return isDeepStrictEqual(header, [section, name]);
}

/** The setting with another value, and its comment. */
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
