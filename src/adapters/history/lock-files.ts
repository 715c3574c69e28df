import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import { systemCode } from '../files/file-errors.ts';
import { type FileHandle, lstat, open, readNames, unlink, utimes, writeFile } from '../files/quick-io.ts';
import { removeLeftovers } from '../files/staging-name.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile } from '../private/trust.ts';
import { pathHash } from './path-hash.ts';
import {
  breakLock,
  type InspectedLock,
  inspectLock,
  lockSuffix,
  staleAfterMs,
  staleSuffix,
} from './stale-lock.ts';

export type WhileHeld = <T>(path: string, action: () => Promise<T>) => Promise<T>;

/** Keeps other processes off a path. Where no lock file can be made or trusted, the action runs without one. */
export function lockFiles(directory: string, timeoutMs: number): WhileHeld {
  let swept: Promise<void> | undefined;
  const unreleased = new Set<Release>();
  const letGo: LetGo = async (release) => {
    if (await release()) unreleased.delete(release);
    else unreleased.add(release);
  };
  return async (path, action) => {
    if (!isTrusted(directory)) return action();
    swept ??= sweep(directory, letGo);
    await swept;
    for (const release of unreleased) await letGo(release);
    const release = await acquire(directory, path, timeoutMs);
    try {
      return await action();
    } finally {
      await letGo(release);
    }
  };
}

/** Where others may write, a lock says nothing. */
function isTrusted(directory: string): boolean {
  try {
    for (const folder of [dirname(directory), directory]) expectTrustedFolder(folder);
    return true;
  } catch {
    return false;
  }
}

/** False if the lock file could not be removed: then it is to be tried again, since it keeps everyone off. */
type Release = () => Promise<boolean>;
type LetGo = (release: Release) => Promise<void>;

/** Pauses between two attempts. */
const shortestPauseMs = 2;
const longestPauseMs = 50;

async function acquire(directory: string, path: string, timeoutMs: number): Promise<Release> {
  const file = join(directory, lockName(path));
  const deadline = performance.now() + timeoutMs;
  let sawStale = false;
  for (let pauseMs = shortestPauseMs; ; ) {
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
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
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

/** Undefined if someone else holds it. */
async function tryToTake(file: string, path: string): Promise<Release | undefined> {
  const content = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    path,
    token: randomBytes(8).toString('hex'),
  });
  try {
    const handle = await openNew(file);
    // Also a lock that could not be written is ours, and must be removed.
    await writeFile(handle.fd, content)
      .finally(handle.close)
      .catch(() => {});
  } catch (error) {
    return systemCode(error) === 'EEXIST' ? undefined : withoutLock;
  }
  const beat = setInterval(() => refresh(file), staleAfterMs / 4).unref();
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

/** It may have been judged stale, if this process was asleep for long, and be someone else's by now. */
async function couldRemove(file: string, content: string): Promise<boolean> {
  try {
    // What a full disk has left of ours is its beginning.
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

/** Frees what processes that died have left: their locks, and their staged files beside the targets. */
async function sweep(directory: string, letGo: LetGo): Promise<void> {
  for (const name of await readNames(directory).catch(() => [])) {
    const file = join(directory, name);
    if (name.endsWith(lockSuffix)) await freeIfStale(directory, name, letGo);
    else if (name.endsWith(staleSuffix) && (await isAbandoned(file))) await unlink(file).catch(() => {});
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
  return stats !== undefined && Date.now() - stats.mtimeMs > staleAfterMs;
}

function lockName(path: string): string {
  return pathHash(path) + lockSuffix;
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
