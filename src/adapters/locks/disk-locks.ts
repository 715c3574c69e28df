import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import type { Locks } from '../../ports/locks.ts';
import { systemCode } from '../files/file-errors.ts';
import { type FileHandle, lstat, open, readNames, unlink, utimes, writeFile } from '../files/quick-io.ts';
import { pathHash, stagingName, stagingPrefix } from '../private/path-names.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile } from '../private/trust.ts';
import {
  breakLock,
  type InspectedLock,
  inspectLock,
  LOCK_SUFFIX,
  STALE_AFTER_MS,
  STALE_SUFFIX,
} from './stale-lock.ts';

export type DiskLocksOptions = {
  /** The state directory. */
  readonly directory: string;
  /** How long to wait for another process that holds the path. */
  readonly timeoutMs?: number;
};

export function lockFolder(stateDirectory: string): string {
  return join(stateDirectory, 'locks');
}

/** A lock file for each path. Where none can be made or trusted, the action runs without one. */
export class DiskLocks implements Locks {
  readonly #folder: string;
  readonly #timeoutMs: number;
  /** The last action of each path here: they run one after the other. */
  readonly #tails = new Map<string, Promise<void>>();
  readonly #unreleased = new Set<Release>();
  #swept: Promise<void> | undefined;

  constructor({ directory, timeoutMs = 10_000 }: DiskLocksOptions) {
    this.#folder = lockFolder(directory);
    this.#timeoutMs = timeoutMs;
  }

  async withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
    const earlier = this.#tails.get(path) ?? Promise.resolve();
    const result = earlier.then(() => this.#whileHeld(path, action));
    const tail = result.then(ignore, ignore);
    this.#tails.set(path, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(path) === tail) this.#tails.delete(path);
    }
  }

  async #whileHeld<T>(path: string, action: () => Promise<T>): Promise<T> {
    if (!isTrusted(this.#folder)) return action();
    this.#swept ??= sweep(this.#folder, (release) => this.#tryToRelease(release));
    await this.#swept;
    for (const release of this.#unreleased) await this.#tryToRelease(release);
    const release = await acquire(this.#folder, path, this.#timeoutMs);
    try {
      return await action();
    } finally {
      await this.#tryToRelease(release);
    }
  }

  /** A lock file that could not be removed is tried again by the next call. */
  async #tryToRelease(release: Release): Promise<void> {
    if (await release()) this.#unreleased.delete(release);
    else this.#unreleased.add(release);
  }
}

function ignore(): void {}

/** A lock in a folder that other users can write to proves nothing. */
function isTrusted(directory: string): boolean {
  try {
    for (const folder of [dirname(directory), directory]) expectTrustedFolder(folder);
    return true;
  } catch {
    return false;
  }
}

/** False if the lock file could not be removed. */
type Release = () => Promise<boolean>;
type LetGo = (release: Release) => Promise<void>;

/** Pauses between two attempts. */
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

async function acquire(directory: string, path: string, timeoutMs: number): Promise<Release> {
  const file = join(directory, lockName(path));
  const deadline = performance.now() + timeoutMs;
  let sawStale = false;
  for (let pauseMs = MIN_PAUSE_MS; ; ) {
    const release = await tryToTake(file, path);
    if (release && sawStale) await removeLeftovers(path);
    if (release) return release;
    const lock = await inspectLock(file).catch(() => 'unreadable' as const);
    if (lock === 'unreadable') return withoutLock;
    if (!lock) continue;
    if (lock.stale) {
      sawStale = true;
      if (!(await couldBreak(file, lock))) return withoutLock;
      continue;
    }
    if (performance.now() >= deadline) throw busy(path, lock.holder?.pid);
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

async function withoutLock(): Promise<boolean> {
  return true;
}

function couldBreak(file: string, lock: InspectedLock): Promise<boolean> {
  return breakLock(file, lock).then(
    () => true,
    () => false,
  );
}

/** Undefined if another process holds it. */
async function tryToTake(file: string, path: string): Promise<Release | undefined> {
  const content = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    path,
    token: randomBytes(8).toString('hex'),
  });
  try {
    const handle = await openNew(file);
    // A lock file whose content could not be written is ours too, and must be removed.
    await writeFile(handle.fd, content)
      .finally(handle.close)
      .catch(() => {});
  } catch (error) {
    return systemCode(error) === 'EEXIST' ? undefined : withoutLock;
  }
  const beat = setInterval(() => refresh(file), STALE_AFTER_MS / 4).unref();
  return () => {
    clearInterval(beat);
    return couldRemove(file, content);
  };
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    makePrivateFolder(dirname(file));
    return open(file, 'wx', 0o600);
  }
}

/** If this process was suspended for long, another may have broken the lock as stale and taken it. */
async function couldRemove(file: string, content: string): Promise<boolean> {
  try {
    // On a full disk, only the beginning of our content was written.
    if (content.startsWith(readTrustedFile(file).toString())) await unlink(file);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}

function refresh(file: string): void {
  const now = new Date();
  utimes(file, now, now).catch(() => {});
}

/** Removes what dead processes have left: their locks, and their staged files beside the targets. */
async function sweep(directory: string, letGo: LetGo): Promise<void> {
  for (const name of await readNames(directory).catch(() => [])) {
    const file = join(directory, name);
    if (name.endsWith(LOCK_SUFFIX)) await freeIfStale(directory, name, letGo);
    else if (name.endsWith(STALE_SUFFIX) && (await isAbandoned(file))) await unlink(file).catch(() => {});
  }
}

async function freeIfStale(directory: string, name: string, letGo: LetGo): Promise<void> {
  const lock = await inspectLock(join(directory, name)).catch(() => undefined);
  if (!lock?.stale) return;
  const path = lock.holder?.path;
  if (path === undefined || lockName(path) !== name) {
    await couldBreak(join(directory, name), lock);
    return;
  }
  const release = await acquire(directory, path, 0).catch(() => undefined);
  if (release) await letGo(release);
}

async function isAbandoned(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_AFTER_MS;
}

function lockName(path: string): string {
  return pathHash(path) + LOCK_SUFFIX;
}

function busy(path: string, pid: number | undefined): ToolError {
  const who = pid === undefined ? 'another process' : `another process (pid ${pid})`;
  return new ToolError(
    'BUSY',
    `Busy: ${path} is being edited by ${who}. Nothing was changed; try again later.`,
    {
      path,
      pid,
    },
  );
}

/** Removes what a dead process has left beside a file. */
async function removeLeftovers(path: string): Promise<void> {
  const usual = [stagingName(path), stagingName(path, 'old')];
  const prefix = stagingPrefix(path);
  const names = (await readNames(dirname(path)).catch(() => usual)).filter((name) => name.startsWith(prefix));
  for (const name of names) await unlink(join(dirname(path), name)).catch(() => {});
}
