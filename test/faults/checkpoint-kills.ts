import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openRecorder } from '../../src/adapters/checkpoints/disk/open-recorder.ts';
import { snapshotOf } from '../adapters/checkpoints/disk-world.ts';
import { bundleProgram, runChild } from '../adapters/child-program.ts';
import { changeAtRandom } from '../fuzz/checkpoints/random-changes.ts';
import type { Fault } from './faulty-fs.ts';

// Kills a process at the steps of an undo, and looks at what another one makes of it.

type Snapshot = Record<string, string>;

/** A folder in which a command has changed much, kept aside for each attempt. */
export type Scene = { readonly kept: string; readonly before: Snapshot; readonly after: Snapshot };

export type KillTally = { kills: number; undone: number; untouched: number };

export class CheckpointKills {
  readonly #base = realpathSync(
    mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'corvid-kills-')),
  );
  readonly #program: string;
  readonly tally: KillTally = { kills: 0, undone: 0, untouched: 0 };

  private constructor(program: string) {
    this.#program = program;
  }

  static async open(): Promise<CheckpointKills> {
    return new CheckpointKills((await bundleProgram(`import './test/faults/checkpoint-child.ts';`)).file);
  }

  close(): void {
    rmSync(this.#base, { recursive: true, force: true });
    rmSync(join(this.#program, '..'), { recursive: true, force: true });
  }

  async scene(seed: number): Promise<Scene> {
    const { folder } = this;
    const root = join(folder, 'root');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'kept.txt'), 'kept');
    for (let i = 0; i < 3; i++) changeAtRandom(root, seed + i, { withUnsaved: false });
    const before = snapshotOf(root);
    const { recorder, tree } = await openRecorder({ root, directory: join(folder, 'state'), watch: false });
    expect(await tree.ready(60_000)).toBe(true);
    const { id } = await recorder.begin({ runsProgram: true, tool: 'terminal' });
    for (let i = 5; i < 9; i++) changeAtRandom(root, seed + i, { withUnsaved: false });
    await recorder.end(id);
    await recorder.close();
    const kept = join(this.#base, `scene-${seed}`);
    execFileSync('cp', ['-a', folder, kept]);
    return { kept, before, after: snapshotOf(root) };
  }

  /** Kills at one step; false if the undo has fewer steps. `again`: the process that finishes it is killed, too. */
  async killAt(scene: Scene, step: number, again?: number): Promise<boolean> {
    const { folder } = this;
    rmSync(folder, { recursive: true, force: true });
    execFileSync('cp', ['-a', scene.kept, folder]);
    if (!(await this.#isKilled(folder, 'undo', step))) return false;
    this.tally.kills++;
    expectWhole(scene, snapshotOf(join(folder, 'root')));
    if (again !== undefined && (await this.#isKilled(folder, 'finish', again))) this.tally.kills++;
    await this.#goOn(scene, folder, `step ${step}${again === undefined ? '' : `, then ${again}`}`);
    return true;
  }

  /** Always the same: the state is kept by the path of the folder. */
  get folder(): string {
    return join(this.#base, 'work');
  }

  async #isKilled(folder: string, what: 'undo' | 'finish', step: number): Promise<boolean> {
    const fault: Fault = { kind: 'kill', step, lasting: false };
    const args = [this.#program, folder, what, JSON.stringify(fault)];
    const { code, stderr } = await runChild(process.execPath, args);
    if (code !== null && code !== 0) throw new Error(`The child ended with ${code}: ${stderr}`);
    return code === null;
  }

  /** Another process finds one state or the other, nothing that is under way, and can go on from there. */
  async #goOn({ before, after }: Scene, folder: string, when: string): Promise<void> {
    const root = join(folder, 'root');
    const { recorder } = await openRecorder({ root, directory: join(folder, 'state'), watch: false });
    const found = snapshotOf(root);
    const isUndone = JSON.stringify(found) === JSON.stringify(before);
    this.tally[isUndone ? 'undone' : 'untouched']++;
    expect(found, `killed at ${when}`).toEqual(isUndone ? before : after);
    expect(leftovers(folder), `killed at ${when}`).toEqual([]);
    const plan = await recorder.plan(isUndone ? { redo: true } : {});
    const outcome = await recorder.apply(plan);
    expect({ refused: outcome.refused, failed: outcome.failed }).toEqual({ refused: undefined, failed: [] });
    expect(snapshotOf(root), `killed at ${when}`).toEqual(isUndone ? after : before);
    await recorder.close();
  }
}

/** Nothing is half written: each path is as it was, as it is to be, or away while it becomes something else. */
function expectWhole({ before, after }: Scene, found: Snapshot): void {
  const isOurs = (path: string) => /(^|\/)\.corvid-[0-9a-f-]+\.(tmp|old)$/.test(path);
  for (const [path, state] of Object.entries(found)) {
    // A folder may be open to its owner until its files are back.
    const isFolder = state.endsWith('/');
    if (isOurs(path) || (isFolder && (before[path] ?? after[path])?.endsWith('/'))) continue;
    expect([before[path], after[path]], path).toContain(state);
  }
}

function leftovers(folder: string): string[] {
  return Object.keys(snapshotOf(folder)).filter((name) =>
    /\.corvid-|\.tmp$|^state\/checkpoints\/[^/]+\/restoring\/./.test(name),
  );
}
