import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import {
  type DiskRecorderOptions,
  type OpenedRecorder,
  openRecorder,
} from '../../../src/adapters/checkpoints/disk/open-recorder.ts';
import type { Group } from '../../../src/core/checkpoints/group.ts';
import type { ApplyOptions, Outcome } from '../../../src/ports/checkpoints.ts';
import { afterTest } from '../../after-test.ts';
import { snapshotOf, temporaryFolders, worldIn } from './disk-world.ts';

/** A folder, and what records its changes in this thread. Paths are relative to the folder. */
export type Opened = OpenedRecorder & {
  readonly root: string;
  readonly state: string;
  readonly world: ReturnType<typeof worldIn>;
  /** Does something as a command would; returns its group. */
  run(action: () => unknown): Promise<Group | undefined>;
  /** Runs a shell command as a command of the terminal. */
  sh(command: string): Promise<Group | undefined>;
  undo(options?: ApplyOptions & { redo?: boolean; ids?: string[] }): Promise<Outcome>;
  snapshot(): Record<string, string>;
  /** What is known is what is there. */
  expectKnown(): void;
};

export type OpenOptions = Partial<DiskRecorderOptions> & {
  readonly fill?: (world: ReturnType<typeof worldIn>, root: string) => void;
};

export async function openFolder({ fill, ...options }: OpenOptions = {}): Promise<Opened> {
  const { root, state } = temporaryFolders();
  fill?.(worldIn(root), root);
  return openIn(root, { directory: state, ...options });
}

/** Another process would do the same, with the same folders. */
export async function openIn(
  root: string,
  options: Partial<DiskRecorderOptions> & { directory: string },
): Promise<Opened> {
  const opened = await openRecorder({ root, searchPath: process.env.PATH ?? '', ...options });
  afterTest(() => opened.recorder.close());
  expect(await opened.tree.ready(60_000)).toBe(true);
  const { recorder, known } = opened;
  const run = async (action: () => unknown) => {
    const { id } = await recorder.begin({ runsProgram: true, tool: 'terminal', client: 'a' });
    await action();
    return recorder.end(id);
  };
  return {
    ...opened,
    ...{ root, state: options.directory, world: worldIn(root), run },
    sh: (command) => run(() => shell(root, command)),
    undo: async ({ redo = false, ids, ...rest } = {}) => {
      const plan = await recorder.plan(ids ? { ids } : { redo }, { merge: rest.merge ?? false });
      return recorder.apply(plan, rest);
    },
    snapshot: () => snapshotOf(root),
    expectKnown: () =>
      expect([...known!.states().keys()].sort()).toEqual(Object.keys(snapshotOf(root)).sort()),
  };
}

export function shell(cwd: string, command: string): string {
  return execFileSync('bash', ['-ec', command], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What changed, by path: A made, M changed, D removed. */
export function letters(group: Group | undefined): Record<string, string> {
  const changes = group?.changes ?? [];
  const letter = ({ before, after }: Group['changes'][number]) => {
    if (!before) return 'A';
    return after ? 'M' : 'D';
  };
  return Object.fromEntries(changes.map((change) => [change.path, letter(change)]));
}
