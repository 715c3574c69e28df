import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { ignoringMissing, systemCode } from '../files/file-errors.ts';
import { link, lstat, rename, unlink } from '../files/quick-io.ts';
import { readTrustedFile } from '../private/trust.ts';
import { exists } from '../processes/signals.ts';

/** The holder refreshes its lock more often than this. */
export const STALE_AFTER_MS = 60_000;
/** Writing a lock takes microseconds: one whose content cannot be read after this time was left by a crash. */
const TORN_AFTER_MS = 2_000;

export const LOCK_SUFFIX = '.lock';
export const STALE_SUFFIX = '.stale';

export type LockHolder = { readonly pid: number; readonly host: string; readonly path: string };

export type InspectedLock = {
  /** Undefined if it belongs to another user. */
  readonly content: string | undefined;
  readonly holder: LockHolder | undefined;
  readonly stale: boolean;
};

/** Undefined if there is no lock any more; throws if that cannot be determined. */
export async function inspectLock(file: string): Promise<InspectedLock | undefined> {
  const stats = await lstat(file).catch(ignoringMissing);
  if (!stats) return undefined;
  const content = contentOf(file);
  const holder = parseHolder(content);
  const isTorn = content !== undefined && holder === undefined;
  const ageMs = Math.abs(Date.now() - stats.mtimeMs);
  // Corvid never makes pipes and sockets.
  const isForeign = !stats.isFile() && !stats.isDirectory();
  const stale =
    isForeign ||
    ageMs > (isTorn ? TORN_AFTER_MS : STALE_AFTER_MS) ||
    (holder !== undefined && isDead(holder));
  return { content, holder, stale };
}

/** Renames it first: of two processes that found the same stale lock, only one removes it. Throws if it may not. */
export async function breakLock(file: string, inspected: InspectedLock): Promise<void> {
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}${STALE_SUFFIX}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  const content = contentOf(aside) ?? inspected.content;
  // Another process broke and took it in between: the lock is given back.
  if (content !== inspected.content) await link(aside, file).catch(() => {});
  await unlink(aside).catch(() => {});
}

function contentOf(file: string): string | undefined {
  try {
    return readTrustedFile(file).toString();
  } catch {
    return undefined;
  }
}

function parseHolder(content = ''): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const { pid, host, path } = value as Record<keyof LockHolder, unknown>;
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof path !== 'string') return undefined;
    return { pid, host, path };
  } catch {
    return undefined;
  }
}

function isDead({ pid, host }: LockHolder): boolean {
  return host === hostname() && !exists(pid);
}
