import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Limits of what all processes keep together. */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** `<pid>-<start>-<number>.jsonl`: one process writes a file, so that none waits for another. */
const NAME = /^(\d+)-(\d+)-(\d+)\.jsonl$/;

export type JournalFile = {
  readonly path: string;
  readonly pid: number;
  readonly startedAt: number;
  /** Counts the files of one process. */
  readonly number: number;
  readonly bytes: number;
  readonly changedAt: number;
};

export function journalDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'journal');
}

export function journalName(pid: number, startedAt: number, number: number): string {
  return `${pid}-${startedAt}-${number}.jsonl`;
}

/** Oldest first; empty if there is no folder yet. */
export function listJournals(directory: string): JournalFile[] {
  return namesIn(directory)
    .flatMap((name) => describe(directory, name) ?? [])
    .sort((a, b) => a.startedAt - b.startedAt || a.number - b.number);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function describe(directory: string, name: string): JournalFile | undefined {
  const [, pid, startedAt, number] = NAME.exec(name)?.map(Number) ?? [];
  if (pid === undefined || startedAt === undefined || number === undefined) return undefined;
  const path = join(directory, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, pid, startedAt, number, bytes: stats.size, changedAt: stats.mtimeMs };
}

/** Removes what is too old, then the oldest of what is too much. */
export function pruneJournals(directory: string, now: number): void {
  const kept = listJournals(directory).sort((a, b) => b.changedAt - a.changedAt);
  let total = 0;
  for (const { path, bytes, changedAt } of kept) {
    total += bytes;
    if (total <= MAX_TOTAL_BYTES && now - changedAt <= MAX_AGE_MS) continue;
    try {
      unlinkSync(path);
    } catch {
      // Another process removed it.
    }
  }
}
