import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { lines, type Shell, shell } from './shell.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

const ESCAPE = '\u001b[';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

describe('the server', () => {
  test.each([[[]], [['mcp']], [['--read-only']]])('answers on a pipe when called with %j', async (args) => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid(args, { input: `${initialize}\n` });
    expect([code, stderr]).toEqual([0, '']);
    expect(lines(stdout)).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'corvid', version } } });
  });

  test('ends at once and says nothing when its input is empty', async () => {
    const { corvid } = await shell();
    expect(await corvid([])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves nothing in the folder that it is started in', async () => {
    const { corvid, folder } = await shell();
    // An empty variable counts as none.
    await corvid([], { input: `${initialize}\n`, env: { XDG_CACHE_HOME: '', XDG_STATE_HOME: '' } });
    expect(await readdir(folder)).toEqual([]);
    expect(await readdir(join(folder, '..', '.cache', 'corvid'))).toHaveLength(1);
  });

  test('writes nothing but the protocol to stdout, whatever happens', async () => {
    const { corvid, folder, path } = await shell();
    const call = (id: number, input: unknown) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'file_editor', arguments: input },
      });
    const input = [
      initialize,
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      call(2, { command: 'create', path: path('a.txt'), file_text: 'one\n' }),
      call(3, { command: 'view', path: path('gone') }),
      'not JSON',
      call(4, 'no object'),
      JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'no/such/method' }),
      '',
    ].join('\n');
    // A folder is no place for a log, which is said on stderr.
    const { code, stdout, stderr } = await corvid(['mcp', '--log-file', folder], {
      input,
      env: { FORCE_COLOR: '1' },
    });
    expect(code).toBe(0);
    const answers = lines(stdout).map((line) => JSON.parse(line) as { jsonrpc: string; id: number | null });
    expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(answers.map(({ id }) => id ?? 0).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(stderr).toMatch(/^corvid: cannot write the log: EISDIR.*\n$/);
  });
});

test('what every command knows may come before it', async () => {
  const { corvid, edit, path } = await shell();
  await edit('create', 'a.txt', { file_text: 'one\n' });
  expect(await corvid(['--verbose', 'log', '-n', '1'])).toEqual(await corvid(['log', '-n', '1']));
  expect(await corvid(['--verbose', '--json', 'log'])).toEqual(await corvid(['log', '--json']));
  const read = await corvid(['--json', 'call', 'file_read', '--path', path('a.txt')]);
  expect(JSON.parse(read.stdout)).toMatchObject({ ok: true });
  expect(JSON.parse((await corvid(['--json', 'nope'])).stdout)).toMatchObject({ error: { name: 'USAGE' } });
});

describe('corvid log', () => {
  test('says so when there is nothing', async () => {
    const { corvid, path } = await shell();
    expect(await corvid(['log'])).toEqual({
      code: 0,
      stdout: 'There are no edits in the history.\n',
      stderr: '',
    });
    expect(await corvid(['log', '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await corvid(['log', 'gone.txt'])).toMatchObject({
      code: 0,
      stdout: `There are no edits of ${path('gone.txt')} in the history.\n`,
    });
  });

  test('lists the edits of all files, newest first, with time, tool, path and lines', async () => {
    const { corvid, edit, folder } = await withThreeEdits();
    const { code, stdout, stderr } = await corvid(['log'], { env: { TZ: 'UTC' } });
    expect([code, stderr]).toEqual([0, '']);
    const rows = lines(stdout).map((line) => line.split(/ {2,}/));
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['file_editor str_replace', 'a.txt', '+2 -1'],
      ['file_editor create', 'sub/b.txt', '+3 -0'],
      ['file_editor create', 'a.txt', '+1 -0'],
    ]);
    for (const [time] of rows) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(Math.abs(Date.now() - Date.parse(`${time!.replace(' ', 'T')}Z`))).toBeLessThan(60_000);
    }
    const elsewhere = await corvid(['log', '-n', '1'], { cwd: join(folder, 'sub') });
    expect(elsewhere.stdout).toMatch(new RegExp(` ${join(folder, 'a.txt')} {2}\\+2 -1\n$`));
    await edit('undo_edit', 'a.txt');
    expect(lines((await corvid(['log'])).stdout)).toHaveLength(2);
  });

  test('lists as many as asked for, of one file if one is named', async () => {
    const { corvid, folder } = await withThreeEdits();
    expect(lines((await corvid(['log', '-n', '2'])).stdout)).toHaveLength(2);
    expect(lines((await corvid(['log', '--limit', '1'])).stdout)[0]).toContain('file_editor str_replace');
    const ofFile = await corvid(['log', 'b.txt'], { cwd: join(folder, 'sub') });
    expect(ofFile.stdout).toMatch(/^\S+ \S+ {2}file_editor create {7}b\.txt {2}\+3 -0\n$/);
  });

  test('lists those in a folder, also one that is gone', async () => {
    const { corvid, edit, path } = await shell();
    await mkdir(path('sub'));
    await edit('create', 'sub/a.txt', { file_text: 'one\n' });
    await edit('create', 'sub-b.txt', { file_text: 'one\n' });
    const listed = async () => lines((await corvid(['log', 'sub'])).stdout);
    expect(await listed()).toEqual([expect.stringMatching(/ sub\/a\.txt {2}\+1 -0$/)]);
    await rm(path('sub'), { recursive: true });
    expect(await listed()).toHaveLength(1);
  });

  test('says so when the state folder is none', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('state'), '');
    for (const command of ['log', 'undo'])
      expect(await corvid([command, '--state-dir', path('state')])).toEqual({
        code: 1,
        stdout: '',
        stderr: `corvid: The history cannot be read: ${path('state')} is not a folder.\n`,
      });
  });

  test('shows the diffs on request', async () => {
    const { corvid } = await withThreeEdits();
    const { stdout } = await corvid(['log', '--diff', '-n', '1']);
    expect(lines(stdout).slice(1)).toEqual(['--- a.txt', '+++ a.txt', '@@ -1,1 +1,2 @@', '-one', '+1', '+2']);
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await withThreeEdits();
    const entries = JSON.parse((await corvid(['log', '--json'])).stdout) as { time: number }[];
    expect(entries).toMatchObject([
      { tool: 'file_editor str_replace', path: path('a.txt'), kind: 'edit', linesAdded: 2, linesRemoved: 1 },
      { tool: 'file_editor create', path: path('sub/b.txt'), kind: 'create', linesAdded: 3, linesRemoved: 0 },
      { tool: 'file_editor create', path: path('a.txt'), kind: 'create', linesAdded: 1, linesRemoved: 0 },
    ]);
    expect(entries.map(({ time }) => time)).toEqual(entries.map(({ time }) => time).sort((a, b) => b - a));
  });

  test('reads the state folder that it is given', async () => {
    const { corvid, path, folder } = await shell();
    const state = ['--state-dir', join(folder, 'state')];
    await corvid([
      ...['call', 'file_editor', ...state, '--command', 'create'],
      ...['--path', path('a'), '--file_text', 'x'],
    ]);
    expect((await corvid(['log'])).stdout).toBe('There are no edits in the history.\n');
    expect((await corvid(['log', ...state])).stdout).toContain('file_editor create');
    expect(await corvid(['undo', ...state])).toMatchObject({ code: 0 });
  });
});

/** Made by the library: the command must find them in the state folder that both agree on. */
async function withThreeEdits(): Promise<Shell> {
  const opened = await shell();
  const { folder, path } = opened;
  const stateDirectory = join(folder, '..', 'state', 'corvid');
  const workspace = openWorkspace({ roots: [folder], stateDirectory });
  await workspace.create(path('a.txt'), 'one\n', { tool: 'file_editor create' });
  await workspace.create(path('sub/b.txt'), '1\n2\n3\n', { tool: 'file_editor create' });
  const edits = [{ span: { start: 0, end: 3 }, newText: '1\n2' }];
  await workspace.edit(path('a.txt'), { tool: 'file_editor str_replace' }, () => edits);
  await workspace.close();
  return opened;
}

describe('corvid undo', () => {
  test('undoes the newest edit in this folder, in any file', async () => {
    const { corvid, path } = await withThreeEdits();
    expect(await corvid(['undo'])).toEqual({
      code: 0,
      stdout: `Undone: file_editor str_replace, ${path('a.txt')}\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,1 @@\n-1\n-2\n+one\n`,
      stderr: '',
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\n');
    expect((await corvid(['undo'])).stdout).toContain(
      `Undone: file_editor create, ${path('sub/b.txt')} (removed)\n`,
    );
    expect(existsSync(path('sub/b.txt'))).toBe(false);
    expect(existsSync(path('a.txt'))).toBe(true);
  });

  test('without a file leaves edits of other folders alone', async () => {
    const { corvid, path, folder } = await withThreeEdits();
    const there = { cwd: join(folder, 'sub') };
    expect((await corvid(['undo'], there)).stdout).toContain(
      `file_editor create, ${path('sub/b.txt')} (removed)`,
    );
    // The folder was made for the file.
    await mkdir(join(folder, 'sub'));
    expect(await corvid(['undo'], there)).toEqual({
      code: 1,
      stdout: '',
      stderr: `corvid: No edit history found in ${join(folder, 'sub')}.\n`,
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('1\n2\n');
  });

  test('undoes the edit of the file that is named, by a relative path, in any folder', async () => {
    const { corvid, path, folder } = await withThreeEdits();
    expect(await corvid(['undo', 'sub/b.txt'])).toMatchObject({ code: 0 });
    expect(existsSync(path('sub/b.txt'))).toBe(false);
    expect(await corvid(['undo', '../a.txt'], { cwd: join(folder, 'sub') })).toMatchObject({ code: 0 });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\n');
  });

  test('shows the same diff whether the file was named or not', async () => {
    const { corvid, edit } = await shell();
    const undone = async (...args: string[]) => {
      await edit('create', 'a.txt', { file_text: 'one\n' });
      return (await corvid(['undo', ...args])).stdout;
    };
    const unnamed = await undone();
    expect(unnamed).toContain('\n--- a.txt\n+++ a.txt\n');
    expect(await undone('a.txt')).toBe(unnamed);
  });

  test('ends with 1 when there is nothing to undo', async () => {
    const { corvid, path, folder } = await shell();
    expect(await corvid(['undo'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `corvid: No edit history found in ${folder}.\n`,
    });
    expect(await corvid(['undo', 'gone.txt'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `corvid: No edit history found for ${path('gone.txt')}.\n`,
    });
  });

  test('ends with 1 and destroys nothing when the file was changed since', async () => {
    const { corvid, path } = await withThreeEdits();
    await writeFile(path('a.txt'), "another program's work\n");
    const { code, stdout, stderr } = await corvid(['undo', 'a.txt']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^corvid: Nothing of \w{4} \(file_editor str_replace\) was taken back: it cannot be restored: a\.txt \(changed since\)\.\n--merge merges lines where they do not collide\.\n$/,
    );
    expect(await readFile(path('a.txt'), 'utf8')).toBe("another program's work\n");
    expect(lines((await corvid(['log', 'a.txt'])).stdout)).toHaveLength(2);
    await writeFile(path('a.txt'), '1\n2\n');
    expect(await corvid(['undo', 'a.txt'])).toMatchObject({ code: 0 });
  });

  test('refuses when the file was removed since, and does not bring it back', async () => {
    const { corvid, path, edit } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    await edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two' });
    await unlink(path('a.txt'));
    const { code, stderr } = await corvid(['undo', 'a.txt']);
    expect(code).toBe(1);
    expect(stderr).toContain('it cannot be restored: a.txt (changed since).');
    expect(existsSync(path('a.txt'))).toBe(false);
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await withThreeEdits();
    const undone = await corvid(['undo', '--json']);
    expect(undone).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(undone.stdout)).toMatchObject({
      ok: true,
      undone: [{ by: { tool: 'file_editor str_replace' } }],
      restored: [path('a.txt')],
      diff: '--- a.txt\n+++ a.txt\n@@ -1,2 +1,1 @@\n-1\n-2\n+one\n',
    });
    const failed = await corvid(['undo', 'gone.txt', '--json']);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual({
      ok: false,
      error: { code: -31007, name: 'NO_HISTORY', message: `No edit history found for ${path('gone.txt')}.` },
    });
  });
});

describe('colours', () => {
  test('are left out on a pipe, unless FORCE_COLOR asks for them', async () => {
    const { corvid } = await withThreeEdits();
    const log = (env: Record<string, string>) => corvid(['log', '--diff', '-n', '1'], { env });
    expect((await log({})).stdout).not.toContain(ESCAPE);
    expect((await log({ FORCE_COLOR: '0' })).stdout).not.toContain(ESCAPE);
    expect((await log({ NO_COLOR: '1' })).stdout).not.toContain(ESCAPE);
    const { stdout } = await log({ FORCE_COLOR: '1' });
    expect(stdout).toContain(`${ESCAPE}32m+2${ESCAPE}39m ${ESCAPE}31m-1${ESCAPE}39m`);
    expect(stdout).toContain(`${ESCAPE}36m@@ -1,1 +1,2 @@${ESCAPE}39m\n${ESCAPE}31m-one${ESCAPE}39m`);
  });

  test('never reach JSON', async () => {
    const { corvid } = await withThreeEdits();
    const { stdout } = await corvid(['log', '--json'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).not.toContain(ESCAPE);
  });

  // Only util-linux gives a command a terminal in this way.
  test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'are used on a terminal, unless NO_COLOR is set; there, Corvid alone explains itself',
    async () => {
      const { onTerminal } = await withThreeEdits();
      expect((await onTerminal(['log', '--diff'])).stdout).toContain(`${ESCAPE}31m-one${ESCAPE}39m`);
      expect((await onTerminal(['log', '--diff'], { NO_COLOR: '1' })).stdout).not.toContain(ESCAPE);
      expect((await onTerminal([])).stdout).toContain('First steps:');
    },
  );
});
