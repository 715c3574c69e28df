import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EditorFiles } from '../../../src/adapters/files/editor-files.ts';
import { localFiles } from '../../../src/adapters/files/local-files.ts';
import { callTool, editorFiles, openWorkspace } from '../../../src/index.ts';
import type { EditorConnection } from '../../../src/ports/editor.ts';
import { type EditorHabits, scriptedEditor } from '../../acp/scripted-editor.ts';
import { filesContract } from '../../contracts/files.contract.ts';
import { temporaryFolder } from '../../corvid-client.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

for (const [name, habits] of Object.entries({
  'an editor that saves': {},
  'an editor that hides carriage returns': { hidesCarriageReturns: true },
})) {
  filesContract(`editorFiles, ${name}`, async (initial) => {
    const { root, files } = await open(initial, habits);
    return { root, files };
  });
}

/** Long enough for a busy machine. */
const NO_TIMEOUT_MS = 20_000;

async function open(
  initial: Record<string, string | Uint8Array>,
  habits: EditorHabits = {},
  timeoutMs = NO_TIMEOUT_MS,
) {
  const root = await temporaryFolder();
  for (const [name, content] of Object.entries(initial)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const editor = scriptedEditor(habits);
  const remarks: string[] = [];
  const connection: EditorConnection = { ...editor };
  const timeouts = { readTimeoutMs: timeoutMs, writeTimeoutMs: timeoutMs };
  const onRemark = (remark: string) => void remarks.push(remark);
  const files = new EditorFiles(connection, { disk: localFiles(), onRemark, ...timeouts });
  const workspace = openWorkspace({
    roots: [root],
    stateDirectory: join(root, '.state'),
    files: editorFiles(connection, { onRemark, ...timeouts }),
  });
  const path = (name: string) => join(root, name);
  const edit = (name: string, old_string: string, new_string: string) =>
    callTool(workspace, 'edit_file', { path: path(name), old_string, new_string });
  return { root, files, editor, connection, remarks, path, edit, workspace };
}

async function replace(files: Awaited<ReturnType<typeof open>>['files'], path: string, content: string) {
  const before = await files.read(path);
  return (await files.stage(path, bytes(content))).commit(before);
}

describe('unsaved text', () => {
  test('is what tools read, edit and undo', async () => {
    const { editor, path, edit, workspace } = await open({ 'a.txt': 'saved\n' }, { savesNothing: true });
    editor.buffers.set(path('a.txt'), 'typed one\ntyped two\n');
    const outcome = await edit('a.txt', 'typed one', 'edited one');
    expect(outcome).toMatchObject({ ok: true });
    expect(editor.buffers.get(path('a.txt'))).toBe('edited one\ntyped two\n');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('saved\n');
    await callTool(workspace, 'file_editor', { command: 'undo_edit', path: path('a.txt') });
    expect(editor.buffers.get(path('a.txt'))).toBe('typed one\ntyped two\n');
  });

  test('of a file that is not on disk yet is a file', async () => {
    const { editor, path, edit, files } = await open({}, { savesNothing: true });
    editor.buffers.set(path('new.txt'), 'never saved\n');
    expect(await files.info(path('new.txt'))).toMatchObject({ kind: 'file', size: 12 });
    expect(await edit('new.txt', 'never', 'not')).toMatchObject({ ok: true });
    expect(editor.buffers.get(path('new.txt'))).toBe('not saved\n');
  });

  test('of the same length as before counts as changed', async () => {
    const { editor, path, files } = await open({ 'a.txt': 'one' });
    editor.buffers.set(path('a.txt'), 'two');
    const first = await files.info(path('a.txt'));
    editor.buffers.set(path('a.txt'), 'six');
    expect(await files.info(path('a.txt'))).not.toEqual(first);
  });

  test('typed between reading and writing is not overwritten', async () => {
    const { editor, path, files } = await open({ 'a.txt': 'old' });
    const before = await files.read(path('a.txt'));
    const staged = await files.stage(path('a.txt'), bytes('new'));
    editor.buffers.set(path('a.txt'), 'typed meanwhile');
    await expect(staged.commit(before)).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    expect(editor.buffers.get(path('a.txt'))).toBe('typed meanwhile');
    expect(await readdir(dirname(path('a.txt')))).toEqual(['a.txt']);
  });

  test('is read again right before each write', async () => {
    const { editor, path, files } = await open({ 'a.txt': 'old' });
    await replace(files, path('a.txt'), 'new');
    const [last, written, fresh] = editor.log.toReversed();
    expect([fresh, written, last]).toEqual([
      `read ${path('a.txt')}`,
      `write ${path('a.txt')}`,
      `read ${path('a.txt')}`,
    ]);
  });
});

describe('a file that differs on disk and in the editor', () => {
  test('that changed in both places is refused, and can be edited once both agree', async () => {
    const { editor, path, edit, files } = await open({ 'a.txt': 'first\n' });
    await files.read(path('a.txt'));
    expect(await edit('a.txt', 'first', 'second')).toMatchObject({ ok: true });
    await writeFile(path('a.txt'), 'by a terminal\n');
    editor.buffers.set(path('a.txt'), 'second and typed\n');
    const refused = await edit('a.txt', 'second', 'third');
    expect(refused).toMatchObject({ ok: false, error: { name: 'FILE_CHANGED' } });
    expect(refused.text).toBe(
      `Error -31004 FILE_CHANGED: File changed on disk and in the editor: ${path('a.txt')}. Nothing was written, ` +
        'since one of the two would be lost. Ask the user to save or reload the file in the editor, then read it again.',
    );
    editor.buffers.delete(path('a.txt'));
    expect(await edit('a.txt', 'by a terminal', 'third')).toMatchObject({ ok: true });
  });

  test('that changed only on disk is read again until the editor notices', async () => {
    const { editor, path, files } = await open({ 'a.txt': 'first\n' });
    await files.read(path('a.txt'));
    editor.buffers.set(path('a.txt'), 'first\n');
    await writeFile(path('a.txt'), 'second\n');
    setTimeout(() => editor.buffers.delete(path('a.txt')), 150);
    expect(await files.info(path('a.txt'))).toMatchObject({ size: 7 });
    expect(text(await files.read(path('a.txt')))).toBe('second\n');
  });
});

describe('an editor that changes what it receives', () => {
  test('a formatter is noticed: the result, its diff and the history contain the formatted text', async () => {
    const format = (text: string) => text.replace(/ +/g, ' ').replace(/$/, '// formatted\n');
    const { path, edit, workspace, remarks } = await open({ 'a.txt': 'let a = 1;\n' }, { format });
    const outcome = await edit('a.txt', 'let a = 1', 'let  a  =  2');
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && outcome.data?.diff).toContain('+let a = 2;\n+// formatted\n');
    expect(outcome.ok && text(outcome.changes![0]!.after!)).toBe('let a = 2;\n// formatted\n');
    expect(remarks).toEqual([
      'The editor changed more than the edit, as a formatter does. Read the lines again before the next edit.',
    ]);
    const undone = await callTool(workspace, 'file_editor', { command: 'undo_edit', path: path('a.txt') });
    expect(undone).toMatchObject({ ok: true });
    expect(await readFile(path('a.txt'), 'utf8')).toContain('let a = 1;');
  });

  test('hidden line endings and a hidden byte order mark stay on disk', async () => {
    const before = '\uFEFFone\r\ntwo\r\n';
    const { path, edit, editor, connection } = await open(
      { 'a.txt': before },
      { hidesCarriageReturns: true },
    );
    connection.readTextFile = async (file) => (await editor.readTextFile(file)).replace('\uFEFF', '');
    connection.writeTextFile = (file, content) => editor.writeTextFile(file, `\uFEFF${content}`);
    expect(await edit('a.txt', 'two', 'three\nfour')).toMatchObject({ ok: true });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('\uFEFFone\r\nthree\r\nfour\r\n');
  });

  test('old text after a write is reported', async () => {
    const { connection, files, path, remarks } = await open({ 'a.txt': 'old' });
    connection.writeTextFile = async () => {};
    expect(await replace(files, path('a.txt'), 'new')).toBeUndefined();
    expect(remarks).toEqual([
      'The editor accepted the change but still shows the old text: the user may have to save the file there.',
    ]);
  });
});

describe('the disk is used', () => {
  test('for a file that the editor does not return, with a remark', async () => {
    const { connection, files, path, remarks } = await open({ 'a.txt': 'old' });
    connection.readTextFile = async () => {
      throw new Error('path is outside the project');
    };
    await replace(files, path('a.txt'), 'new');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('new');
    expect(new Set(remarks)).toEqual(
      new Set([
        'The editor did not return the file: path is outside the project. The version on disk was used.',
      ]),
    );
  });

  test('when the editor refuses to write saved text, with a remark', async () => {
    const { connection, files, path, remarks } = await open({ 'a.txt': 'old' });
    connection.writeTextFile = async () => {
      throw new Error('read-only buffer.');
    };
    await replace(files, path('a.txt'), 'new');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('new');
    expect(remarks).toEqual([
      'The editor did not accept the change: read-only buffer. The file was changed on disk.',
    ]);
  });

  test('never for a file with unsaved text', async () => {
    const { connection, editor, files, path } = await open({ 'a.txt': 'old' });
    editor.buffers.set(path('a.txt'), 'typed');
    connection.writeTextFile = async () => {
      throw new Error('read-only buffer');
    };
    await expect(replace(files, path('a.txt'), 'new')).rejects.toMatchObject({
      name: 'IO_ERROR',
      message:
        `Not written: ${path('a.txt')} has unsaved text in the editor. The editor did not accept the change: ` +
        'read-only buffer. Ask the user to save the file, then repeat the edit.',
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('old');
  });

  test('when the editor does not respond to a read', async () => {
    const { connection, files, path, remarks } = await open({ 'a.txt': 'old' }, {}, 150);
    connection.readTextFile = () => new Promise(() => {});
    expect(text(await files.read(path('a.txt')))).toBe('old');
    expect(remarks).toEqual(['The editor did not respond within 0.15 s. The version on disk was used.']);
  });

  test('not when it does not respond to a write, which may still happen', async () => {
    const { connection, files, path } = await open({ 'a.txt': 'old' }, {}, 150);
    connection.writeTextFile = () => new Promise(() => {});
    await expect(replace(files, path('a.txt'), 'new')).rejects.toMatchObject({
      name: 'IO_ERROR',
      message: `The editor did not respond within 0.15 s. It may still write ${path('a.txt')}: read the file before you repeat the edit.`,
    });
  });

  test('not when a write took effect without a response', async () => {
    const { connection, editor, files, path } = await open({ 'a.txt': 'old' }, {}, 150);
    connection.writeTextFile = async (file, content) => {
      await editor.writeTextFile(file, content);
      return new Promise(() => {});
    };
    await replace(files, path('a.txt'), 'new');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('new');
  });

  test('for files that are not UTF-8, whose other bytes stay the same', async () => {
    const { edit, path, editor, remarks } = await open({ 'a.txt': Buffer.from('caf\xe9 one\n', 'latin1') });
    expect(await edit('a.txt', 'one', 'two')).toMatchObject({ ok: true });
    expect(await readFile(path('a.txt'), 'latin1')).toBe('caf\xe9 two\n');
    expect(editor.log).toEqual([]);
    expect(remarks).toEqual(['The editor accepts only UTF-8 text. The file was changed on disk.']);
  });
});

test('a file keeps its mode when the editor refuses and the disk is used', async () => {
  const { connection, files, path } = await open({});
  await writeFile(path('run.sh'), 'old', { mode: 0o755 });
  connection.writeTextFile = async () => {
    throw new Error('no');
  };
  await replace(files, path('run.sh'), 'new');
  expect((await stat(path('run.sh'))).mode & 0o777).toBe(0o755);
});

test('a preview returns the diff and writes nothing', async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, 'a.txt'), 'one\n');
  const options = { roots: [root], stateDirectory: join(root, '.state') };
  const [real, preview] = [openWorkspace(options), openWorkspace({ ...options, preview: true })];
  const path = join(root, 'a.txt');
  const edit = { path, old_string: 'one', new_string: 'two' };
  const told = await callTool(preview, 'edit_text_file', edit);
  expect(told.ok && told.data?.diff).toContain('-one\n+two\n');
  expect(await readFile(path, 'utf8')).toBe('one\n');
  await callTool(real, 'edit_text_file', edit);
  const undo = await callTool(preview, 'file_editor', { command: 'undo_edit', path });
  expect(undo.ok && undo.data?.diff).toContain('-two\n+one\n');
  expect(await readFile(path, 'utf8')).toBe('two\n');
  expect(await callTool(real, 'file_editor', { command: 'undo_edit', path })).toMatchObject({ ok: true });
});
