import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { noCheckpoints } from './adapters/checkpoints/no-checkpoints.ts';
import { lazy } from './adapters/lazy.ts';
import { ownFoldersOf, stateDirectoryOf } from './open-policy.ts';
import type { WorkspaceSettings } from './options/workspace-options.ts';
import type { Checkpoints } from './ports/checkpoints.ts';

/** Records the changes in these folders, which may become more; nothing is loaded before the first call. */
export function openCheckpoints(settings: WorkspaceSettings, roots: () => readonly string[]): Checkpoints {
  const { checkpoints: mode } = settings;
  if (mode === 'off') return noCheckpoints('--checkpoints off');
  return lazy<Checkpoints>(async () => {
    const { diskCheckpoints } = await import('./adapters/checkpoints/disk/disk-checkpoints.ts');
    return diskCheckpoints(roots, {
      directory: stateDirectoryOf(settings),
      mode,
      ownFolders: ownFoldersOf(settings),
      neverCovered: [homedir()],
      searchPath: process.env.PATH ?? '',
    });
  });
}

/** A name that no other workspace has: what it changed is what `undo` takes back unless more is asked for. */
export function newClientName(): string {
  return randomBytes(6).toString('hex');
}
