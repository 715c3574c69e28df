import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { type OpenedRecorder, openRecorder } from '../../../src/adapters/checkpoints/disk/open-recorder.ts';
import { bytesOfName } from '../../../src/core/checkpoints/byte-names.ts';
import type { PathState } from '../../../src/core/checkpoints/path-state.ts';
import { snapshotOf } from '../../adapters/checkpoints/disk-world.ts';
import { bundleProgram } from '../../adapters/child-program.ts';
import { createRandom } from '../../seeded-random.ts';
import { changeAtRandom, LARGE_BYTES } from './random-changes.ts';

export type FuzzOptions = {
  readonly rounds: number;
  readonly seed: number;
  /** Rounds in one folder, after which all of them are undone and redone. */
  readonly roundsInFolder?: number;
  readonly recorder?: { readonly clockTickMs?: number; readonly watch?: boolean };
  /** In a repository that has the contents from the beginning, and some of the later ones. */
  readonly inRepository?: boolean;
};

export type FuzzTally = { rounds: number; changes: number; undone: number };

/** Random changes by a child process, in rounds: the table must be right after each, and each must be undone exactly. */
export async function fuzzCheckpoints(options: FuzzOptions): Promise<FuzzTally> {
  const { rounds, seed, roundsInFolder = 12 } = options;
  const program = await bundleProgram(`import './test/fuzz/checkpoints/changing-child.ts';`);
  const tally: FuzzTally = { rounds: 0, changes: 0, undone: 0 };
  try {
    for (let folder = 0; tally.rounds < rounds; folder++) {
      const own = {
        ...options,
        seed: seed + folder * 1001,
        rounds: Math.min(roundsInFolder, rounds - tally.rounds),
      };
      await inOneFolder(own, program.file, tally);
    }
  } finally {
    await program.remove();
  }
  return tally;
}

async function inOneFolder(options: FuzzOptions, program: string, tally: FuzzTally): Promise<void> {
  // Mostly in memory, where it is quick; every tenth on the disk, which numbers files differently.
  const isOnDisk = options.seed % 10 === 0 || !existsSync('/dev/shm');
  const folder = realpathSync(mkdtempSync(join(isOnDisk ? tmpdir() : '/dev/shm', 'corvid-fuzz-')));
  const root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(join(root, '.gitignore'), 'ignored/\n');
  // Every fourth folder also has what cannot be saved, and is not undone.
  const withUnsaved = options.seed % 4 === 3;
  for (let i = 0; i < 4; i++) changeAtRandom(root, options.seed + 100 + i, { withUnsaved });
  if (options.inRepository) for (const args of [['init', '-q'], ...COMMIT]) git(root, args);
  const child = new ChangingChild(program, root, withUnsaved);
  const opened = await openRecorder({
    root,
    directory: join(folder, 'state'),
    maxFileBytes: LARGE_BYTES,
    searchPath: process.env.PATH ?? '',
    ...options.recorder,
  });
  try {
    expect(await opened.tree.ready(60_000)).toBe(true);
    const story = new Story(root, opened, child, options);
    await story.play(tally, { isUndone: !withUnsaved });
  } catch (error) {
    throw new Error(`With the seed ${options.seed}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    child.end();
    await opened.recorder.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const COMMIT = [
  ['add', '-A', '--ignore-errors'],
  ['-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '-q', '--allow-empty', '-m', 'state'],
];

function git(root: string, args: readonly string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'ignore' });
}

type Step = {
  readonly id: string;
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
};

class Story {
  readonly #root: string;
  readonly #opened: OpenedRecorder;
  readonly #child: ChangingChild;
  readonly #options: FuzzOptions;
  readonly #steps: Step[] = [];

  constructor(root: string, opened: OpenedRecorder, child: ChangingChild, options: FuzzOptions) {
    this.#root = root;
    this.#opened = opened;
    this.#child = child;
    this.#options = options;
  }

  async play(tally: FuzzTally, { isUndone }: { isUndone: boolean }): Promise<void> {
    const random = createRandom(this.#options.seed);
    for (let round = 0; round < this.#options.rounds; round++) {
      const isByOthers = random() < 0.2;
      tally.changes += await this.#change(this.#options.seed + round, isByOthers);
      tally.rounds++;
      if (isUndone && random() < 0.15) await this.#undoAndRedo();
      if (this.#options.inRepository && random() < 0.2) {
        const prune = random() < 0.3 ? [['gc', '-q', '--prune=now']] : [];
        for (const args of [...COMMIT, ...prune]) git(this.#root, args);
      }
    }
    if (isUndone) tally.undone += await this.#undoAll();
  }

  async #change(seed: number, isByOthers: boolean): Promise<number> {
    const { recorder, known } = this.#opened;
    const before = this.#snapshot();
    if (isByOthers) {
      await this.#child.change(seed);
      const open = await recorder.begin({ runsProgram: true, tool: 'terminal' });
      const after = this.#snapshot();
      this.#expectTable(known!.states());
      await recorder.end(open.id);
      for (const { id } of open.earlier) this.#steps.push({ id, before, after });
      return open.earlier[0]?.changes.length ?? 0;
    }
    const { id } = await recorder.begin({ runsProgram: true, tool: 'terminal' });
    const done = await this.#child.change(seed);
    const group = await recorder.end(id);
    const after = this.#snapshot();
    this.#expectTable(known!.states(), done);
    if (group && group.changes.length > 0) this.#steps.push({ id, before, after });
    else expect(after, `no group, but changes (${done})`).toEqual(before);
    return group?.changes.length ?? 0;
  }

  async #undoAndRedo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (!last) return;
    const undo = await this.#undo(last.id);
    this.#expectFiles(last.before, `after the undo of ${last.id}`);
    const redo = await this.#undo(undo);
    this.#expectFiles(last.after, `after the redo of ${last.id}`);
    // From now on the redo stands for the change: their states are the same.
    expect(redo).not.toBe(undo);
  }

  async #undoAll(): Promise<number> {
    const undos: { id: string; step: Step }[] = [];
    for (const step of this.#steps.toReversed()) {
      undos.push({ id: await this.#undo(step.id), step });
      this.#expectFiles(step.before, `after the undo of ${step.id}, by ${undos.length} undos`);
    }
    for (const { id, step } of undos.toReversed()) {
      await this.#undo(id);
      this.#expectFiles(step.after, `after the redo of ${step.id}`);
    }
    // All at once.
    const first = this.#steps[0];
    if (first) {
      const ids = this.#steps.map(({ id }) => id);
      await this.#undo(...ids);
      this.#expectFiles(first.before, 'after the undo of all at once');
    }
    return undos.length;
  }

  async #undo(...ids: string[]): Promise<string> {
    const { recorder, known } = this.#opened;
    const plan = await recorder.plan({ ids });
    expect({ conflicts: plan.conflicts, inUse: plan.inUse, notKept: plan.notKept }).toEqual({
      conflicts: [],
      inUse: [],
      notKept: [],
    });
    const outcome = await recorder.apply(plan);
    expect(outcome.failed).toEqual([]);
    if (outcome.refused === 'nothing') return ids[0]!;
    expect(outcome.refused).toBeUndefined();
    this.#expectTable(known!.states(), `undo of ${ids}`);
    return outcome.group!.id;
  }

  #snapshot(): Record<string, string> {
    return covered(snapshotOf(this.#root));
  }

  #expectFiles(expected: Record<string, string>, when: string): void {
    expect(this.#snapshot(), when).toEqual(expected);
  }

  /** What is known is what another look at all files finds. */
  #expectTable(known: ReadonlyMap<string, PathState>, what = ''): void {
    const found = this.#snapshot();
    const table = Object.fromEntries(
      [...known].map(([path, state]) => [Buffer.from(bytesOfName(path)).toString('latin1'), describe(state)]),
    );
    const expected = Object.fromEntries(Object.entries(found).map(([path, text]) => [path, hashed(text)]));
    expect(table, `the table after: ${what}`).toEqual(expected);
  }
}

function covered(snapshot: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(snapshot).filter(([path]) => !/^ignored(\/|$)/.test(path)));
}

function describe(state: PathState): string {
  if (state.kind === 'link') return `-> ${Buffer.from(bytesOfName(state.target)).toString('latin1')}`;
  const mode = state.mode.toString(8);
  if (state.kind !== 'file') return state.kind === 'folder' ? `${mode} /` : `${mode} special`;
  return `${mode} ${'id' in state ? state.id : `${state.notSaved} ${state.size}`}`;
}

function hashed(text: string): string {
  if (text.startsWith('->') || / (special|\/)$/.test(text)) return text;
  const [, mode, content = ''] = /^(\d+) (.*)$/s.exec(text)!;
  const bytes = Buffer.from(content, 'latin1');
  if (bytes.length > LARGE_BYTES) return `${mode} large ${bytes.length}`;
  return `${mode} ${createHash('sha256').update(bytes).digest('hex')}`;
}

class ChangingChild {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, root: string, withUnsaved: boolean) {
    this.#child = spawn(process.execPath, [program, root, withUnsaved ? 'unsaved' : 'saved'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  async change(seed: number): Promise<string> {
    this.#child.stdin!.write(`${seed}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('The child ended.');
    return value;
  }

  end(): void {
    this.#child.stdin!.end();
  }
}
