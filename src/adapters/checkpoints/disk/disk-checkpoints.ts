import { realpathSync } from 'node:fs';
import type { Checkpoints } from '../../../ports/checkpoints.ts';
import { type CoveredRoot, CoveredRoots } from '../covered-roots.ts';
import type { SentOptions } from '../worker/messages.ts';
import { RecorderThread } from '../worker/recorder-thread.ts';
import { ThreadRecorder } from '../worker/thread-recorder.ts';
import { newInstance } from './new-instance.ts';

/**
 * Records in folders on this machine, in a worker that starts with the first call. A folder that was one of them stays
 * covered until the end.
 */
export function diskCheckpoints(
  roots: () => readonly string[],
  options: Omit<SentOptions, 'root' | 'instance'>,
  thread = new RecorderThread(),
): Checkpoints {
  const instance = newInstance();
  const covered = new Map<string, CoveredRoot>();
  let last: readonly string[] = [];
  const cover = (root: string) => {
    const recorder = new ThreadRecorder(thread, { ...options, root, instance });
    if (!covered.has(root)) covered.set(root, { root, recorder });
  };
  const current = () => {
    const now = roots();
    // A folder that was not there may be there now.
    if (now !== last || covered.size < now.length) outermost(now).forEach(cover);
    last = now;
    return [...covered.values()];
  };
  return new CoveredRoots(current, { onClose: () => thread.close() });
}

/** The folders that exist and are in none of the others, with links followed. */
function outermost(roots: readonly string[]): string[] {
  const real = [...new Set(roots.flatMap(realFolder))];
  return real.filter((root) => !real.some((other) => other !== root && root.startsWith(`${other}/`)));
}

/** Empty if there is no such folder. */
function realFolder(path: string): string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
}
