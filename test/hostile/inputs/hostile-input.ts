import { writeFile } from 'node:fs/promises';
import type { Corvid } from '../../corvid-client.ts';

/** One hostile input: files of a project, and a call that reads or changes them. */
export type HostileInput = {
  readonly name: string;
  /** Makes the files; its time does not count. */
  readonly prepare?: (corvid: Corvid) => Promise<void>;
  readonly attack: (corvid: Corvid) => Promise<unknown>;
  /** What the last answer says: a call that is refused for another reason attacks nothing. */
  readonly answer?: RegExp;
  /** Cheap enough for every run of the tests. */
  readonly isQuick?: true;
};

export const MB = 1_000_000;

export const file = (name: string, content: () => string | Uint8Array) => (corvid: Corvid) =>
  writeFile(corvid.path(name), content());

export const call = (tool: string, name: string, input: Record<string, unknown>) => (corvid: Corvid) =>
  corvid.call(tool, { path: corvid.path(name), ...input });

export const numbered = (count: number, prefix = 'line ') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}\n`).join('');
