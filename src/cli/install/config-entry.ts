export type Settings = Record<string, unknown>;

/** What to enter in a configuration under `section` and `name`. */
export type ConfigEntry = {
  readonly section: string;
  readonly name: string;
  /** What it must say. What else a user has set there stays. */
  readonly value: Settings;
  /** What it says besides, unless it is there already. */
  readonly whenNew?: Settings | undefined;
};

/** How a format of configurations is read and changed. */
export type ConfigFormat = {
  read(text: string): Settings;
  /** The text with the entry in it; `old` is what stands there. */
  enter(text: string, entry: ConfigEntry, old: unknown): string;
  /** The entry alone, for someone who enters it by hand. */
  snippet(entry: ConfigEntry): string;
  /** What it calls a group of settings. */
  readonly group: string;
  /** Why an entry cannot be added to a section that reads well. */
  readonly closedSection: string;
};

/** A configuration that cannot be changed safely; the text says why. */
export class ConfigError extends Error {}

export function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function entryIn(settings: Settings, { section, name }: ConfigEntry): unknown {
  const entries = settings[section];
  return isSettings(entries) ? entries[name] : undefined;
}

/** Whether what is there is a server that a program starts, whose other settings are as good for ours. */
export function canStay(old: unknown): old is Settings {
  return isSettings(old) && !['url', 'httpUrl', 'serverUrl'].some((name) => name in old);
}

/** All that a new entry says. */
export function newEntry({ value, whenNew }: ConfigEntry): Settings {
  return { ...value, ...whenNew };
}
