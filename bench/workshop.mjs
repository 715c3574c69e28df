import { mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const TMPFS_MAGIC = 0x01021994;

/** Where the peers stay installed between runs, outside the source tree. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(base, 'corvid-bench');
  mkdirSync(folder, { recursive: true });
  return realpathSync(folder);
}

/** A folder in the system's temporary one, or in that named: for what does not measure the disk. */
export function temporaryFolder(prefix, within = tmpdir()) {
  const folder = mkdtempSync(join(within, prefix));
  removeAtExit(folder);
  return folder;
}

/**
 * The run's own folder. It lies beside the cache, not in the system's temporary folder, because that
 * is often held in memory and an fsync there costs nothing.
 */
export function openWorkshop() {
  const dir = mkdtempSync(join(cacheFolder(), 'run-'));
  removeAtExit(dir);
  const folder = (name) => {
    const path = join(dir, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return { dir, files: folder('files'), folder, inMemory: statfsSync(dir).type === TMPFS_MAGIC };
}

function removeAtExit(folder) {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
}
