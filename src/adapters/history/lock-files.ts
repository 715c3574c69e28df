import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../core/errors.ts';
import { systemCode } from '../files/file-errors.ts';
import { lstat, readFile, readNames, unlink, utimes, writeFile } from '../files/quick-io.ts';
import { stagingPath } from '../files/staging-name.ts';
import { pathHash } from './path-hash.ts';
import { makePrivateFolder } from './private-folder.ts';
import { breakLock, type InspectedLock, inspectLock, staleAfterMs, staleSuffix } from './stale-lock.ts';

export type WhileHeld = <T>(path: string, action: () => Promise<T>) => Promise<T>;

/** Keeps other processes off a path. Where no lock file can be made, the action runs without one. */
export function lockFiles(directory: string, timeoutMs: number): WhileHeld {
  let swept: Promise<void> | undefined;
  return async (path, action) => {
    swept ??= sweep(directory);
    await swept;
    const release = await acquire(directory, path, timeoutMs);
    try {
      return await action();
    } finally {
      await release();
    }
  };
}

type Release = () => Promise<void>;

/** Pauses between two attempts. */
const shortestPauseMs = 2;
const longestPauseMs = 50;

async function acquire(directory: string, path: string, timeoutMs: number): Promise<Release> {
  const file = join(directory, lockName(path));
  const deadline = performance.now() + timeoutMs;
  let sawStale = false;
  for (let pauseMs = shortestPauseMs; ; ) {
    const release = await tryToTake(file, path);
    if (release && sawStale) await unlink(stagingPath(path)).catch(() => {});
    if (release) return release;
    const lock = await inspectLock(file);
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

async function withoutLock(): Promise<void> {}

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
    await writeNew(file, content);
  } catch (error) {
    return systemCode(error) === 'EEXIST' ? undefined : withoutLock;
  }
  const beat = setInterval(() => refresh(file), staleAfterMs / 4).unref();
  return async () => {
    clearInterval(beat);
    // It may have been judged stale, if this process was asleep for long.
    if ((await readFile(file, 'utf8').catch(() => '')) === content) await unlink(file).catch(() => {});
  };
}

async function writeNew(file: string, content: string): Promise<void> {
  const options = { flag: 'wx', mode: 0o600 } as const;
  await writeFile(file, content, options).catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    await makePrivateFolder(dirname(file));
    return writeFile(file, content, options);
  });
}

function refresh(file: string): void {
  const now = new Date();
  utimes(file, now, now).catch(() => {});
}

/** Frees what processes that died have left: their locks, and their staged files beside the targets. */
async function sweep(directory: string): Promise<void> {
  for (const name of await readNames(directory).catch(() => [])) {
    const file = join(directory, name);
    if (name.endsWith('.lock')) await freeIfStale(directory, name);
    else if (name.endsWith(staleSuffix) && (await isAbandoned(file))) await unlink(file).catch(() => {});
  }
}

async function freeIfStale(directory: string, name: string): Promise<void> {
  const lock = await inspectLock(join(directory, name));
  if (!lock?.stale) return;
  const path = lock.holder?.path;
  if (path === undefined || lockName(path) !== name) {
    await couldBreak(join(directory, name), lock);
    return;
  }
  const release = await acquire(directory, path, 0).catch(() => undefined);
  await release?.();
}

async function isAbandoned(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > staleAfterMs;
}

function lockName(path: string): string {
  return `${pathHash(path)}.lock`;
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
