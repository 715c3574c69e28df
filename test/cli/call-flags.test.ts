import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parametersOf } from '../../src/cli/call/tool-parameters.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { type Shell, shell, usageMessage } from './shell.ts';

async function withFile(content: string): Promise<Shell & { content: () => Promise<string> }> {
  const opened = await shell();
  await writeFile(opened.path('a.txt'), content);
  return { ...opened, content: () => readFile(opened.path('a.txt'), 'utf8') };
}

describe('a flag of corvid call', () => {
  test('that is a boolean needs no value', async () => {
    const { corvid, content } = await withFile('one one\n');
    const edit = ['call', 'edit_file', '--path', 'a.txt', '--old_string', 'one', '--new_string', 'two'];
    const dry = await corvid([...edit, '--replace_all', '--dry_run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('+two two');
    expect(await content()).toBe('one one\n');
    expect(await corvid([...edit, '--replace_all'])).toMatchObject({ code: 0 });
    expect(await content()).toBe('two two\n');
  });

  test.each([
    ['--dry_run=false'],
    ['--dry-run=false'],
    ['--no-dry_run'],
    ['--no-dry-run'],
    ['--dry_run', 'false'],
    ['--dry_run', '--no-dry-run'],
  ])('that is a boolean can be turned off: %s %s', async (...off) => {
    const { corvid, content } = await withFile('one\n');
    const edit = ['--path', 'a.txt', '--old_string', 'one', '--new_string', 'two'];
    expect(await corvid(['call', 'edit_file', ...off, ...edit])).toMatchObject({ code: 0, stderr: '' });
    expect(await content()).toBe('two\n');
  });

  test('may have dashes for underscores', async () => {
    const { corvid, content } = await withFile('one\n');
    const edit = ['--path', 'a.txt', '--old-string=one', '--new-string', '- two'];
    expect(await corvid(['call', 'edit_file', ...edit])).toMatchObject({ code: 0, stderr: '' });
    expect(await content()).toBe('- two\n');
  });

  test('takes a relative path from the working directory; in JSON, from the root', async () => {
    const { corvid, folder } = await withFile('one\n');
    await mkdir(join(folder, 'sub'));
    const there = { cwd: join(folder, 'sub') };
    const read = ['call', 'file_read', '--root', folder];
    expect(await corvid([...read, '--path', '../a.txt'], there)).toMatchObject({ stdout: '   1: one\n' });
    expect((await corvid([...read, '--path='])).stderr).toMatch(/^Error -32600 INVALID_PARAMS: /);
    expect(await corvid(['call', 'file_read', '{"path": "a.txt"}'])).toEqual({
      code: 0,
      stdout: '   1: one\n',
      stderr: '',
    });
  });

  test.each([['[2, 3]'], ['2,3'], ['2, 3'], ['[2,-1]']])('takes a list of numbers: %s', async (range) => {
    const { corvid } = await withFile('one\ntwo\nthree\n');
    const view = ['call', 'file_editor', '--command', 'view', '--path', 'a.txt', '--view_range', range];
    expect((await corvid(view)).stdout).toMatch(/:\n {5}2\ttwo\n {5}3\tthree\n$/);
  });

  test('takes other lists as JSON', async () => {
    const { corvid, content } = await withFile('one\ntwo\n');
    const edits = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'two', new_string: '2' },
    ];
    await corvid(['call', 'edit_file', '--path', 'a.txt', '--edits', JSON.stringify(edits)]);
    expect(await content()).toBe('1\n2\n');
  });

  test('that is text stays as it was typed, also if it looks like a number or a file', async () => {
    const { corvid, content } = await withFile('one\n');
    const edit = ['--path', 'a.txt', '--old_string', 'one', '--new_string', '@007'];
    await corvid(['call', 'edit_file', ...edit]);
    expect(await content()).toBe('@007\n');
  });

  test.each([
    [['--new_string', '--dry_run', 'true'], '--dry_run'],
    [['--new_string', "-- don't"], "-- don't"],
  ])('shows how to write a value that looks like a flag: %j', async (given, value) => {
    const { corvid, content } = await withFile('one\n');
    const edit = ['call', 'edit_file', '--path', 'a.txt', '--old_string', 'one', ...given];
    const quoted = `'${value.replaceAll("'", "'\\''")}'`;
    expect(usageMessage(await corvid(edit), 'call edit_file')).toBe(
      `corvid: --new_string needs a value; to pass '${value}', write --new_string=${quoted}`,
    );
    expect(await content()).toBe('one\n');
  });

  test('may have the name of another as its value', async () => {
    const { corvid, content } = await withFile('one\n');
    const edit = ['call', 'edit_file', '--path', 'a.txt', '--old_string', 'one', '--new_string', 'dry_run'];
    const surplus = await corvid([...edit, 'true']);
    expect([surplus.code, await content()]).toEqual([2, 'one\n']);
    expect(await corvid([...edit, '--replace_all', 'true'])).toMatchObject({ code: 0 });
    expect(await content()).toBe('dry_run\n');
  });

  test('has one meaning: no parameter of a tool is called like a flag of the command', () => {
    const { flags } = commands.find(({ name }) => name === 'call')!;
    const both = listTools().flatMap((tool) => parametersOf(tool).filter((name) => name in flags));
    expect(both).toEqual([]);
  });

  test('that names the terminal is the parameter', async () => {
    const { corvid } = await shell();
    const { code, stdout } = await corvid([
      'call',
      'terminal',
      '--command',
      'echo $((6*7))',
      '--terminal',
      'x',
    ]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, '42']);
  });

  test.each<[string[], string]>([
    [['edit_file', '--old-strng', 'x'], "there is no option '--old-strng'; did you mean '--old_string'?"],
    [['edit_file', '--old_strin', 'x'], "there is no option '--old_strin'; did you mean '--old_string'?"],
    [['edit_file', '--xyzzy'], "there is no option '--xyzzy'"],
    [['edit_file', '--dry_run=maybe'], "--dry_run takes 'true' or 'false', not 'maybe'"],
    [['edit_file', '--no-dry-run=true'], "--no-dry-run takes no value, but got 'true'"],
    [['edit_file', '--path'], '--path needs a value: --path FILE'],
    [['edit_lines', '--start_line', 'two'], "--start_line takes a whole number, not 'two'"],
    [['edit_lines', '--start-line', '1.5'], "--start_line takes a whole number, not '1.5'"],
    [['terminal', '--timeout', 'soon'], "--timeout takes a number, not 'soon'"],
    [
      ['file_editor', '--command', 'show'],
      "--command takes 'view', 'create', 'str_replace', 'insert' or 'undo_edit', not 'show'",
    ],
    [['file_editor', '--view_range', '1-5'], "--view_range takes numbers such as 1,5, not '1-5'"],
    [['edit_file', '--edits', '{}'], "--edits takes a JSON list, '[…]', not '{}'"],
    [
      ['edit_file', '--new_string', '--x'],
      "--new_string needs a value; to pass '--x', write --new_string='--x'",
    ],
  ])('is checked before anything is done: %j', async (args, message) => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(['call', ...args]), `call ${args[0]}`)).toBe(`corvid: ${message}`);
  });

  test('that should be JSON and is not is refused', async () => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(['call', 'edit_file', '--edits', '[{']), 'call edit_file')).toMatch(
      /^corvid: --edits takes a JSON list, '\[…\]': .*JSON/,
    );
  });
});
