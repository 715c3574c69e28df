import { expect, test } from 'vitest';
import { barsOf } from '../../page/model/bars.ts';
import {
  agentTitle,
  filteredCalls,
  groupedByAgent,
  kindOf,
  shownCall,
  subjectOf,
  totalsOf,
  undoneKeys,
} from '../../page/model/calls.ts';
import { age, duration } from '../../page/model/times.ts';
import type { CallRecord } from '../../src/core/journal/call-record.ts';

const server = { pid: 1, startedAt: 2, version: '1', folder: '/project', isReadOnly: false };
const diff = { text: '', isCut: false, added: 2, removed: 1 };

const call = (id: number, more: Partial<CallRecord> = {}) =>
  shownCall(server, { id, time: id * 1000, durationMs: 1, tool: 'edit_file', effect: 'edit', diff, ...more });

const command = { text: 'make\nall', terminal: 'main', outputLength: 0, exitCode: 2 };

test('reads, dry runs and views are no cards', () => {
  const { diff: _, ...read } = call(1).call;
  expect(kindOf({ ...call(1), call: read })).toBeUndefined();
  expect(kindOf(call(1, { isDryRun: true }))).toBeUndefined();
  expect(kindOf(call(1))).toBe('edit');
  expect(kindOf(call(1, { refusal: { name: 'X', message: '' } }))).toBe('refused');
  expect(kindOf(call(1, { effect: 'run', command }))).toBe('command');
});

test('a call is about a path below its folder, or the first line of a command', () => {
  expect(subjectOf(call(1, { path: '/project/src/a.ts' }))).toBe('src/a.ts');
  expect(subjectOf(call(1, { path: '/projector/a.ts' }))).toBe('/projector/a.ts');
  expect(subjectOf(call(1, { effect: 'run', command }))).toBe('make');
});

test('the filter looks at file, tool and agent, and all its words must be there', () => {
  const calls = [
    call(1, { path: '/project/a.ts', client: 'codex' }),
    call(2, { path: '/project/b.ts', client: 'claude-code' }),
  ];
  const found = (text: string, hidden: string[] = []) =>
    filteredCalls(calls, { text, kind: undefined, hiddenAgents: new Set(hidden) }).map(({ call }) => call.id);
  expect(found('')).toEqual([1, 2]);
  expect(found('claude B.TS')).toEqual([2]);
  expect(found('claude a.ts')).toEqual([]);
  expect(found('edit_file', ['codex'])).toEqual([2]);
});

test('an undo marks the calls of its group, and a redo takes the mark away', () => {
  const edit = call(1, { group: '7' });
  const undo = call(2, { tool: 'undo', undid: ['7'] });
  expect([...undoneKeys([edit, undo])]).toEqual([edit.key]);
  expect([...undoneKeys([edit, undo, call(3, { tool: 'undo', undid: ['7'], isRedo: true })])]).toEqual([]);
});

test('calls are grouped by agent, counted, and shown as bars', () => {
  const calls = [
    call(1, { client: 'a', changed: ['/x'] }),
    call(2, { client: 'a', changed: ['/x'] }),
    call(3, { client: 'b', effect: 'run', command }),
  ];
  expect(groupedByAgent(calls).map(({ agent, calls }) => [agent, calls.length])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(totalsOf(calls)).toEqual({ edits: 2, files: 1, added: 4, removed: 2 });
  const bars = barsOf(calls, 4000).filter((bar) => bar !== undefined);
  expect(bars.map(({ kind }) => kind)).toEqual(['edit', 'edit', 'failed']);
});

test('names of clients that are no objects of ours stay as they are', () => {
  expect(agentTitle('claude-code')).toBe('Claude Code');
  expect(agentTitle('constructor')).toBe('constructor');
});

test('ages and durations are short', () => {
  expect([0, 59, 60, 3_600, 90_000].map((s) => age(0, s * 1000))).toEqual(['0s', '59s', '1m', '1h', '1d']);
  expect([duration(12.3), duration(1234)]).toEqual(['12 ms', '1.2 s']);
});
