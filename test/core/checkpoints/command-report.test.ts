import { describe, expect, test } from 'vitest';
import type { Group, GroupChange } from '../../../src/core/checkpoints/group.ts';
import type { PathState } from '../../../src/core/checkpoints/path-state.ts';
import {
  type CommandChanges,
  commandFacts,
  commandReport,
} from '../../../src/core/checkpoints/report/command-report.ts';

const file = (id: string, mode = 0o644): PathState => ({ kind: 'file', mode, size: 1, id });
const folder: PathState = { kind: 'folder', mode: 0o755 };

function change(path: string, before?: PathState, after?: PathState): GroupChange {
  return { path: `/r/${path}`, before, after, at: 1 };
}

function group(changes: readonly GroupChange[], facts: Partial<Group> = {}): Group {
  const by = { kind: 'call', server: 's', command: 'make' } as const;
  return { id: 'k7ab', order: 1, from: 1, to: 1, by, changes, ...facts };
}

function linesOf(changes: Partial<CommandChanges>): string[] {
  return commandReport({ groups: [], late: [], earlier: [], ...changes }, (path) => path.slice('/r/'.length));
}

describe('the lines after a command', () => {
  test('are none if nothing changed', () => {
    expect(linesOf({})).toEqual([]);
    expect(commandFacts({ groups: [], late: [], earlier: [] })).toEqual({});
  });

  test('name what was added, changed and deleted, and the undo', () => {
    const changes = [
      { ...change('src/a.ts', file('1'), file('2')), lines: { added: 2, removed: 1 } },
      change('old.txt', file('1')),
      change('gen', undefined, folder),
      change('gen/x.ts', undefined, file('3')),
      change('run.sh', file('4'), file('4', 0o755)),
    ];
    expect(linesOf({ groups: [group(changes)] })).toEqual([
      'Changed 4 files: A gen/x.ts, D old.txt, M run.sh (mode 755), M src/a.ts (+2 -1). Undo: undo {"id":"k7ab"}',
    ]);
  });

  test('name folders only where nothing in them is named', () => {
    expect(linesOf({ groups: [group([change('empty', undefined, folder)])] })).toEqual([
      'Changed 1 folder: A empty/. Undo: undo {"id":"k7ab"}',
    ]);
  });

  test('count many files by their folders', () => {
    const changes = Array.from({ length: 300 }, (_, i) => change(`src/f${i}.ts`, file('1'), file('2')));
    const more = [change('gen/x', undefined, file('1')), change('top.txt', file('1'))];
    expect(linesOf({ groups: [group([...changes, ...more])] })).toEqual([
      'Changed 302 files (1 A, 300 M, 1 D): src/ 300, gen/ 1, top.txt. Undo: undo {"id":"k7ab"}',
    ]);
  });

  test('cut a long list', () => {
    const changes = Array.from({ length: 15 }, (_, i) => change(`f${10 + i}`, file('1')));
    expect(linesOf({ groups: [group(changes)] })).toEqual([
      'Changed 15 files: D f10, D f11, D f12, D f13, D f14, D f15, D f16, D f17, D f18, D f19 and 5 more. Undo: undo {"id":"k7ab"}',
    ]);
  });

  test('say what cannot be restored, and what is not recorded', () => {
    const large: PathState = { kind: 'file', mode: 0o644, size: 1e9, notSaved: 'large' };
    const facts = { notCovered: ['/r/node_modules'], isPartial: true };
    expect(linesOf({ groups: [group([change('big.bin', large, file('1'))], facts)] })).toEqual([
      'Changed 1 file: M big.bin. Undo: undo {"id":"k7ab"}',
      'Cannot be restored: big.bin (too large).',
      'Not recorded, since it is ignored: node_modules.',
      'The folder was still being read when the command began: not all of its changes are recorded.',
    ]);
    expect(linesOf({ groups: [group([], { notCovered: ['/r/node_modules'] })] })).toEqual([
      'Not recorded, since it is ignored: node_modules.',
    ]);
    expect(linesOf({ notRecorded: 'it did not answer in time' })).toEqual([
      'What this command changes is not recorded: it did not answer in time.',
    ]);
  });

  test('say that a head moved, and that another command ran at the same time', () => {
    const before = { ref: 'refs/heads/main', commit: 'a1b2c3d4e5' };
    const after = { ref: 'refs/heads/topic', commit: 'ffffffffff' };
    const changes = [{ ...change('a', file('1'), file('2')), shared: ['m3xy'] }];
    expect(linesOf({ groups: [group(changes, { heads: [{ repository: '/r', before, after }] })] })).toEqual([
      'Changed 1 file: M a. Undo: undo {"id":"k7ab"}',
      'Another command ran at the same time: its changes are undone together with m3xy.',
      'HEAD moved from main a1b2c3d to topic fffffff: undo needs files_only.',
    ]);
  });

  test('name changes by others, and those of a command whose record was late', () => {
    const changes = [change('README.md', file('1'), file('2'))];
    const other = { kind: 'other', server: 's' } as const;
    const note = '`npm run dev` is running in terminal server';
    expect(
      linesOf({
        earlier: [group(changes, { by: other }), group(changes, { by: { ...other, note } }), group(changes)],
        late: [group(changes)],
      }),
    ).toEqual([
      'Changed since the last call by others: 1 file: M README.md.',
      `Changed since the last call by others (${note}): 1 file: M README.md.`,
      'Changed since the last call by another Corvid process (make): 1 file: M README.md.',
      'An earlier command changed 1 file: M README.md. Undo: undo {"id":"k7ab"}',
    ]);
    expect(linesOf({ earlier: Array.from({ length: 9 }, () => group(changes)) })).toHaveLength(4);
  });
});

test('programs get the same facts', () => {
  const changes = [change('big.bin', { kind: 'file', mode: 0o644, size: 1e9, notSaved: 'large' })];
  const facts = commandFacts({ groups: [group(changes)], late: [], earlier: [], notRecorded: 'late' });
  expect(JSON.parse(JSON.stringify(facts))).toEqual({
    changes: [{ id: 'k7ab', count: 1, files: [{ path: '/r/big.bin', kind: 'D', not_kept: 'large' }] }],
    changes_not_recorded: 'late',
  });
});
