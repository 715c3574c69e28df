import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { ignoringMissing, systemCode } from '../files/file-errors.ts';
import { link, lstat, rename, unlink } from '../files/quick-io.ts';
import { readTrustedFile } from '../private/trust.ts';
import { exists } from '../processes/signals.ts';

/** A living holder refreshes its lock more often than this. */
export const staleAfterMs = 60_000;
/** Writing a lock takes microseconds: one without readable content is what a crash has left. */
const tornAfterMs = 2_000;

export const lockSuffix = '.lock';
export const staleSuffix = '.stale';

export type LockHolder = { readonly pid: number; readonly host: string; readonly path: string };

export type InspectedLock = {
  /** Undefined if it belongs to another user. */
  readonly content: string | undefined;
  readonly holder: LockHolder | undefined;
  readonly stale: boolean;
};

/** Undefined if there is no lock any more; throws if nobody can tell. */
export async function inspectLock(file: string): Promise<InspectedLock | undefined> {
  const stats = await lstat(file).catch(ignoringMissing);
  if (!stats) return undefined;
  const content = contentOf(file);
  const holder = parseHolder(content);
  const isTorn = content !== undefined && holder === undefined;
  const ageMs = Math.abs(Date.now() - stats.mtimeMs);
  // No Corvid makes pipes and sockets.
  const isForeign = !stats.isFile() && !stats.isDirectory();
  const stale =
    isForeign || ageMs > (isTorn ? tornAfterMs : staleAfterMs) || (holder !== undefined && isDead(holder));
  return { content, holder, stale };
}

/** Moved aside first: of two processes that judged the same lock, only one removes it. Throws if it may not. */
export async function breakLock(file: string, judged: InspectedLock): Promise<void> {
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}${staleSuffix}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  const content = contentOf(aside) ?? judged.content;
  // Another process broke it and took it anew in between: that one gets it back.
  if (content !== judged.content) await link(aside, file).catch(() => {});
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
