import { isDeepStrictEqual } from 'node:util';
import {
  type ClientSettings,
  type ConfigEntry,
  ConfigError,
  type ConfigFormat,
  canKeep,
  entryIn,
  isSettings,
  newSettings,
} from './config-entry.ts';
import { jsonConfig } from './config-json.ts';
import { tomlConfig } from './config-toml.ts';

export { ConfigError } from './config-entry.ts';

const formats: Readonly<Record<'json' | 'toml', ConfigFormat>> = { json: jsonConfig, toml: tomlConfig };

/** The text of a configuration with the entry added. Comments and everything else are kept. */
export function withEntry(format: 'json' | 'toml', text: string, entry: ConfigEntry): string {
  const { read, enter, group } = formats[format];
  const before = read(text);
  const old = entryIn(before, entry);
  const wanted = canKeep(old) ? { ...old, ...entry.value } : newSettings(entry);
  if (isDeepStrictEqual(old, wanted)) return text;
  const section = before[entry.section];
  if (section !== undefined && !isSettings(section))
    throw new ConfigError(`its \`${entry.section}\` is not ${group}`);
  const after = enter(text, entry, old);
  const expected = { ...before, [entry.section]: { ...section, [entry.name]: wanted } };
  if (isDeepStrictEqual(readAgain(format, after, entry), expected)) return after;
  throw new ConfigError('the change would touch other settings');
}

function readAgain(format: 'json' | 'toml', text: string, { section }: ConfigEntry): ClientSettings {
  const { read, closedSection } = formats[format];
  try {
    return read(text);
  } catch {
    throw new ConfigError(`its \`${section}\` ${closedSection}`);
  }
}

export function snippetOf(format: 'json' | 'toml', entry: ConfigEntry): string {
  return formats[format].snippet(entry);
}
