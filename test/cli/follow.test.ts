import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { connect, corvidCommand } from '../corvid-client.ts';
import { startInTerminal, startProgram } from './pty.ts';
import { type Shell, shell } from './shell.ts';

// `corvid log --follow` in a pipe and at a terminal, while other processes edit.

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The command in a pipe that is read line by line. */
function follow({ folder, environment }: Shell, ...args: readonly string[]) {
  const child = spawn(process.execPath, [corvidCommand, 'log', '--follow', ...args], {
    cwd: folder,
    env: environment,
  });
  running.push(child);
  let text = '';
  let look = () => {};
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    look();
  });
  return {
    child,
    lines: (count: number) =>
      new Promise<string[]>((resolve) => {
        look = () => {
          const lines = text.split('\n').slice(0, -1);
          if (lines.length >= count) resolve(lines);
        };
        look();
      }),
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  };
}

/** What the row says besides the time. */
function said(rows: readonly string[]): string[] {
  return rows.map((row) => row.slice('2026-01-01 00:00:00  '.length).replaceAll(/ {2,}/g, '  '));
}

async function create(opened: Shell, ...names: readonly string[]): Promise<void> {
  const stateDirectory = join(opened.home, 'state', 'corvid');
  const workspace = openWorkspace({ roots: [opened.folder], stateDirectory });
  for (const name of names)
    await workspace.create(opened.path(name), 'one\n', { tool: 'file_editor create' });
  await workspace.close();
}

describe('corvid log --follow', () => {
  test('lists the last edits, oldest first, then each as it is made, by any process', async () => {
    const opened = await shell();
    await create(opened, 'a.txt', 'b.txt', 'c.txt');
    const followed = follow(opened, '-n', '2');
    expect(said(await followed.lines(2))).toEqual([
      'file_editor create  b.txt  +1 -0',
      'file_editor create  c.txt  +1 -0',
    ]);
    await opened.edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two' });
    expect(said(await followed.lines(3))[2]).toBe('file_editor str_replace  a.txt  +1 -1');
    const stateDirectory = join(opened.home, 'state', 'corvid');
    const server = await connect({ args: ['--root', opened.folder, '--state-dir', stateDirectory] });
    await server.call('edit_file', { path: opened.path('c.txt'), old_string: 'one', new_string: 'six\n7' });
    expect(said(await followed.lines(4))[3]).toBe('edit_file  c.txt  +2 -1');
  });

  test('shows that an edit was undone', async () => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const followed = follow(opened);
    await followed.lines(1);
    await opened.edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two\n3' });
    await followed.lines(2);
    await opened.corvid(['undo']);
    expect(said(await followed.lines(3))).toEqual([
      'file_editor create  a.txt  +1 -0',
      'file_editor str_replace  a.txt  +2 -1',
      'undo  a.txt  +1 -2',
    ]);
  });

  test('waits for a history that is not there yet, and for one that was removed', async () => {
    const opened = await shell();
    const followed = startInTerminal(opened, ['log', '-f'], { env: { NO_COLOR: '1' } });
    await followed.until('Waiting for edits; press Ctrl-C to stop.');
    await create(opened, 'a.txt');
    await followed.until('a.txt');
    await rm(join(opened.home, 'state'), { recursive: true });
    await create(opened, 'b.txt');
    await followed.until('b.txt');
    expect(await followed.screen()).not.toContain('undo');
  });

  test('follows one file, also one that is not there yet, with its diffs', async () => {
    const opened = await shell();
    await mkdir(opened.path('sub'));
    const followed = startInTerminal(opened, ['log', '-f', '--diff', 'sub/b.txt'], {
      env: { NO_COLOR: '1' },
    });
    await followed.until('Waiting');
    await create(opened, 'a.txt', 'sub/b.txt');
    await followed.until(/\+one.*Waiting/s);
    const seen = (await followed.screen()).split('\n');
    expect(said(seen.slice(0, 1))).toEqual(['file_editor create  sub/b.txt  +1 -0']);
    expect(seen.slice(1)).toEqual([
      ...[
        '--- sub/b.txt',
        '+++ sub/b.txt',
        '@@ -0,0 +1,1 @@',
        '+one',
        '',
        'Waiting for edits; press Ctrl-C to stop.',
      ],
    ]);
  });

  test('follows the files of a folder', async () => {
    const opened = await shell();
    await create(opened, 'sub/a.txt', 'sub-b.txt');
    const followed = follow(opened, 'sub');
    await followed.lines(1);
    await create(opened, 'c.txt', 'sub/d.txt');
    expect(said(await followed.lines(2))).toEqual([
      'file_editor create  sub/a.txt  +1 -0',
      'file_editor create  sub/d.txt  +1 -0',
    ]);
  });

  test('says that it waits only where the edits appear too', async () => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const piped = `'${process.execPath}' '${corvidCommand}' log -f | cat`;
    const session = startProgram(opened, 'sh', ['-c', piped], { env: { NO_COLOR: '1' } });
    await session.until('a.txt');
    await create(opened, 'b.txt');
    await session.until('b.txt');
    expect(session.output()).not.toContain('Waiting');
  });

  test('prints one JSON object a line', async () => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const followed = follow(opened, '--json');
    await followed.lines(1);
    await create(opened, 'b.txt');
    await followed.lines(2);
    await opened.corvid(['undo', 'b.txt']);
    const events = (await followed.lines(3)).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toMatchObject([
      { path: opened.path('a.txt'), tool: 'file_editor create' },
      { path: opened.path('b.txt'), linesAdded: 1 },
      { path: opened.path('b.txt'), linesAdded: 1, undone: true },
    ]);
    expect(events[2]!.id).toBe(events[1]!.id);
  });

  test.each([['SIGINT'], ['SIGTERM']] as const)('ends well with %s', async (signal) => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const followed = follow(opened);
    await followed.lines(1);
    followed.child.kill(signal);
    expect(await followed.ended).toBe(0);
  });

  test('ends well with Ctrl-C and leaves only the edits on the screen', async () => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const session = startInTerminal(opened, ['log', '-f'], { env: { NO_COLOR: '1' } });
    await session.until('Waiting');
    session.press('\u0003');
    expect(await session.ended).toBe(0);
    expect(said([(await session.screen()).trimEnd()])).toEqual(['file_editor create  a.txt  +1 -0']);
  });

  test('ends without an error when stdout is closed', async () => {
    const opened = await shell();
    await create(opened, 'a.txt');
    const followed = follow(opened);
    await followed.lines(1);
    followed.child.stdout.destroy();
    await create(opened, 'b.txt');
    expect(await followed.ended).toBe(0);
  });
});
