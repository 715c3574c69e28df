export type ClientSettings = Record<string, unknown>;

/** An entry of a configuration, under `section` and `name`. */
export type ConfigEntry = {
  readonly section: string;
  readonly name: string;
  /** Required settings. Other settings of an existing entry are kept. */
  readonly value: ClientSettings;
  /** Additional settings of a new entry. */
  readonly whenNew?: ClientSettings | undefined;
};

/** Reads and changes configurations in one format. */
export type ConfigFormat = {
  read(text: string): ClientSettings;
  /** The text with the entry added; `old` is the existing entry. */
  enter(text: string, entry: ConfigEntry, old: unknown): string;
  /** The entry alone, for adding it by hand. */
  snippet(entry: ConfigEntry): string;
  /** The format's word for a group of settings. */
  readonly group: string;
  /** Why an entry cannot be added to a section that reads well. */
  readonly closedSection: string;
};

/** A configuration cannot be changed safely; the message says why. */
export class ConfigError extends Error {}

export function isSettings(value: unknown): value is ClientSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function entryIn(settings: ClientSettings, { section, name }: ConfigEntry): unknown {
  const entries = settings[section];
  return isSettings(entries) ? entries[name] : undefined;
}

/** Whether the existing entry starts a local server, so that its other settings can be kept. */
export function canKeep(old: unknown): old is ClientSettings {
  return isSettings(old) && !['url', 'httpUrl', 'serverUrl'].some((name) => name in old);
}

/** All settings of a new entry. */
export function newSettings({ value, whenNew }: ConfigEntry): ClientSettings {
  return { ...value, ...whenNew };
}
