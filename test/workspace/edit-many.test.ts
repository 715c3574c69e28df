import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localFiles } from '../../src/adapters/files/local-files.ts';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import type { Files } from '../../src/ports/files.ts';
import type { Planner } from '../../src/workspace/plan.ts';
import { temporaryFolder } from '../corvid-client.ts';

const request = { tool: 'test' };

/** Three files that each hold the word `one`, in a workspace of their own. */
async function open(options: WorkspaceOptions = {}) {
  const folder = await temporaryFolder();
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state'), ...options });
  onTestFinished(() => workspace.close());
  const path = (name: string) => join(folder, name);
  const names = ['a.txt', 'b.txt', 'c.txt'];
  for (const name of names) await writeFile(path(name), `${name} one\r\n`);
  const text = (name: string) => readFile(path(name), 'utf8');
  return {
    workspace,
    path,
    text,
    items: (word: string, ...only: string[]) =>
      (only.length > 0 ? only : names).map((name) => ({ path: path(name), plan: replacing('one', word) })),
    texts: () => Promise.all(names.map(text)),
    /** What lies in the folder beside the files and the state. */
    strays: async () => (await readdir(folder)).filter((name) => ![...names, '.state'].includes(name)),
  };
}

function replacing(from: string, to: string): Planner {
  return ({ text }) => {
    const start = text.indexOf(from);
    return start === -1 ? [] : [{ span: { start, end: start + from.length }, newText: to }];
  };
}

/** The files of this machine, where someone is faster than the commit of certain files. */
function disturbed(disturb: (name: string) => Promise<unknown>): Files {
  const real = localFiles();
  return {
    ...real,
    async stage(path, content) {
      const staged = await real.stage(path, content);
      const commit = async (replacing: Uint8Array | undefined) => {
        await disturb(basename(path));
        return staged.commit(replacing);
      };
      return { ...staged, commit };
    },
  };
}

const untouched = ['a.txt one\r\n', 'b.txt one\r\n', 'c.txt one\r\n'];

describe('several files are changed', () => {
  test('all of them, and each result tells of its own', async () => {
    const { workspace, items, texts, path, strays } = await open();
    const edited = await workspace.editMany(items('two'), request);
    expect(await texts()).toEqual(['a.txt two\r\n', 'b.txt two\r\n', 'c.txt two\r\n']);
    expect(edited.map((one) => [one.path, one.undoable, one.diff.added, one.diff.removed])).toEqual(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => [path(name), true, 1, 1]),
    );
    expect(await strays()).toEqual([]);
  });

  test('and each is undone by itself', async () => {
    const { workspace, items, texts, path } = await open();
    await workspace.editMany(items('two'), request);
    expect((await workspace.log()).map((entry) => entry.path).sort()).toEqual(
      ['a.txt', 'b.txt', 'c.txt'].map(path),
    );
    await workspace.undo(path('b.txt'));
    expect(await texts()).toEqual(['a.txt two\r\n', 'b.txt one\r\n', 'c.txt two\r\n']);
    await workspace.undo(path('c.txt'));
    await workspace.undo(path('a.txt'));
    expect(await texts()).toEqual(untouched);
    await expect(workspace.undo(path('a.txt'))).rejects.toMatchObject({ name: 'NO_HISTORY' });
  });

  test('but for those whose plan is empty', async () => {
    const { workspace, items, path, texts } = await open();
    const nothing = { path: path('b.txt'), plan: replacing('absent', 'x') };
    const edited = await workspace.editMany([...items('two', 'a.txt'), nothing], request);
    expect(edited.map(({ diff }) => diff.added)).toEqual([1, 0]);
    expect(await texts()).toEqual(['a.txt two\r\n', 'b.txt one\r\n', 'c.txt one\r\n']);
    expect(await workspace.log()).toHaveLength(1);
  });

  test('hundreds at once', async () => {
    const { workspace, path, text } = await open();
    const names = Array.from({ length: 300 }, (_, i) => `${i}.py`);
    for (const name of names) await writeFile(path(name), `x = "one"  # ${name}\n`);
    const items = names.map((name) => ({ path: path(name), plan: replacing('one', 'two') }));
    const edited = await workspace.editMany(items, request);
    expect(edited.map((one) => basename(one.path))).toEqual(names);
    for (const name of names) expect(await text(name)).toBe(`x = "two"  # ${name}\n`);
  });

  test('while others change some of them: no edit is lost, and none waits for ever', async () => {
    const { workspace, path, text } = await open();
    const append =
      (letter: string): Planner =>
      (document) => [{ span: { start: document.text.length, end: document.text.length }, newText: letter }];
    const calls = [...'abcdefgh'].map((letter, i) => {
      const order = i % 2 ? ['a.txt', 'b.txt', 'c.txt'] : ['c.txt', 'b.txt', 'a.txt'];
      return workspace.editMany(
        order.map((name) => ({ path: path(name), plan: append(letter) })),
        request,
      );
    });
    await Promise.all(calls);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const added = (await text(name)).slice(`${name} one\r\n`.length);
      expect([...added].sort().join('')).toBe('abcdefgh');
    }
  });
});

describe('none of several files is changed', () => {
  const failures: [string, (name: string, path: (name: string) => string) => Promise<unknown>][] = [
    ['changed by someone else', (name, path) => writeFile(path(name), 'theirs\n')],
    ['removed by someone else', (name, path) => rm(path(name))],
  ];
  test.each(failures)('when one of them is %s meanwhile', async (_, disturb) => {
    let path = (name: string) => name;
    const files = disturbed(async (name) => name === 'b.txt' && (await disturb(name, path)));
    const opened = await open({ files });
    path = opened.path;
    const { workspace, items, text, strays } = opened;
    await workspace.edit(path('a.txt'), request, replacing('a.txt', 'A'));
    await expect(workspace.editMany(items('two'), request)).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    expect(await text('a.txt')).toBe('A one\r\n');
    expect(await text('c.txt')).toBe('c.txt one\r\n');
    expect(await strays()).toEqual([]);
    expect((await workspace.log()).map((entry) => entry.path)).toEqual([path('a.txt')]);
    await workspace.undo(path('a.txt'));
    expect(await text('a.txt')).toBe('a.txt one\r\n');
  });

  test('when a plan refuses', async () => {
    const { workspace, items, texts, path } = await open();
    const refusing = {
      path: path('c.txt'),
      plan: () => {
        throw new Error('no');
      },
    };
    await expect(workspace.editMany([...items('two', 'a.txt'), refusing], request)).rejects.toThrow('no');
    expect(await texts()).toEqual(untouched);
    expect(await workspace.log()).toEqual([]);
  });

  test('when one does not exist, or lies outside', async () => {
    const { workspace, items, texts, path } = await open();
    for (const [other, name] of [
      [path('none.txt'), 'FILE_NOT_FOUND'],
      ['/etc/hostname', 'OUTSIDE_ROOTS'],
    ] as const) {
      const all = [...items('two'), { path: other, plan: replacing('one', 'two') }];
      await expect(workspace.editMany(all, request)).rejects.toMatchObject({ name });
    }
    expect(await texts()).toEqual(untouched);
  });

  test('when the syntax of one would break', async () => {
    const { workspace, items, path, texts, text } = await open({ syntax: 'reject' });
    await writeFile(path('d.py'), 'one = 1\n');
    const breaking = { path: path('d.py'), plan: replacing('one', 'one two') };
    await expect(workspace.editMany([...items('two'), breaking], request)).rejects.toMatchObject({
      name: 'SYNTAX_ERROR',
      details: { path: path('d.py'), line: 1 },
    });
    expect(await texts()).toEqual(untouched);
    expect(await text('d.py')).toBe('one = 1\n');
    expect(await workspace.log()).toEqual([]);
  });

  test('when it is cancelled, before or while the new contents are laid ready', async () => {
    const abort = new AbortController();
    const real = localFiles();
    const stage: Files['stage'] = async (path, content) => {
      const staged = await real.stage(path, content);
      if (basename(path) === 'c.txt') abort.abort();
      return staged;
    };
    for (const { files, signal } of [
      { files: real, signal: AbortSignal.abort() },
      { files: { ...real, stage }, signal: abort.signal },
    ]) {
      const { workspace, items, texts, strays } = await open({ files });
      await expect(workspace.editMany(items('two'), { ...request, signal })).rejects.toMatchObject({
        name: 'CANCELLED',
      });
      expect(await texts()).toEqual(untouched);
      expect(await strays()).toEqual([]);
      expect(await workspace.log()).toEqual([]);
    }
  });

  test('when nothing is to be written: the results tell what would be', async () => {
    const { workspace, items, texts } = await open();
    const edited = await workspace.editMany(items('two'), { ...request, dryRun: true });
    expect(edited.map(({ diff }) => diff.text.includes('+a.txt two'))).toEqual([true, false, false]);
    expect(edited.map(({ diff }) => diff.added)).toEqual([1, 1, 1]);
    expect(await texts()).toEqual(untouched);
    expect(await workspace.log()).toEqual([]);
  });

  test('when one is given twice, also by another name', async () => {
    const { workspace, items, path, texts, strays } = await open();
    await symlink(path('a.txt'), path('link.txt'));
    for (const again of ['a.txt', 'link.txt']) {
      const all = [...items('two'), ...items('three', again)];
      await expect(workspace.editMany(all, request)).rejects.toMatchObject({
        name: 'INVALID_PARAMS',
        message: `Nothing was changed: ${path('a.txt')} is given twice. Make its edits one.`,
      });
      expect(await texts()).toEqual(untouched);
    }
    expect(await strays()).toEqual(['link.txt']);
    expect(await workspace.log()).toEqual([]);
  });
});

test('files that cannot be put back are named, and keep their history', async () => {
  let path = (name: string) => name;
  const files = disturbed(async (name) => {
    if (name !== 'c.txt') return;
    await writeFile(path('b.txt'), 'theirs\n');
    await writeFile(path('c.txt'), 'theirs\n');
  });
  const opened = await open({ files });
  path = opened.path;
  const { workspace, items, texts, strays } = opened;
  await expect(workspace.editMany(items('two'), request)).rejects.toMatchObject({
    name: 'IO_ERROR',
    message: expect.stringContaining(
      `The other files were put back, except these, which keep the change: ${path('b.txt')}.`,
    ),
    details: { paths: [path('b.txt')] },
  });
  expect(await texts()).toEqual(['a.txt one\r\n', 'theirs\n', 'theirs\n']);
  expect(await strays()).toEqual([]);
  expect((await workspace.log()).map((entry) => entry.path)).toEqual([path('b.txt')]);
});
