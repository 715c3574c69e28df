import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { exists } from '../../../processes/signals.ts';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const pattern = /(?:^|\.)(\d+)-([0-9a-f]{8})[0-9a-f]{16}\.(?:tmp|live)$/;
/** What processes of other machines have left is known by its age alone. */
const ABANDONED_AFTER_MS = 3_600_000;

/** A name for a file until it is whole, or while a process lives; it says which process made it. */
export function temporaryName(
  suffix: 'tmp' | 'live' = 'tmp',
  unique = randomBytes(8).toString('hex'),
): string {
  return `${process.pid}-${host}${unique}.${suffix}`;
}

/** Removes what processes that died have left in a folder. */
export function removeTorn(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid, madeOn] = pattern.exec(name) ?? [];
    const file = join(folder, name);
    if (pid === undefined) continue;
    const isOver = madeOn === host ? !exists(Number(pid)) : isOld(file);
    if (isOver) rmSync(file, { force: true });
  }
}

function isOld(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS;
}

/** Empty if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
