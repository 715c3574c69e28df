import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localFiles } from '../../src/adapters/files/local-files.ts';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import type { Files } from '../../src/ports/files.ts';
import { type CallOptions, callTool } from '../../src/tools/call/library.ts';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { memoryHistory } from '../adapters/history/memory-history.ts';
import { MemoryLocks } from '../adapters/locks/memory-locks.ts';
import { connect, temporaryFolder } from '../corvid-client.ts';

async function open(options: WorkspaceOptions & { folder?: string } = {}) {
  const { folder = await temporaryFolder(), ...others } = options;
  const stateDirectory = join(folder, '.state');
  const workspace = openWorkspace({ roots: [folder], stateDirectory, ...others });
  onTestFinished(() => workspace.close());
  const path = (name: string) => join(folder, name);
  return {
    workspace,
    folder,
    path,
    edit: (command: string, name: string, input: Record<string, unknown> = {}, given?: CallOptions) =>
      callTool(workspace, 'file_editor', { command, path: path(name), ...input }, given),
    text: (name: string) => readFile(path(name), 'utf8'),
    /** Names in the folder, without the state. */
    names: async () => (await readdir(folder)).filter((name) => name !== '.state').sort(),
  };
}

const toTwo = { old_str: 'one', new_str: 'two' };

/** The files of this machine, and what another program does once the new content lies ready. */
function disturbed(real: Files, disturb: (path: string) => Promise<unknown>): Files {
  return {
    ...real,
    async stage(path, content) {
      const staged = await real.stage(path, content);
      const commit = async (replacing: Uint8Array | undefined) => {
        await disturb(path);
        return staged.commit(replacing);
      };
      return { ...staged, commit };
    },
    async remove(path, replacing) {
      await disturb(path);
      await real.remove(path, replacing);
    },
  };
}

describe('a preview', () => {
  test('writes nothing: no file, no history, no lock', async () => {
    const { edit, path, names, text, folder } = await open({ preview: true });
    await writeFile(path('a.txt'), 'one\n');
    const edited = await edit('str_replace', 'a.txt', toTwo);
    expect(edited.ok && edited.changes?.[0]?.after).toEqual(new TextEncoder().encode('two\n'));
    expect(await edit('create', 'sub/b.txt', { file_text: 'new' })).toMatchObject({ ok: true });
    // Nothing was changed, so that the same edit can be previewed again.
    expect(await edit('str_replace', 'a.txt', toTwo)).toMatchObject({ ok: true });
    expect([await names(), await text('a.txt')]).toEqual([['a.txt'], 'one\n']);
    expect(existsSync(join(folder, '.state'))).toBe(false);
  });

  test('of an undo passes over a change that was never made, and leaves it stored', async () => {
    const history = memoryHistory();
    const about = { path: '/a.txt', tool: 'edit_file', linesAdded: 1, linesRemoved: 1, diff: '' };
    const bytes = (content: string) => new TextEncoder().encode(content);
    const first = await history.record({ ...about, before: bytes('one'), after: bytes('two') });
    const second = await history.record({ ...about, before: bytes('two'), after: bytes('three') });
    const files = memoryFiles({ '/a.txt': 'two' });
    const workspace = openWorkspace({
      ...{ files, history, preview: true, allowAnywhere: true },
      locks: new MemoryLocks(),
    });
    expect(await workspace.undo('/a.txt')).toMatchObject({ entry: first, change: { after: bytes('one') } });
    expect(await files.read('/a.txt')).toEqual(bytes('two'));
    expect(await history.list()).toEqual([second, first]);
  });
});

test('a plan may give its edits in any order, and two at one place', async () => {
  const { workspace, path, text } = await open();
  await writeFile(path('a.txt'), 'a b c\n');
  const edit = (start: number, end: number, newText: string) => ({ span: { start, end }, newText });
  const plan = () => [edit(4, 5, 'C'), edit(0, 1, 'AA'), edit(2, 2, '1'), edit(2, 2, '2')];
  const { edits, diff } = await workspace.edit(path('a.txt'), { tool: 'test' }, plan);
  expect(await text('a.txt')).toBe('AA 12b C\n');
  expect(edits.map(({ newText }) => newText)).toEqual(['AA', '1', '2', 'C']);
  expect(diff.text).toContain('-a b c\n+AA 12b C\n');
});

describe('calls at the same time', () => {
  test('on one file are made one after another: 20 insertions all arrive', async () => {
    const { edit, path } = await connect();
    await writeFile(path('a.txt'), 'end\n');
    const insertions = Array.from({ length: 20 }, (_, i) =>
      edit('insert', 'a.txt', { insert_line: 0, new_str: `line ${i}` }),
    );
    for (const { failed } of await Promise.all(insertions)) expect(failed).toBe(false);
    const lines = (await readFile(path('a.txt'), 'utf8')).split('\n');
    expect(lines.sort()).toEqual(['', 'end', ...Array.from({ length: 20 }, (_, i) => `line ${i}`)].sort());
  });

  test('that create one file make it once', async () => {
    const { edit, path, text, names } = await open();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) => edit('create', 'a.txt', { file_text: `from ${n}\n` })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const outcome of outcomes.filter(({ ok }) => !ok)) {
      expect(outcome.text).toBe(
        `Error -31001 FILE_EXISTS: File already exists at: ${path('a.txt')}. ` +
          'Creating would overwrite it: change it with an edit, or choose another path.',
      );
    }
    expect(await text('a.txt')).toMatch(/^from \d\n$/);
    expect(await names()).toEqual(['a.txt']);
  });

  test('from two servers lose nothing, and each can undo what the other did', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.txt');
    await writeFile(path, 'end\n');
    const servers = [await connect({ folder }), await connect({ folder })];
    const added = Array.from({ length: 50 }, (_, i) => `line ${i}`);
    const edits = added.map((line, i) =>
      servers[i % 2]!.edit('insert', 'a.txt', { insert_line: 0, new_str: line }),
    );
    for (const { text, failed } of await Promise.all(edits)) expect(failed, text).toBe(false);
    const before = (await readFile(path, 'utf8')).split('\n');
    expect(before.toSorted()).toEqual([...added, 'end', ''].sort());
    for (let undone = 1; undone <= 10; undone++) {
      expect((await servers[undone % 2]!.edit('undo_edit', 'a.txt')).failed).toBe(false);
      expect((await readFile(path, 'utf8')).split('\n')).toEqual(before.slice(undone));
    }
    expect((await servers[0]!.edit('undo_edit', 'a.txt')).text).toBe(
      `Error -31007 NO_HISTORY: No edit history found for ${path}.`,
    );
    expect((await readdir(folder)).sort()).toEqual(['.state', 'a.txt']);
  });
});

describe('a file that changes between read and write', () => {
  const changed = (path: string, what: string) =>
    `Error -31004 FILE_CHANGED: File changed: ${path}: ${what}. Nothing was written. Read it again, then repeat the edit.`;

  test('is not overwritten', async () => {
    const files = disturbed(localFiles(), (path) => writeFile(path, 'their work\n'));
    const { edit, path, text, names, workspace } = await open({ files });
    await writeFile(path('a.txt'), 'one\n');
    const { text: told } = await edit('str_replace', 'a.txt', toTwo);
    expect(told).toBe(changed(path('a.txt'), 'another program changed it meanwhile'));
    expect(await text('a.txt')).toBe('their work\n');
    expect(await names()).toEqual(['a.txt']);
    expect(await workspace.log()).toEqual([]);
  });

  test('is not overwritten when only its content differs', async () => {
    const files = disturbed(localFiles(), (path) => writeFile(path, 'uno\n'));
    const { edit, path, text } = await open({ files });
    await writeFile(path('a.txt'), 'one\n');
    expect(await edit('str_replace', 'a.txt', toTwo)).toMatchObject({
      ok: false,
      error: { name: 'FILE_CHANGED' },
    });
    expect(await text('a.txt')).toBe('uno\n');
  });

  test('is not brought back when it was removed', async () => {
    const files = disturbed(localFiles(), (path) => rm(path));
    const { edit, path, names } = await open({ files });
    await writeFile(path('a.txt'), 'one\n');
    const { text: told } = await edit('str_replace', 'a.txt', toTwo);
    expect(told).toBe(changed(path('a.txt'), 'another program changed it meanwhile'));
    expect(await names()).toEqual([]);
  });

  test('is not replaced by a creation', async () => {
    const files = disturbed(localFiles(), (path) => writeFile(path, 'their work\n'));
    const { edit, path, text, names, workspace } = await open({ files });
    const { text: told } = await edit('create', 'a.txt', { file_text: 'mine\n' });
    expect(told).toBe(changed(path('a.txt'), 'another program made it meanwhile'));
    expect(await text('a.txt')).toBe('their work\n');
    expect(await names()).toEqual(['a.txt']);
    expect(await workspace.log()).toEqual([]);
  });

  test('is not overwritten by undo, which can be repeated when the file is as it was', async () => {
    const { folder, edit, path, text } = await open();
    await writeFile(path('a.txt'), 'one\n');
    await edit('str_replace', 'a.txt', toTwo);
    const files = disturbed(localFiles(), (path) => writeFile(path, 'their work\n'));
    const other = await open({ folder, files });
    expect((await other.edit('undo_edit', 'a.txt')).text).toBe(
      changed(path('a.txt'), 'another program changed it meanwhile'),
    );
    expect(await text('a.txt')).toBe('their work\n');
    await writeFile(path('a.txt'), 'two\n');
    expect(await edit('undo_edit', 'a.txt')).toMatchObject({ ok: true });
    expect(await text('a.txt')).toBe('one\n');
  });

  test('is not removed when its creation is undone', async () => {
    const { folder, edit, path, text } = await open();
    await edit('create', 'a.txt', { file_text: 'mine\n' });
    const files = disturbed(localFiles(), (path) => writeFile(path, 'their work\n'));
    const other = await open({ folder, files });
    expect((await other.edit('undo_edit', 'a.txt')).text).toBe(
      changed(path('a.txt'), 'another program changed or removed it meanwhile'),
    );
    expect(await text('a.txt')).toBe('their work\n');
  });

  test('is kept in memory as on the disk', async () => {
    const memory = memoryFiles({ '/project/a.txt': 'one\n' });
    const theirs = new TextEncoder().encode('their work\n');
    const files = disturbed(memory, async (path) => {
      await (await memory.stage(path, theirs)).commit(await memory.read(path));
    });
    const workspace = openWorkspace({
      files,
      history: memoryHistory(),
      locks: new MemoryLocks(),
      roots: ['/project'],
    });
    const { text } = await callTool(workspace, 'file_editor', {
      ...{ command: 'str_replace', path: '/project/a.txt' },
      ...toTwo,
    });
    expect(text).toBe(changed('/project/a.txt', 'another program changed it meanwhile'));
    expect(await memory.read('/project/a.txt')).toEqual(theirs);
  });

  test('is told from one whose folder disappeared', async () => {
    const files = disturbed(localFiles(), (path) => rm(join(path, '..'), { recursive: true }));
    const { edit, path, names, workspace } = await open({ files });
    await mkdir(path('sub'));
    const { text: told } = await edit('create', 'sub/new.txt', { file_text: 'x' });
    expect(told).toBe(changed(path('sub/new.txt'), 'the folder it is in was replaced meanwhile'));
    expect(await names()).toEqual([]);
    expect(await workspace.log()).toEqual([]);
  });

  test('is told from one whose folder became a link to another place', async () => {
    const outside = await temporaryFolder();
    const files = disturbed(localFiles(), async (path) => {
      await rm(join(path, '..'), { recursive: true });
      await symlink(outside, join(path, '..'));
    });
    const { edit, path } = await open({ files });
    await mkdir(path('sub'));
    const { text: told } = await edit('create', 'sub/new.txt', { file_text: 'x' });
    expect(told).toBe(changed(path('sub/new.txt'), 'the folder it is in was replaced meanwhile'));
    expect(await readdir(outside)).toEqual([]);
  });
});

describe('a call that is cancelled before it writes', () => {
  const cancelled = (path: string) => `Error -31011 CANCELLED: Cancelled: ${path} was not changed.`;

  test('leaves the file alone and is not remembered', async () => {
    const { edit, path, text, names, workspace } = await open();
    await writeFile(path('a.txt'), 'one\n');
    const given = { signal: AbortSignal.abort() };
    expect((await edit('str_replace', 'a.txt', toTwo, given)).text).toBe(cancelled(path('a.txt')));
    expect((await edit('insert', 'a.txt', { insert_line: 0, new_str: 'x' }, given)).text).toBe(
      cancelled(path('a.txt')),
    );
    expect(await text('a.txt')).toBe('one\n');
    expect(await names()).toEqual(['a.txt']);
    expect(await workspace.log()).toEqual([]);
  });

  test('makes no file and leaves no folder', async () => {
    const { edit, path, names } = await open();
    const { text } = await edit(
      'create',
      'new/deep/a.txt',
      { file_text: 'x' },
      { signal: AbortSignal.abort() },
    );
    expect(text).toBe(cancelled(path('new/deep/a.txt')));
    expect(await names()).toEqual([]);
  });

  test('may be cancelled as late as when the new content lies ready', async () => {
    const abort = new AbortController();
    const real = localFiles();
    const stage: Files['stage'] = async (path, content) => {
      const staged = await real.stage(path, content);
      abort.abort();
      return staged;
    };
    const { edit, path, text, names } = await open({ files: { ...real, stage } });
    await writeFile(path('a.txt'), 'one\n');
    const { text: told } = await edit('str_replace', 'a.txt', toTwo, { signal: abort.signal });
    expect(told).toBe(cancelled(path('a.txt')));
    expect(await text('a.txt')).toBe('one\n');
    expect(await names()).toEqual(['a.txt']);
  });

  test('is not made by the server while others are', async () => {
    const { client, edit, path } = await connect();
    await writeFile(path('a.txt'), 'one\n');
    const abort = new AbortController();
    // These keep the file busy until the server has read the cancellation.
    const before = Array.from({ length: 10 }, (_, i) =>
      edit('insert', 'a.txt', { insert_line: 0, new_str: `before ${i}` }),
    );
    const input = { command: 'insert', path: path('a.txt'), insert_line: 0, new_str: 'cancelled' };
    const call = client.callTool({ name: 'file_editor', arguments: input }, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toThrow();
    await Promise.all(before);
    expect((await edit('insert', 'a.txt', { insert_line: 0, new_str: 'after' })).failed).toBe(false);
    const lines = (await readFile(path('a.txt'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(12);
    expect(lines).not.toContain('cancelled');
  });
});

describe('links', () => {
  test('a file has one history, through a link and by its real path', async () => {
    const { edit, path, text, workspace } = await open();
    await writeFile(path('real.txt'), 'one\n');
    await symlink('real.txt', path('link.txt'));
    await edit('str_replace', 'link.txt', toTwo);
    await edit('str_replace', 'real.txt', { old_str: 'two', new_str: 'three' });
    const log = await workspace.log({ path: path('real.txt') });
    expect(log.map((entry) => entry.path)).toEqual([path('real.txt'), path('real.txt')]);
    expect(await workspace.log({ path: path('link.txt') })).toEqual(log);
    expect(await edit('undo_edit', 'link.txt')).toMatchObject({ ok: true });
    expect(await text('real.txt')).toBe('two\n');
    expect(await edit('undo_edit', 'real.txt')).toMatchObject({ ok: true });
    expect(await text('link.txt')).toBe('one\n');
    expect((await lstat(path('link.txt'))).isSymbolicLink()).toBe(true);
    expect((await edit('undo_edit', 'link.txt')).text).toBe(
      `Error -31007 NO_HISTORY: No edit history found for ${path('link.txt')}.`,
    );
  });
});

describe('the allowed folders', () => {
  const outside = (where: string, root: string) =>
    `Error -31002 OUTSIDE_ROOTS: Path is outside the allowed folders: ${where}. Allowed: ${root}. ` +
    'Use a path inside them, or ask the user to start Corvid with another `--root`.';

  test('may be given by a link: its own name and the real one both lead in, and nowhere else', async () => {
    const folder = await temporaryFolder();
    const [real, link] = [join(folder, 'real'), join(folder, 'link')];
    await mkdir(real);
    await symlink(real, link);
    await writeFile(join(real, 'a.txt'), 'one\n');
    await writeFile(join(folder, 'b.txt'), 'one\n');
    const { workspace } = await open({ folder, roots: [link] });
    const replace = (path: string) =>
      callTool(workspace, 'file_editor', { command: 'str_replace', path, ...toTwo });
    expect(await replace(join(link, 'a.txt'))).toMatchObject({
      ok: true,
      data: { path: join(real, 'a.txt'), diff: expect.stringContaining('--- a.txt\n') },
    });
    expect(
      await callTool(workspace, 'file_editor', { command: 'undo_edit', path: join(real, 'a.txt') }),
    ).toMatchObject({ ok: true });
    expect(await readFile(join(real, 'a.txt'), 'utf8')).toBe('one\n');
    expect((await replace(join(folder, 'b.txt'))).text).toBe(outside(join(folder, 'b.txt'), link));
    expect((await replace(`${link}/../b.txt`)).text).toBe(outside(`${link}/../b.txt`, link));
  });

  test('cannot be left by `..`, by a similar name, or by links at any depth', async () => {
    const folder = await temporaryFolder();
    const root = join(folder, 'root');
    await Promise.all([mkdir(join(root, 'sub'), { recursive: true }), mkdir(join(folder, 'root-2'))]);
    await writeFile(join(folder, 'secret.txt'), 'one\n');
    await writeFile(join(folder, 'root-2', 'secret.txt'), 'one\n');
    await symlink(folder, join(root, 'sub', 'up'));
    await symlink('up', join(root, 'sub', 'again'));
    await symlink('../secret.txt', join(root, 'file'));
    await symlink('../made.txt', join(root, 'dangling'));
    const { workspace } = await open({ folder, roots: [root] });
    const secret = join(folder, 'secret.txt');
    const refusals: [string, string][] = [
      [`${root}/../secret.txt`, ''],
      [`${root}/sub/../../secret.txt`, ''],
      [`${root}/gone/../../secret.txt`, ''],
      [join(folder, 'root-2', 'secret.txt'), ''],
      [folder, ''],
      [join(root, 'sub', 'up', 'secret.txt'), secret],
      [join(root, 'sub', 'again', 'secret.txt'), secret],
      [join(root, 'file'), secret],
      [join(root, 'sub', 'up', 'new', 'made.txt'), join(folder, 'new', 'made.txt')],
      [join(root, 'dangling'), join(folder, 'made.txt')],
    ];
    for (const [path, real] of refusals) {
      for (const command of ['view', 'str_replace', 'create', 'undo_edit']) {
        const { text } = await callTool(workspace, 'file_editor', {
          command,
          path,
          ...toTwo,
          file_text: 'x',
        });
        expect(text).toBe(outside(real ? `${path} (really ${real})` : path, root));
      }
    }
    expect((await readdir(folder)).sort()).toEqual(['root', 'root-2', 'secret.txt']);
    expect(await readFile(secret, 'utf8')).toBe('one\n');
  });

  test('may be walked through by `..` and links that stay inside', async () => {
    const { edit, path, text } = await open();
    await mkdir(path('sub/deep'), { recursive: true });
    await writeFile(path('sub/a.txt'), 'one\n');
    await symlink('sub/deep', path('link'));
    await writeFile(path('sub/deep/b.txt'), 'one\n');
    expect(await edit('str_replace', 'sub/deep/../a.txt', toTwo)).toMatchObject({ ok: true });
    expect(await edit('str_replace', 'link/b.txt', toTwo)).toMatchObject({ ok: true });
    expect(await edit('create', 'link/new/c.txt', { file_text: 'c' })).toMatchObject({ ok: true });
    expect([await text('sub/a.txt'), await text('sub/deep/b.txt'), await text('sub/deep/new/c.txt')]).toEqual(
      ['two\n', 'two\n', 'c'],
    );
  });

  test('may be none, and then the refusal says so', async () => {
    const { workspace } = await open({ roots: [] });
    const { text } = await callTool(workspace, 'file_read', { path: '/etc/hostname' });
    expect(text).toBe(outside('/etc/hostname', 'none'));
  });

  test('are what a relative path is compared with', async () => {
    const { workspace, path, folder } = await open();
    await writeFile(path('a.txt'), 'one\n');
    const view = async (given: string) =>
      (await callTool(workspace, 'file_editor', { command: 'view', path: given })).text;
    expect(await view('a.txt')).toContain(`on ${path('a.txt')}:\n     1\tone`);
    expect(await view('gone/b.txt')).toContain(`FILE_NOT_FOUND: File not found: ${folder}/gone/b.txt`);
    expect(await view('../../etc/hostname')).toBe(
      'Error -32600 INVALID_PARAMS: Path must be absolute: ../../etc/hostname\nIt should start with `/`.',
    );
    expect(await view(path('a\0b'))).toBe('Error -32600 INVALID_PARAMS: Path contains a NUL character.');
    expect(await view(path('a\ud83d'))).toBe(
      'Error -32600 INVALID_PARAMS: Path contains half a character (the lone surrogate U+D83D), which no file name can hold. Send the whole character.',
    );
    expect(await view(`/${'x'.repeat(5_000)}`)).toBe(
      `Error -32600 INVALID_PARAMS: Path is too long: 5001 characters, at most 4096 are taken. It begins /${'x'.repeat(99)}`,
    );
  });
});

describe('a read-only workspace', () => {
  test('reads, and refuses every way to write', async () => {
    const { workspace, path, text, names } = await open({ readOnly: true });
    await writeFile(path('a.txt'), 'one\n');
    expect((await callTool(workspace, 'file_read', { path: path('a.txt') })).text).toBe('   1: one');
    const refused = await callTool(workspace, 'file_editor', {
      command: 'str_replace',
      path: path('a.txt'),
      ...toTwo,
    });
    expect(refused.text).toBe(
      `Error -32002 PERMISSION_DENIED: Permission denied: ${path('a.txt')}\nCorvid runs with --read-only.`,
    );
    const denied = {
      name: 'PERMISSION_DENIED',
      code: -32002,
      message: `Permission denied: ${path('a.txt')}`,
    };
    const request = { tool: 'test' };
    const edits = () => [{ span: { start: 0, end: 3 }, newText: 'two' }];
    await expect(workspace.edit(path('a.txt'), request, edits)).rejects.toMatchObject(denied);
    await expect(workspace.create(path('a.txt'), 'x', request)).rejects.toMatchObject(denied);
    await expect(workspace.undo(path('a.txt'))).rejects.toMatchObject(denied);
    const run = await callTool(workspace, 'terminal', { command: `echo two > ${path('b.txt')}` });
    expect(run.text).toBe(
      'Error -32002 PERMISSION_DENIED: Permission denied: terminal\nCorvid runs with --read-only.',
    );
    expect([await names(), await text('a.txt')]).toEqual([['a.txt'], 'one\n']);
    expect(existsSync(path('.state'))).toBe(false);
  });
});

describe('the history', () => {
  test('that cannot be written does not stop an edit, and the result says that it cannot be undone', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'no-folder'), '');
    const { edit, text, path, names } = await open({
      folder,
      stateDirectory: join(folder, 'no-folder', 'state'),
    });
    const warning =
      '[This edit cannot be undone: the history is not writable, or the change is larger than its limit.]';
    const created = await edit('create', 'a.txt', { file_text: 'one\n' });
    expect(created.text).toBe(`File created successfully at: ${path('a.txt')}\n${warning}`);
    const edited = await edit('str_replace', 'a.txt', toTwo);
    expect(edited).toMatchObject({ ok: true });
    expect(edited.text.split('\n').at(-1)).toBe(warning);
    expect(await text('a.txt')).toBe('two\n');
    expect((await edit('undo_edit', 'a.txt')).text).toBe(
      `Error -31007 NO_HISTORY: No edit history found for ${path('a.txt')}.`,
    );
    expect(await names()).toEqual(['a.txt', 'no-folder']);
  });

  test('keeps as many edits of a file as it is told', async () => {
    const { edit, path, text, workspace } = await open({ historyEntries: 2 });
    await writeFile(path('a.txt'), '0\n');
    for (const n of [1, 2, 3, 4])
      await edit('str_replace', 'a.txt', { old_str: `${n - 1}`, new_str: `${n}` });
    expect(await workspace.log()).toHaveLength(2);
    await edit('undo_edit', 'a.txt');
    await edit('undo_edit', 'a.txt');
    expect(await text('a.txt')).toBe('2\n');
    expect((await edit('undo_edit', 'a.txt')).text).toBe(
      `Error -31007 NO_HISTORY: No edit history found for ${path('a.txt')}.`,
    );
  });

  test('keeps within its size, the file that was edited last to the end', async () => {
    const { folder, edit: write, path, workspace } = await open({ historyBytes: 20_000 });
    for (let n = 1; n <= 8; n++) await write('create', `${n}.txt`, { file_text: `${n}`.repeat(5_000) });
    await workspace.close();
    const { workspace: again, edit } = await open({ folder, historyBytes: 20_000 });
    const kept = (await again.log()).map((entry) => entry.path);
    expect(kept.length).toBeLessThan(4);
    expect(kept[0]).toBe(path('8.txt'));
    expect(await edit('undo_edit', '8.txt')).toMatchObject({ ok: true });
    expect((await edit('undo_edit', '1.txt')).text).toContain('No edit history found');
  });

  test('survives a new workspace, and is not shared with another state folder', async () => {
    const { folder, edit, path, workspace } = await open();
    await edit('create', 'a.txt', { file_text: 'x' });
    await workspace.close();
    const elsewhere = await open({ folder, stateDirectory: join(folder, '.state', 'other') });
    expect((await elsewhere.edit('undo_edit', 'a.txt')).text).toContain('No edit history found');
    const again = await open({ folder });
    expect((await again.edit('undo_edit', 'a.txt')).text).toBe(
      `Last edit to ${path('a.txt')} undone (file_editor create). That edit had created the file, so the file was removed.`,
    );
    expect(existsSync(path('a.txt'))).toBe(false);
  });

  test('does not lose an edit to one that failed', async () => {
    const { edit, path, text } = await open();
    await writeFile(path('a.txt'), 'one\n');
    await edit('str_replace', 'a.txt', toTwo);
    await edit('str_replace', 'a.txt', { old_str: 'two', new_str: 'three' }, { signal: AbortSignal.abort() });
    await edit('str_replace', 'a.txt', { old_str: 'absent', new_str: 'x' });
    expect(await edit('undo_edit', 'a.txt')).toMatchObject({ ok: true });
    expect(await text('a.txt')).toBe('one\n');
  });
});

test('a dry run of an edit or a creation makes nothing, not even a folder of the state', async () => {
  const { workspace, folder, path } = await open();
  await writeFile(path('a.txt'), 'one\n');
  const dry = { dry_run: true };
  const edit = { path: path('a.txt'), old_string: 'one', new_string: 'two', ...dry };
  const create = { path: path('new/b.txt'), old_string: '', new_string: 'two', ...dry };
  const lines = { command: 'delete', path: path('a.txt'), start_line: 1, ...dry };
  for (const input of [edit, create])
    expect(await callTool(workspace, 'edit_file', input)).toMatchObject({ ok: true });
  expect(await callTool(workspace, 'edit_lines', lines)).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['a.txt']);
});

describe('limits', () => {
  const tooLarge = (path: string, size: number) =>
    `Error -31003 FILE_TOO_LARGE: File is too large: ${path} has ${size} bytes, the limit is 100. ` +
    'View a part of it with a line range, or change it with a shell command.';

  test('the size of a file, before and after an edit', async () => {
    const { edit, path, text, names } = await open({ maxFileBytes: 100 });
    await writeFile(path('large.txt'), `one${'.'.repeat(98)}`);
    await writeFile(path('full.txt'), `one${'.'.repeat(97)}`);
    expect((await edit('str_replace', 'large.txt', toTwo)).text).toBe(tooLarge(path('large.txt'), 101));
    const grown = await edit('str_replace', 'full.txt', { old_str: 'one', new_str: 'four' });
    expect(grown.text).toBe(tooLarge(path('full.txt'), 101));
    expect(await edit('str_replace', 'full.txt', toTwo)).toMatchObject({ ok: true });
    expect(await text('full.txt')).toBe(`two${'.'.repeat(97)}`);
    expect((await edit('create', 'new.txt', { file_text: 'é'.repeat(51) })).text).toBe(
      tooLarge(path('new.txt'), 102),
    );
    expect(await names()).toEqual(['full.txt', 'large.txt']);
    expect((await edit('view', 'large.txt')).ok).toBe(true);
  });

  test('the length of a view', async () => {
    const { edit, path, workspace } = await open({ maxViewCharacters: 120 });
    await writeFile(path('a.txt'), 'a line\n'.repeat(100));
    const { text } = await edit('view', 'a.txt');
    expect(text).toContain('[Cut at 120 characters: lines 1-');
    expect(text.length).toBeLessThan(500);
    const read = await callTool(workspace, 'file_read', { path: path('a.txt') });
    expect(read.text).toContain('120');
    expect(read.text.length).toBeLessThan(400);
  });
});

describe('a closed workspace', () => {
  const closed = 'The workspace is closed: nothing was done.';

  test('opens no shell', async () => {
    const { workspace, path } = await open();
    await workspace.close();
    const outcome = await callTool(workspace, 'terminal', { command: `touch ${path('made')}` });
    expect(outcome).toMatchObject({ ok: false, error: { name: 'CANCELLED', message: closed } });
    expect(workspace.abilities.terminals.size).toBe(0);
  });

  test('reads and writes no file', async () => {
    const { workspace, edit, text, path } = await open();
    await writeFile(path('a.txt'), 'one\n');
    expect(await edit('str_replace', 'a.txt', toTwo)).toMatchObject({ ok: true });
    await workspace.close();
    for (const command of ['view', 'undo_edit'])
      expect(await edit(command, 'a.txt')).toMatchObject({ ok: false, error: { message: closed } });
    await expect(workspace.log()).rejects.toThrow(closed);
    await expect(workspace.watchLog(() => {})).rejects.toThrow(closed);
    expect(await text('a.txt')).toBe('two\n');
  });
});
