import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { History, HistoryEvent, NewHistoryEntry } from '../../src/ports/history.ts';
import type { Locks } from '../../src/ports/locks.ts';

export type HistoryLimits = { readonly entriesPerFile?: number; readonly maxBytes?: number };

const bytes = (text: string) => new TextEncoder().encode(text);
const path = '/project/a.txt';

/** A change from one text to another; undefined stands for a file that does not exist. */
export function change(before: string | undefined, after: string | undefined, at = path): NewHistoryEntry {
  const content = (text: string | undefined) => (text === undefined ? undefined : bytes(text));
  return {
    path: at,
    before: content(before),
    after: content(after),
    tool: 'edit_file',
    linesAdded: 2,
    linesRemoved: 1,
    diff: '-old\n+new\n',
  };
}

export function historyContract(
  name: string,
  makeStores: (limits?: HistoryLimits) => Promise<{ readonly history: History; readonly locks: Locks }>,
): void {
  const makeHistory = async (limits?: HistoryLimits) => (await makeStores(limits)).history;
  describe(`${name}: history contract`, () => {
    test('an edit can be taken back', async () => {
      const history = await makeHistory();
      const entry = await history.record(change('one two three', 'one 2 three'));
      expect(entry).toMatchObject({
        path,
        tool: 'edit_file',
        kind: 'edit',
        linesAdded: 2,
        linesRemoved: 1,
        diff: '-old\n+new\n',
      });
      expect(Math.abs(Date.now() - entry.time)).toBeLessThan(5_000);
      expect(entry.stored).not.toBe(false);
      const past = await history.peekUndo(path, bytes('one 2 three'));
      expect(past).toEqual({ state: 'ready', entry, before: bytes('one two three') });
    });

    test('a long diff is kept up to a line end, and says that it was cut', async () => {
      const history = await makeHistory();
      const lines = Array.from({ length: 900 }, (_, i) => `+line ${i}\n`).join('');
      const { diff } = await history.record({ ...change('one', 'two'), diff: lines });
      const [kept, note] = diff.split(/^(?=\\)/m);
      expect(lines.startsWith(kept!)).toBe(true);
      expect(note).toBe('\\ The diff is cut here: the change is larger than is shown\n');
      expect(diff.length).toBeGreaterThan(3_900);
      expect(diff.length).toBeLessThanOrEqual(4_000);
      expect((await history.list())[0]?.diff).toBe(diff);
      const line = await history.record({
        ...change('two', 'three'),
        diff: `@@ -1 +1 @@\n+${'x'.repeat(9_000)}\n`,
      });
      expect(line.diff).toBe(`@@ -1 +1 @@\n${note}`);
    });

    test('a creation is taken back to no file, a deletion to the whole file', async () => {
      const history = await makeHistory();
      const made = await history.record(change(undefined, 'content'));
      expect(made.kind).toBe('create');
      expect(await history.peekUndo(path, bytes('content'))).toEqual({
        state: 'ready',
        entry: made,
        before: undefined,
      });
      const removed = await history.record(change('content', undefined));
      expect(removed.kind).toBe('delete');
      expect(await history.peekUndo(path, undefined)).toEqual({
        state: 'ready',
        entry: removed,
        before: bytes('content'),
      });
    });

    test('empty files are not missing files', async () => {
      const history = await makeHistory();
      const emptied = await history.record(change('x', ''));
      expect(await history.peekUndo(path, undefined)).toEqual({ state: 'changed-since', entry: emptied });
      expect(await history.peekUndo(path, bytes(''))).toMatchObject({ state: 'ready', before: bytes('x') });
      const removed = await history.record(change('', undefined));
      expect(await history.peekUndo(path, undefined)).toEqual({
        state: 'ready',
        entry: removed,
        before: bytes(''),
      });
      const made = await history.record(change(undefined, ''));
      expect(await history.peekUndo(path, bytes(''))).toEqual({
        state: 'ready',
        entry: made,
        before: undefined,
      });
    });

    test('changes are taken back one after another, newest first', async () => {
      const history = await makeHistory();
      const versions = ['a', 'ab', 'abc', 'xabc'];
      for (let i = 1; i < versions.length; i++) await history.record(change(versions[i - 1], versions[i]));
      for (let i = versions.length - 1; i > 0; i--) {
        const past = await history.peekUndo(path, bytes(versions[i]!));
        if (past.state !== 'ready') throw new Error(past.state);
        expect(past.before).toEqual(bytes(versions[i - 1]!));
        await history.forget(past.entry);
      }
      expect(await history.peekUndo(path, bytes('a'))).toEqual({ state: 'empty' });
    });

    test('a file that someone else changed is not taken back', async () => {
      const history = await makeHistory();
      const entry = await history.record(change('one', 'two'));
      expect(await history.peekUndo(path, bytes('three'))).toEqual({ state: 'changed-since', entry });
      expect(await history.peekUndo(path, undefined)).toEqual({ state: 'changed-since', entry });
      expect(await history.peekUndo(path, bytes('two'))).toMatchObject({ state: 'ready' });
    });

    test('a file that was made anew after its deletion is not overwritten', async () => {
      const history = await makeHistory();
      const entry = await history.record(change('one', undefined));
      expect(await history.peekUndo(path, bytes('other'))).toEqual({ state: 'changed-since', entry });
    });

    test.each([
      ['an edit', 'one two', 'one 2'],
      ['a deletion', 'one two', undefined],
    ])('%s that was never made is dropped', async (_, before, after) => {
      const history = await makeHistory();
      const first = await history.record(change('one', 'one two'));
      await history.record(change(before, after));
      expect(await history.peekUndo(path, bytes('one two'))).toEqual({
        state: 'ready',
        entry: first,
        before: bytes('one'),
      });
      expect(await history.list()).toEqual([first]);
    });

    test('a creation that was never made is dropped', async () => {
      const history = await makeHistory();
      await history.record(change(undefined, 'new'));
      expect(await history.peekUndo(path, undefined)).toEqual({ state: 'empty' });
      expect(await history.list()).toEqual([]);
    });

    test('a dry run removes nothing', async () => {
      const history = await makeHistory();
      const first = await history.record(change('one', 'one two'));
      const second = await history.record(change('one two', 'one 2'));
      const past = await history.peekUndo(path, bytes('one two'), { dryRun: true });
      expect(past).toMatchObject({ state: 'ready', entry: first });
      expect(await history.list()).toEqual([second, first]);
    });

    test('a watcher is told of changes made and taken back, when their path is let go of', async () => {
      const { history, locks } = await makeStores();
      const before = await history.record(change('zero', 'one'));
      const watched = await watching(history);
      const make = (...given: Parameters<typeof change>) =>
        locks.withLock(given[2] ?? path, () => history.record(change(...given)));
      const first = await make('one', 'two');
      await watched.told(1);
      const other = await make(undefined, 'x', '/project/b.txt');
      await watched.told(2);
      await locks.withLock(path, () => history.forget(first));
      await watched.told(3);
      await locks.withLock(path, () => history.forget(before));
      await watched.told(4);
      expect(watched.events).toEqual([
        { kind: 'made', entry: first },
        { kind: 'made', entry: other },
        { kind: 'undone', id: first.id },
        { kind: 'undone', id: before.id },
      ]);
      watched.stop();
    });

    test('a watcher is not told of what never happened, nor that old entries make room', async () => {
      const { history, locks } = await makeStores({ entriesPerFile: 2 });
      const watched = await watching(history);
      const made: unknown[] = [];
      for (let i = 0; i < 4; i++) {
        await locks.withLock(path, async () => {
          await history.forget(await history.record(change('never', 'made')));
          made.push({ kind: 'made', entry: await history.record(change(`v${i}`, `v${i + 1}`)) });
          await history.prune(path);
        });
        await watched.told(i + 1);
      }
      expect(watched.events).toEqual(made);
      watched.stop();
    });

    test('each file keeps its own last changes, and no more than allowed', async () => {
      const history = await makeHistory({ entriesPerFile: 3 });
      for (let i = 0; i < 8; i++) await history.record(change(`v${i}`, `v${i + 1}`));
      await history.record(change('x', 'y', '/project/b.txt'));
      await history.prune(path);
      expect(await history.list({ path })).toHaveLength(3);
      expect(await history.list({ path: '/project/b.txt' })).toHaveLength(1);
      expect(await history.peekUndo(path, bytes('v8'))).toMatchObject({
        state: 'ready',
        before: bytes('v7'),
      });
    });

    test('entries are listed newest first, of all files or of one', async () => {
      const history = await makeHistory();
      const first = await history.record(change('1', '2'));
      const other = await history.record(change('1', '2', '/project/b.txt'));
      const last = await history.record(change('2', '3'));
      expect(await history.list()).toEqual([last, other, first]);
      expect(await history.list({ limit: 2 })).toEqual([last, other]);
      expect(await history.list({ path })).toEqual([last, first]);
      expect(await history.list({ path, limit: 1 })).toEqual([last]);
      expect(await history.list({ path: '/none' })).toEqual([]);
    });

    test('a change larger than the whole history is not stored, and says so', async () => {
      const history = await makeHistory({ maxBytes: 5_000 });
      const kept = await history.record(change('a', 'b', '/project/kept.txt'));
      const entry = await history.record(change(undefined, 'x'.repeat(6_000)));
      await history.close();
      expect(entry.stored).toBe(false);
      expect(await history.list()).toEqual([kept]);
      await history.forget(entry);
    });

    test('the files changed longest ago make room for new changes', async () => {
      const history = await makeHistory({ maxBytes: 10_000 });
      for (const name of ['old', 'middle', 'old', 'new', 'newest']) {
        await history.record(change('', name.padEnd(2_500), `/project/${name}`));
        await sleep(2);
      }
      await history.close();
      const left = (await history.list()).map((entry) => entry.path);
      expect(left[0]).toBe('/project/newest');
      expect(left).toContain('/project/new');
      expect(left).not.toContain('/project/middle');
    });

    test('bytes may be reused by the caller once a change is recorded', async () => {
      const history = await makeHistory();
      const given = change('one two', 'one 2');
      await history.record(given);
      given.before!.fill(0);
      expect(await history.peekUndo(path, bytes('one 2'))).toMatchObject({ before: bytes('one two') });
    });
  });
}

/** What a watcher is told, and a way to wait until it has been told so much. */
export async function watching(history: History) {
  const events: HistoryEvent[] = [];
  let look = () => {};
  const stop = await history.watch((event) => {
    events.push(event);
    look();
  });
  const told = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => events.length >= count && resolve();
      look();
    });
  return { events, told, stop };
}
