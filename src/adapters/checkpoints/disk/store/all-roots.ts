import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readChecked, writeChecked } from './checked-file.ts';
import { hasLiveServers } from './live-servers.ts';
import { namesIn } from './temporary-name.ts';

/** What the state of one covered folder takes, as its last process has left it. */
type Usage = { readonly root: string; readonly bytes: number; readonly usedAt: number };

const folderPattern = /^[0-9a-f]{32}$/;
const USAGE = 'usage';

export function noteUsage(folder: string, usage: Usage): void {
  writeChecked(join(folder, USAGE), usage);
}

/** Removes the state of folders that are gone, and of those that were not used for longest, until all of it fits. */
export function keepWithinAll(
  checkpoints: string,
  { own, maxBytes, maxAgeMs, now }: { own: string; maxBytes: number; maxAgeMs: number; now: number },
): void {
  const all = namesIn(checkpoints)
    .filter((name) => folderPattern.test(name))
    .map((name) => ({ folder: join(checkpoints, name), usage: usageOf(join(checkpoints, name)) }));
  let bytes = all.reduce((total, { usage }) => total + (usage?.bytes ?? 0), 0);
  const oldestFirst = all.flatMap(({ folder, usage }) =>
    usage && folder !== own ? [{ folder, usage }] : [],
  );
  oldestFirst.sort((a, b) => a.usage.usedAt - b.usage.usedAt);
  for (const { folder, usage } of oldestFirst) {
    const isGone = !existsSync(usage.root) && now - usage.usedAt > maxAgeMs;
    if ((!isGone && bytes <= maxBytes) || hasLiveServers(join(folder, 'servers'))) continue;
    rmSync(folder, { recursive: true, force: true });
    bytes -= usage.bytes;
  }
}

function usageOf(folder: string): Usage | undefined {
  try {
    return readChecked(join(folder, USAGE)) as Usage | undefined;
  } catch {
    return undefined;
  }
}
