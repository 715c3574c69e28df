import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskHistory } from '../../../src/adapters/history/disk-history.ts';
import { DiskLocks } from '../../../src/adapters/locks/disk-locks.ts';
import { change, historyContract, watching } from '../../contracts/history.contract.ts';
import { bundleProgram, runChild } from '../child-program.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const path = '/project/a.txt';
const isRoot = process.getuid?.() === 0;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'corvid-history-'));
});
afterEach(async () => {
  await chmod(directory, 0o700);
  await rm(directory, { recursive: true, force: true });
});

const open = (limits = {}) => new DiskHistory({ directory, ...limits });
const locks = () => new DiskLocks({ directory });

historyContract('DiskHistory', async (limits) => ({ history: open(limits), locks: locks() }));

describe('on disk', () => {
  test('changes survive a restart', async () => {
    const entry = await open().record(change('one two', 'one 2'));
    expect(await open().list()).toEqual([entry]);
    expect(await open().peekUndo(path, bytes('one 2'))).toEqual({
      state: 'ready',
      entry,
      before: bytes('one two'),
    });
  });

  test('a watcher takes a history that somebody removed for no undo, however late it looks', async () => {
    const history = open();
    const make = (file: string) => locks().withLock(file, () => history.record(change('x', 'y', file)));
    const watched = await watching(history);
    const first = await make(path);
    await watched.told(1);
    await rm(join(directory, 'history'), { recursive: true });
    // What a late word of the first change's lock looks like.
    await locks().withLock(path, async () => {});
    const second = await make('/project/b.txt');
    await watched.told(2);
    expect(watched.events).toEqual([
      { kind: 'made', entry: first },
      { kind: 'made', entry: second },
    ]);
    watched.stop();
  });

  test('only what differs is stored', async () => {
    const text = 'line\n'.repeat(100_000);
    await open().record(change(text, text.replace(/line\nline\n$/, 'line\nlast\n')));
    expect(statSync(entryFiles()[0]!).size).toBeLessThan(1_000);
  });

  test.skipIf(process.platform === 'win32')('nobody else may read it', async () => {
    await open().record(change('one', 'two'));
    await locks().withLock(path, async () => {
      for (const name of readdirSync(directory, { recursive: true }) as string[]) {
        const stats = statSync(join(directory, name));
        expect(stats.mode & 0o777, name).toBe(stats.isDirectory() ? 0o700 : 0o600);
      }
    });
  });

  test('a torn entry is never served, wherever it was cut', async () => {
    const history = open();
    const first = await history.record(change('zero', 'one'));
    const second = await history.record(change('one', 'two'));
    const file = entryFiles().find((name) => name.endsWith(second.id))!;
    const whole = await readFile(file);
    for (let length = 0; length < whole.length; length++) {
      await writeFile(file, whole.subarray(0, length));
      expect(await history.peekUndo(path, bytes('two'))).toEqual({ state: 'changed-since', entry: first });
    }
    expect(await history.list()).toEqual([first]);
    await writeFile(file, whole);
    expect(await history.list()).toEqual([second, first]);
  });

  test('an entry with a wrong bit is never served', async () => {
    const history = open();
    await history.record(change('one', 'two'));
    const [file] = entryFiles();
    const whole = readFileSync(file!);
    for (let offset = 0; offset < whole.length; offset++) {
      const damaged = Buffer.from(whole);
      damaged[offset]! ^= 1 << (offset % 8);
      await writeFile(file!, damaged);
      expect(await history.peekUndo(path, bytes('two')), `byte ${offset}`).toEqual({ state: 'empty' });
    }
    await writeFile(file!, Buffer.concat([whole, Buffer.from('x')]));
    expect(await history.list()).toEqual([]);
  });

  test('what others put there is skipped and left alone', async () => {
    const history = open();
    const entry = await history.record(change('one', 'two'));
    const folder = join(entryFiles()[0]!, '..');
    await writeFile(join(folder, 'README'), 'hello');
    await writeFile(join(folder, '999999999999999-00000000'), '{"version":1}\n');
    await writeFile(join(folder, '999999999999999-00000001'), 'null\n');
    await mkdir(join(folder, '999999999999999-00000002'));
    await writeFile(join(directory, 'history', 'stray'), 'x');
    await writeFile(join(directory, 'history', 'f'.repeat(32)), 'not a folder');
    expect(await history.list()).toEqual([entry]);
    expect(await history.peekUndo(path, bytes('two'))).toMatchObject({ state: 'ready', entry });
    await history.record(change('two', 'three'));
    await history.close();
    expect(await readFile(join(folder, 'README'), 'utf8')).toBe('hello');
  });

  test('an entry that was copied to another path is not served there', async () => {
    await open().record(change('one', 'two'));
    await open().record(change('x', 'y', '/project/b.txt'));
    const [a, b] = entryFiles();
    await writeFile(b!, await readFile(a!));
    const states = [
      await open().peekUndo(path, bytes('two')),
      await open().peekUndo('/project/b.txt', bytes('two')),
    ];
    expect(states.map(({ state }) => state).sort()).toContain('empty');
  });

  test('the folder of a path goes with its last entry', async () => {
    const history = open();
    const entry = await history.record(change('one', 'two'));
    await history.close();
    await history.forget(entry);
    await history.forget(entry);
    expect(await readdir(join(directory, 'history'))).toEqual([]);
  });

  test('entries keep their order when the clock is set back', async () => {
    const folder = join(directory, 'history');
    const first = await open().record(change('one', 'two'));
    const [file] = entryFiles();
    const future = join(file!, '..', '900000000000000-00000000');
    await writeFile(future, await readFile(file!));
    await rm(file!);
    await open().record(change('two', 'three'));
    expect(first.id < '9').toBe(true);
    expect(await open().peekUndo(path, bytes('three'))).toMatchObject({
      state: 'ready',
      before: bytes('two'),
    });
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe('the limit of the size', () => {
  test('also counts what earlier processes left', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      const history = open({ maxBytes: 10_000 });
      await history.record(change('', name.repeat(3_000), `/project/${name}`));
      await history.close();
    }
    const left = (await open().list()).map((entry) => entry.path);
    expect(left).toContain('/project/d');
    expect(left).not.toContain('/project/a');
    expect(storedBytes()).toBeLessThanOrEqual(10_000);
  });

  test('is kept while many changes arrive at once', async () => {
    const history = open({ maxBytes: 20_000 });
    const names = Array.from({ length: 40 }, (_, i) => `/project/${i}`);
    await Promise.all(names.map((name) => history.record(change('', 'x'.repeat(1_500), name))));
    await history.close();
    expect(storedBytes()).toBeLessThanOrEqual(20_000);
    expect(storedBytes()).toBeGreaterThan(10_000);
  });

  test('takes the older changes of the path itself last of all', async () => {
    const history = open({ maxBytes: 10_000 });
    await history.record(change('', 'x'.repeat(2_000), '/project/other'));
    for (const letter of 'abcd') await history.record(change('', letter.repeat(2_500)));
    await history.close();
    const left = await history.list();
    expect(left.every((entry) => entry.path === path)).toBe(true);
    expect(await history.peekUndo(path, bytes('d'.repeat(2_500)))).toMatchObject({ state: 'ready' });
  });
});

describe('a state directory that cannot be written', () => {
  const expectEditWithoutUndo = async (history: ReturnType<typeof open>) => {
    const outcome = await locks().withLock(path, () => history.record(change('one', 'two')));
    expect(outcome).toMatchObject({ path, kind: 'edit', stored: false });
    expect(await history.peekUndo(path, bytes('two'))).toEqual({ state: 'empty' });
    expect(await history.list()).toEqual([]);
    await history.forget(outcome);
    await history.close();
  };

  test('below a file: edits go on, and say that they cannot be undone', async () => {
    await writeFile(join(directory, 'file'), '');
    await expectEditWithoutUndo(new DiskHistory({ directory: join(directory, 'file', 'state') }));
  });

  test.skipIf(isRoot)('without permission: edits go on', async () => {
    await chmod(directory, 0o500);
    await expectEditWithoutUndo(open());
  });

  test('on a file system that makes no folders: edits go on', async () => {
    await expectEditWithoutUndo(new DiskHistory({ directory: '/proc/corvid' }));
  });
});

describe('several processes at once', () => {
  test('record to one path and to their own without losing an entry', async () => {
    const program = await bundleProgram(`
      import { DiskHistory } from './src/adapters/history/disk-history.ts';
      const [, , directory, name] = process.argv;
      const history = new DiskHistory({ directory, entriesPerFile: 1000 });
      const bytes = (text) => new TextEncoder().encode(text);
      const entry = (path, i) => ({ path, before: bytes('a'), after: bytes(name + i), tool: name, linesAdded: 1, linesRemoved: 1, diff: '' });
      for (let i = 0; i < 25; i++) {
        await history.record(entry('/project/shared', i));
        await history.record(entry('/project/' + name, i));
      }
      await history.close();
    `);
    const names = ['p', 'q', 'r'];
    const results = await Promise.all(
      names.map((name) => runChild(process.execPath, [program.file, directory, name])),
    );
    await program.remove();
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      names.map(() => ({ code: 0, stderr: '' })),
    );
    const entries = await open().list();
    expect(entries).toHaveLength(150);
    expect(entries.filter((entry) => entry.path === '/project/shared')).toHaveLength(75);
    for (const name of names) expect(entries.filter((entry) => entry.tool === name)).toHaveLength(50);
  });
});

function entryFiles(): string[] {
  const names = readdirSync(join(directory, 'history'), { recursive: true }) as string[];
  return names
    .filter((name) => /\/\d{15}-[0-9a-f]{8}$/.test(name))
    .map((name) => join(directory, 'history', name));
}

function storedBytes(): number {
  return entryFiles().reduce((sum, file) => sum + statSync(file).size, 0);
}
