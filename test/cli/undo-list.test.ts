import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { startInTerminal } from './pty.ts';
import { type Shell, shell, usageMessage } from './shell.ts';

/** Two edits of a.txt, one of sub/b.txt and one of sub/c.txt, oldest first. */
async function withFourEdits(): Promise<Shell> {
  const opened = await shell();
  const stateDirectory = join(opened.home, 'state', 'corvid');
  const workspace = openWorkspace({ roots: [opened.folder], stateDirectory });
  const create = { tool: 'file_editor create' };
  await workspace.create(opened.path('a.txt'), 'one\n', create);
  await workspace.create(opened.path('sub/b.txt'), '1\n2\n3\n', create);
  const edits = [{ span: { start: 0, end: 3 }, newText: '1\n2' }];
  await workspace.edit(opened.path('a.txt'), { tool: 'edit_file' }, () => edits);
  await workspace.create(opened.path('sub/c.txt'), 'c\n', create);
  await workspace.close();
  return opened;
}

/** Each row without its time. */
function rows(stdout: string): string[] {
  return stdout
    .trimEnd()
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/g, '')
    .replaceAll(/ {2,}/g, '  ')
    .split('\n');
}

const NEXT = 'next: what `corvid undo <file>` undoes.';

/** Every file of the history with its content's size and time. */
function stateOf({ home }: Shell): string[] {
  const names = readdirSync(join(home, 'state'), { recursive: true, encoding: 'utf8' });
  return names.map((name) => {
    const { mtimeMs, size } = statSync(join(home, 'state', name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

describe('corvid undo --list', () => {
  test('shows what could be undone here, newest first, and which is the next of each file', async () => {
    const opened = await withFourEdits();
    const before = stateOf(opened);
    const { code, stdout, stderr } = await opened.corvid(['undo', '--list']);
    expect([code, stderr]).toEqual([0, '']);
    expect(rows(stdout)).toEqual([
      '1  file_editor create  sub/c.txt  +1 -0  next',
      '2  edit_file  a.txt  +2 -1  next',
      '3  file_editor create  sub/b.txt  +3 -0  next',
      '4  file_editor create  a.txt  +1 -0',
      NEXT,
    ]);
    expect(stateOf(opened)).toEqual(before);
    expect(await readFile(opened.path('a.txt'), 'utf8')).toBe('1\n2\n');
  });

  test('shows those of a file, or of a folder', async () => {
    const { corvid, folder } = await withFourEdits();
    expect(rows((await corvid(['undo', 'a.txt', '--list'])).stdout)).toEqual([
      '1  edit_file  a.txt  +2 -1  next',
      '2  file_editor create  a.txt  +1 -0',
      NEXT,
    ]);
    expect(rows((await corvid(['undo', 'sub', '--list', '-n', '1'])).stdout)).toEqual([
      '1  file_editor create  sub/c.txt  +1 -0  next',
      '… and 1 older: --limit 2 lists all.',
      NEXT,
    ]);
    const there = await corvid(['undo', '--list'], { cwd: join(folder, 'sub') });
    expect(rows(there.stdout).slice(0, 2)).toEqual([
      '1  file_editor create  c.txt  +1 -0  next',
      '2  file_editor create  b.txt  +3 -0  next',
    ]);
  });

  test('says which undo would refuse, since the file has changed', async () => {
    const { corvid, path } = await withFourEdits();
    await writeFile(path('a.txt'), "another program's work\n");
    expect(rows((await corvid(['undo', 'a.txt', '--list'])).stdout)).toEqual([
      '1  edit_file  a.txt  +2 -1  changed',
      '2  file_editor create  a.txt  +1 -0',
      'changed: undo refuses, because it would overwrite later changes to the file.',
    ]);
    expect(await corvid(['undo', 'a.txt'])).toMatchObject({ code: 1 });
  });

  test('says which edits are not there, and which files cannot be read', async () => {
    const { corvid, path } = await withFourEdits();
    // As after a crash between remembering the edit and making it.
    await writeFile(path('a.txt'), 'one\n');
    expect(rows((await corvid(['undo', 'a.txt', '--list'])).stdout)).toEqual([
      '1  edit_file  a.txt  +2 -1  not there',
      '2  file_editor create  a.txt  +1 -0  next',
      'not there: the file does not contain this edit; undo skips it.',
      NEXT,
    ]);
    const { stdout } = await corvid(['undo', 'sub/b.txt', '--list', '--max-file-size', '2']);
    expect(rows(stdout)).toEqual([
      '1  file_editor create  sub/b.txt  +3 -0  unreadable',
      'unreadable: undo refuses and says why.',
    ]);
  });

  test('says in one line that there is nothing', async () => {
    const { corvid, folder, path } = await shell();
    const nothing = (where: string) => ({
      code: 0,
      stdout: `There is nothing to undo ${where}.\n`,
      stderr: '',
    });
    expect(await corvid(['undo', '--list'])).toEqual(nothing(`in ${folder}`));
    expect(await corvid(['undo', 'gone.txt', '--list'])).toEqual(nothing(`for ${path('gone.txt')}`));
    expect(await corvid(['undo', '--list', '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await withFourEdits();
    await writeFile(path('sub/b.txt'), 'other\n');
    const { stdout } = await corvid(['undo', '--list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([
      { path: path('sub/c.txt'), tool: 'file_editor create', linesAdded: 1, undo: 'next' },
      { path: path('a.txt'), tool: 'edit_file', undo: 'next' },
      { path: path('sub/b.txt'), undo: 'changed-since' },
      { path: path('a.txt'), undo: 'later' },
    ]);
  });

  test('fits a terminal of 80 columns', async () => {
    const opened = await withFourEdits();
    await writeFile(opened.path('a.txt'), 'other\n');
    const session = startInTerminal(opened, ['undo', '--list'], { env: { NO_COLOR: '1' } });
    await session.ended;
    const output = session.output().replaceAll('\r\n', '\n');
    expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(output).toContain('sub/c.txt  +1 -0  next\n');
    expect(output).toContain('a.txt      +2 -1  changed\n');
  });
});

describe('corvid undo with a folder', () => {
  test('undoes the newest edit in it', async () => {
    const { corvid, path, folder } = await withFourEdits();
    const { code, stdout } = await corvid(['undo', 'sub']);
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      `Undone: file_editor create, ${path('sub/c.txt')} (removed)`,
    ]);
    expect((await corvid(['undo', '.'], { cwd: join(folder, 'sub') })).stdout).toContain(path('sub/b.txt'));
    // It was made for its files.
    await mkdir(join(folder, 'sub'));
    expect(await corvid(['undo', join(folder, 'sub')])).toEqual({
      code: 1,
      stdout: '',
      stderr: `corvid: No edit history found in ${join(folder, 'sub')}.\n`,
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('1\n2\n');
  });

  test('means that folder, also with --allow-anywhere', async () => {
    const { corvid, path } = await withFourEdits();
    await corvid(['undo', 'sub']);
    const { stdout } = await corvid(['undo', 'sub', '--allow-anywhere']);
    expect(stdout).toContain(path('sub/b.txt'));
    expect(await readFile(path('a.txt'), 'utf8')).toBe('1\n2\n');
  });

  test('takes an empty name for a mistake, not for this folder', async () => {
    const { corvid, path } = await withFourEdits();
    for (const command of ['undo', 'log'])
      expect(usageMessage(await corvid([command, '']), command)).toBe(
        `corvid: ${command} takes a file or a folder, not ''`,
      );
    expect(await readFile(path('sub/c.txt'), 'utf8')).toBe('c\n');
  });
});

describe('corvid undo without a file', () => {
  test('takes what the list shows first, but for edits that are not there', async () => {
    const { corvid, path } = await withFourEdits();
    await corvid(['undo', 'sub/c.txt']);
    // The last edit of a.txt was reverted by hand.
    await writeFile(path('a.txt'), 'one\n');
    expect(rows((await corvid(['undo', '--list'])).stdout).slice(0, 3)).toEqual([
      '1  edit_file  a.txt  +2 -1  not there',
      '2  file_editor create  sub/b.txt  +3 -0  next',
      '3  file_editor create  a.txt  +1 -0  next',
    ]);
    expect((await corvid(['undo'])).stdout).toContain(path('sub/b.txt'));
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\n');
    expect((await corvid(['undo'])).stdout).toContain(path('a.txt'));
  });
});
