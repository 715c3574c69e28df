import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shell } from './shell.ts';

describe('corvid call', () => {
  test.each([
    ['echo before; cat', '9', 'it waits for input', 'Pass the input in the command, as in `echo yes | …`'],
    ['echo before; sleep 100', '0.5', 'it reached its timeout', 'Allow more seconds with --timeout'],
  ])('fails if the command has not ended: %s', async (command, timeout, why, way) => {
    const { corvid } = await shell();
    const call = ['call', 'terminal', '--command', command, '--timeout', timeout];
    const message = `The command ended with the call: ${why}.`;
    const hint = `${way}, or run it through \`corvid mcp\`, whose shell keeps running.`;
    expect(await corvid(call)).toEqual({
      code: 1,
      stdout: 'before\n',
      stderr: `corvid: ${message}\n${hint}\n`,
    });
    const { code, stdout, stderr } = await corvid([...call, '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: {
        name: 'FAILED',
        message,
        hint,
        data: expect.objectContaining({ output: 'before', exit_code: -1, running: false }),
      },
    });
  });

  test('shows a diff once, whether or not the text of the tool contains it', async () => {
    const { corvid, folder } = await shell();
    await writeFile(join(folder, 'a.txt'), 'one\n');
    const path = join(folder, 'a.txt');
    const edits = [
      ['edit_file', '--old_string', 'one', '--new_string', 'two'],
      ['file_editor', '--command', 'str_replace', '--old_str', 'two', '--new_str', 'three'],
    ];
    for (const edit of edits) {
      const { stdout } = await corvid(['call', ...edit, '--path', path]);
      expect(stdout.split('+++ a.txt').length - 1, stdout).toBe(1);
    }
  });

  test('shows the diff of a rewrite once, too', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.js'), 'f(1);\n');
    const { stdout } = await corvid([
      ...['call', 'edit', '--path', 'a.js', '--pattern', 'f($A)', '--rewrite', 'g($A)'],
    ]);
    expect(stdout).toBe('Rewrote 1 place in 1 file.\n--- a.js\n+++ a.js\n@@ -1,1 +1,1 @@\n-f(1);\n+g(1);\n');
  });

  test('takes the input as JSON and prints result and diff', async () => {
    const { path, edit } = await shell();
    await writeFile(path('a.txt'), 'one\ntwo\n');
    const { stdout } = await edit('str_replace', 'a.txt', { old_str: 'two', new_str: 'three' });
    expect(stdout).toBe(
      [
        `The file ${path('a.txt')} has been edited. Here's the result of running \`cat -n\` on a snippet of ${path('a.txt')}:`,
        '     1\tone',
        '     2\tthree',
        'Review the changes and make sure they are as expected. Edit the file again if necessary.',
        '',
        '--- a.txt',
        '+++ a.txt',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+three',
        '',
      ].join('\n'),
    );
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\nthree\n');
  });

  test('takes the input from stdin', async () => {
    const { corvid, path } = await shell();
    const input = JSON.stringify({
      command: 'create',
      path: path('ä.txt'),
      file_text: "it's “quoted” $HOME\n",
    });
    const { code, stdout } = await corvid(['call', 'file_editor', '-'], { input });
    expect(code).toBe(0);
    expect(stdout).toContain(`File created successfully at: ${path('ä.txt')}\n`);
    expect(await readFile(path('ä.txt'), 'utf8')).toBe("it's “quoted” $HOME\n");
  });

  test('takes the input as flags, with numbers and lists as they are typed', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\ntwo\nthree\n');
    const call = (...flags: string[]) => corvid(['call', 'file_editor', '--path', path('a.txt'), ...flags]);
    expect((await call('--command', 'view', '--view_range', '[2, -1]')).stdout).toMatch(
      /:\n {5}2\ttwo\n {5}3\tthree\n$/,
    );
    expect(await call('--command', 'insert', '--insert_line', '0', '--new_str=- zero')).toMatchObject({
      code: 0,
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('- zero\none\ntwo\nthree\n');
    const read = await corvid([
      'call',
      'file_read',
      '--path',
      path('a.txt'),
      '--start_line',
      '3',
      '--end_line',
      '3',
    ]);
    expect(read).toEqual({ code: 0, stdout: '   3: two\n', stderr: '' });
  });

  test('lets a flag add to the JSON, and win over it', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const json = JSON.stringify({ command: 'view', path: path('gone') });
    const { stdout } = await corvid(['call', 'file_editor', json, '--path', path('a.txt')]);
    expect(stdout).toContain('     1\tone\n');
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const done = await corvid(['call', 'file_read', '--path', path('a.txt'), '--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual({
      ok: true,
      text: '   1: one',
      result: expect.objectContaining({ path: path('a.txt'), total_lines: 1 }),
    });
    const failed = await corvid(['call', 'file_read', '--path', path('gone'), '--json']);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual({
      ok: false,
      error: {
        code: -32001,
        name: 'FILE_NOT_FOUND',
        message: `File not found: ${path('gone')}`,
        data: { path: path('gone') },
      },
    });
  });

  test('ends with 1 and the error on stderr when the tool fails', async () => {
    const { corvid, path, folder } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const call = (...flags: string[]) =>
      corvid(['call', 'file_editor', '--command', 'view', '--path', ...flags]);
    expect(await call(path('gone'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -32001 FILE_NOT_FOUND: File not found: ${path('gone')}\n`,
    });
    expect((await call('/etc/hostname')).stderr).toBe(
      `Error -31002 OUTSIDE_ROOTS: Path is outside the allowed folders: /etc/hostname. Allowed: ${folder}. ` +
        'Use a path inside them, or ask the user to start Corvid with another `--root`.\n',
    );
    expect(await call('/etc/hostname', '--allow-anywhere')).toMatchObject({ code: 0 });
    expect(await call('/etc/hostname', '--root', '/etc')).toMatchObject({ code: 0 });
  });

  test('refuses a tool that writes when it is read-only', async () => {
    const { corvid, path } = await shell();
    expect(
      await corvid([
        'call',
        'file_editor',
        '--read-only',
        '--command',
        'create',
        '--path',
        path('a'),
        '--file_text',
        '',
      ]),
    ).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -32002 PERMISSION_DENIED: Permission denied: ${path('a')}\nCorvid runs with --read-only.\n`,
    });
    expect(existsSync(path('a'))).toBe(false);
  });

  test('keeps to the limits that it is given', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n'.repeat(100));
    const cut = await corvid(['call', 'file_read', '--path', path('a.txt'), '--max-view', '50']);
    expect(cut.stdout.length).toBeLessThan(300);
    expect(cut.stdout).toMatch(/ of 100 /);
    const tooLarge = await corvid([
      ...['call', 'file_editor', '--max-file-size', '399', '--command', 'insert'],
      ...['--path', path('a.txt'), '--insert_line', '0', '--new_str', 'x'],
    ]);
    expect(tooLarge).toMatchObject({ code: 1, stdout: '' });
    expect(tooLarge.stderr).toContain(
      `Error -31003 FILE_TOO_LARGE: File is too large: ${path('a.txt')} has 400 bytes, the limit is 399.`,
    );
  });
});
