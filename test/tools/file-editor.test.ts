import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { connect, sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function lines(count: number): string {
  return Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');
}

describe('file_editor view', () => {
  test('shows a file as cat -n does', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), 'one\r\n\ttwo\n');
    const { text, result } = await edit('view', 'a.txt');
    expect(text).toBe(
      `Here's the result of running \`cat -n\` on ${path('a.txt')}:\n     1\tone\n     2\t\ttwo`,
    );
    expect(result._meta?.['corvid/result']).toEqual({
      path: path('a.txt'),
      first_line: 1,
      line_count: 2,
      total_lines: 2,
      encoding: 'utf-8',
    });
  });

  test('shows a range, and -1 means to the end', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(12));
    const part = await edit('view', 'a.txt', { view_range: [3, 4] });
    expect(part.text.split('\n').slice(1)).toEqual(['     3\tline 3', '     4\tline 4']);
    const rest = await edit('view', 'a.txt', { view_range: [11, -1] });
    expect(rest.text.split('\n').slice(1)).toEqual(['    11\tline 11', '    12\tline 12']);
  });

  test('a range past the end shows what there is, with a note', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(3));
    const { text } = await edit('view', 'a.txt', { view_range: [2, 99] });
    expect(text).toContain('     2\tline 2\n     3\tline 3\n[The file has only 3 lines.]');
  });

  test.each([
    [[5, 3], 'Its second element `3` should be greater than or equal to the first element `5`.'],
    [[0, 3], 'Its first element `0` should be 1 or more: lines count from 1.'],
    [[9, 12], 'Its first element `9` should be within the range of lines of the file: [1, 6].'],
    [[1], 'It should be a list of two integers.'],
    [[1, 2, 3], 'It should be a list of two integers.'],
    [['a', 2], 'It should be a list of two integers.'],
    [[1.5, 2], 'It should be a list of two integers.'],
  ])('refuses the range %j and says why', async (view_range, why) => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(6));
    const { text, failed } = await edit('view', 'a.txt', { view_range });
    expect(failed).toBe(true);
    const received = JSON.stringify(view_range).replaceAll(',', ', ');
    expect(text).toBe(`Error -32600 INVALID_PARAMS: Invalid \`view_range\` parameter: ${received}. ${why}`);
  });

  test('takes a range and numbers that came as strings', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(6));
    const { text } = await edit('view', 'a.txt', { view_range: '[2, 2]', new_str: null });
    expect(text).toMatch(/:\n {5}2\tline 2$/);
  });

  test('cuts a long view and says how to go on', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(5000));
    const { text } = await edit('view', 'a.txt');
    expect(text.length).toBeLessThan(16_400);
    expect(text).toMatch(
      /\[Cut at 16000 characters: lines 1-\d+ of 5000 are shown\. Use `grep -n` to find the lines that you need, then view them with `view_range`\.\]$/,
    );
    const last = Number(/lines 1-(\d+)/.exec(text)![1]);
    expect(text).toContain(`${last}\tline ${last}\n[Cut`);
  });

  test('cuts inside a line that is longer than a view', async () => {
    const { path, edit } = await open();
    await writeFile(path('min.js'), 'x'.repeat(50_000));
    const { text } = await edit('view', 'min.js');
    expect(text.length).toBeLessThan(16_400);
    expect(text).toContain(
      '[Cut at 16000 characters: line 1 of 1 is longer than that, only its beginning is shown.',
    );
  });

  test('shows a range of a file that is too large to edit', async () => {
    const { path, edit } = await open();
    await writeFile(path('big.log'), 'a line of the log\n'.repeat(700_000));
    const { text } = await edit('view', 'big.log', { view_range: [650_000, 650_001] });
    expect(text).toContain('650000\ta line of the log\n650001\ta line of the log');
    const { text: refusal } = await edit('str_replace', 'big.log', { old_str: 'x', new_str: 'y' });
    expect(refusal).toContain(
      `Error -31003 FILE_TOO_LARGE: File is too large: ${path('big.log')} has 12600000 bytes`,
    );
    expect(refusal).toContain('View a part of it with a line range, or change it with a shell command.');
  });

  test('shows an empty file', async () => {
    const { path, edit } = await open();
    await writeFile(path('empty'), '');
    expect((await edit('view', 'empty')).text).toMatch(/:\n\[The file is empty\.\]$/);
    expect((await edit('view', 'empty', { view_range: [1, -1] })).failed).toBe(false);
  });

  test('shows a directory two levels deep, hidden items counted', async () => {
    const { path, edit, folder } = await connect();
    await mkdir(path('d/sub/deeper'), { recursive: true });
    await writeFile(path('d/b.txt'), '');
    await writeFile(path('d/sub/c.txt'), '');
    await writeFile(path('d/sub/deeper/unseen.txt'), '');
    await writeFile(path('d/.hidden'), '');
    const { text } = await edit('view', 'd');
    expect(text.replaceAll(folder, '')).toBe(
      [
        'Here are the files and directories up to 2 levels deep in /d, without hidden items:',
        '/d/',
        '/d/b.txt',
        '/d/sub/',
        '/d/sub/c.txt',
        '/d/sub/deeper/',
        '[1 hidden items are not shown. Use `ls -la /d` to see them.]',
      ].join('\n'),
    );
    const { text: refusal } = await edit('view', 'd', { view_range: [1, 2] });
    expect(refusal).toBe(
      `Error -32600 INVALID_PARAMS: The \`view_range\` parameter is not allowed when \`path\` is a directory: ${path('d')}.`,
    );
  });

  test('cuts the list of a large directory', async () => {
    const { path, edit } = await open();
    await mkdir(path('d'));
    for (let i = 0; i < 700; i++) await writeFile(path(`d/file-with-a-long-name-${i}`), '');
    const { text } = await edit('view', 'd');
    expect(text).toMatch(
      /\[Cut at 16000 characters: \d+ of 700 entries are shown\. View a subdirectory, or use `ls -la .*`\.\]/,
    );
  });

  test('shows an image by its content, not by its name', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.jpg'), PNG);
    const { result } = await edit('view', 'a.jpg');
    expect(result.content[1]).toEqual({ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' });
    await writeFile(path('text.png'), 'not an image\n');
    expect((await edit('view', 'text.png')).text).toContain('     1\tnot an image');
  });

  test('refuses other binaries and missing files', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.bin'), Buffer.from([0, 1, 2, 3, 255, 254, 0, 0]));
    expect((await edit('view', 'a.bin')).text).toMatch(
      /^Error -32004 BINARY_FILE: Cannot show binary file: .*a\.bin/,
    );
    expect((await edit('view', 'gone')).text).toBe(
      `Error -32001 FILE_NOT_FOUND: File not found: ${path('gone')}`,
    );
  });
});

describe('file_editor create', () => {
  test('makes the file and the folders above it', async () => {
    const { path, edit } = await open();
    const { text } = await edit('create', 'a/b/c.txt', { file_text: 'hé\n' });
    expect(text).toBe(`File created successfully at: ${path('a/b/c.txt')}`);
    expect(await readFile(path('a/b/c.txt'), 'utf8')).toBe('hé\n');
  });

  test('may create an empty file, but only with an explicit empty text', async () => {
    const { path, edit } = await open();
    expect((await edit('create', 'empty', { file_text: '' })).failed).toBe(false);
    expect(await readFile(path('empty'), 'utf8')).toBe('');
    expect((await edit('create', 'other')).text).toBe(
      'Error -32600 INVALID_PARAMS: Parameter `file_text` is required for command: create.',
    );
  });

  test('refuses an existing path', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'old');
    const { text } = await edit('create', 'a', { file_text: 'new' });
    expect(text).toBe(
      `Error -31001 FILE_EXISTS: File already exists at: ${path('a')}. Creating would overwrite it: change it with an edit, or choose another path.`,
    );
    expect(await readFile(path('a'), 'utf8')).toBe('old');
  });
});

describe('file_editor str_replace', () => {
  test('replaces the one place and shows it with four lines around', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.txt'), lines(12));
    const { text, result } = await edit('str_replace', 'a.txt', {
      old_str: 'line 6\n',
      new_str: 'six\nand a half\n',
    });
    const p = path('a.txt');
    expect(text).toBe(
      `The file ${p} has been edited. Here's the result of running \`cat -n\` on a snippet of ${p}:\n` +
        '     2\tline 2\n     3\tline 3\n     4\tline 4\n     5\tline 5\n     6\tsix\n     7\tand a half\n' +
        '     8\tline 7\n     9\tline 8\n    10\tline 9\n    11\tline 10\n' +
        'Review the changes and make sure they are as expected. Edit the file again if necessary.',
    );
    expect(result._meta?.['corvid/result']).toMatchObject({
      strategy: 'exact',
      line_range: { start: 6, end: 7 },
    });
  });

  test('without new_str deletes', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'keep\ndrop\nkeep\n');
    await edit('str_replace', 'a', { old_str: 'drop\n' });
    expect(await readFile(path('a'), 'utf8')).toBe('keep\nkeep\n');
  });

  test('takes $ sequences literally', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'price');
    await edit('str_replace', 'a', { old_str: 'price', new_str: "$& $1 $$ $' $`" });
    expect(await readFile(path('a'), 'utf8')).toBe("$& $1 $$ $' $`");
  });

  test('overlooks white space around the text, and says so', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'def f():\n    return 1\n');
    const { text } = await edit('str_replace', 'a', { old_str: '\n\nreturn 1  ', new_str: '\n\nreturn 2  ' });
    expect(text).toContain('has been edited (matched ignoring the white space around it).');
    expect(await readFile(path('a'), 'utf8')).toBe('def f():\n    return 2\n');
  });

  test('names every line of an ambiguous text', async () => {
    const { path, edit } = await open();
    const content = lines(30)
      .replace('line 4\n', 'foo\n')
      .replace('line 20\n', 'foo\n')
      .replace('line 25\n', 'x foo\n');
    await writeFile(path('a'), content);
    const { text, result } = await edit('str_replace', 'a', { old_str: 'foo', new_str: 'bar' });
    expect(text).toBe(
      'Error -32011 MULTIPLE_MATCHES: No replacement was performed. Multiple occurrences of old_str `foo` in lines [4, 20, 25]. Please ensure it is unique.\n  line 4: after `line 3`\n  line 20: after `line 19`\n  line 25: after `line 24`\nQuote more of the lines around the one that you mean, in old_str and in the new text.',
    );
    expect(result._meta?.['corvid/error']).toMatchObject({
      code: -32011,
      name: 'MULTIPLE_MATCHES',
      data: { lines: [4, 20, 25] },
    });
    expect(await readFile(path('a'), 'utf8')).toBe(content);
  });

  test('says when the text does not occur', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'Hello World');
    const { text } = await edit('str_replace', 'a', { old_str: 'Goodbye', new_str: 'Hello' });
    expect(text).toBe(
      `Error -32010 STRING_NOT_FOUND: No replacement was performed, old_str \`Goodbye\` did not appear verbatim in ${path('a')}.\nNothing in the file is similar to it. Read the file again and copy the text from there.`,
    );
  });

  test.each([
    [{ new_str: 'x' }, 'Parameter `old_str` is required for command: str_replace.'],
    [
      { old_str: '', new_str: 'x' },
      'Invalid `old_str` parameter: it is empty. Quote the text to replace, or use `insert` or `create`.',
    ],
    [
      { old_str: 'x', new_str: 'x' },
      'No replacement was performed: `old_str` and `new_str` are identical. Change `new_str`.',
    ],
  ])('refuses %j', async (input, message) => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'x');
    expect((await edit('str_replace', 'a', input)).text).toBe(`Error -32600 INVALID_PARAMS: ${message}`);
  });

  test('keeps encoding, BOM, line endings and every other byte', async () => {
    const { path, edit } = await open();
    const latin1 = Buffer.from(
      '# caf\u00e9 au lait, d\u00e9j\u00e0 vu, gar\u00e7on\r\nx = 1\r\ny = 2\n',
      'latin1',
    );
    await writeFile(path('a.py'), latin1);
    await edit('str_replace', 'a.py', { old_str: 'x = 1\n', new_str: "x = 'na\u00efve'\nz = 3\n" });
    const expected = Buffer.from(
      "# caf\u00e9 au lait, d\u00e9j\u00e0 vu, gar\u00e7on\r\nx = 'na\u00efve'\r\nz = 3\r\ny = 2\n",
      'latin1',
    );
    expect(await readFile(path('a.py'))).toEqual(expected);

    const utf16 = Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le');
    await writeFile(path('b.txt'), utf16);
    await edit('str_replace', 'b.txt', { old_str: 'two', new_str: 'zwölf 漢字' });
    expect(await readFile(path('b.txt'))).toEqual(Buffer.from('\ufeffone\r\nzwölf 漢字\r\n', 'utf16le'));
  });

  test('refuses text that the encoding cannot hold, and names the character and its line', async () => {
    const { path, edit } = await open();
    const latin1 = Buffer.from('# caf\u00e9 au lait, d\u00e9j\u00e0 vu, gar\u00e7on\nx = 1\n', 'latin1');
    await writeFile(path('a.py'), latin1);
    const { text } = await edit('str_replace', 'a.py', { old_str: 'x = 1', new_str: 'x = 1\ny = "漢"' });
    expect(text).toMatch(/^Error -31006 ENCODING: .*漢.*U\+6F22.* line 3 .*windows-1252/s);
    expect(await readFile(path('a.py'))).toEqual(latin1);
  });

  test('edits the target of a link, and keeps the link and the mode', async () => {
    const { path, edit } = await open();
    await writeFile(path('real.sh'), 'echo 1\n');
    await chmod(path('real.sh'), 0o755);
    await symlink('real.sh', path('link.sh'));
    await edit('str_replace', 'link.sh', { old_str: '1', new_str: '2' });
    expect(await readFile(path('real.sh'), 'utf8')).toBe('echo 2\n');
    expect((await stat(path('real.sh'))).mode & 0o777).toBe(0o755);
  });

  test('refuses binary and read-only files and directories', async () => {
    const { path, edit } = await open();
    await writeFile(path('a.bin'), Buffer.from([0, 159, 146, 150]));
    const replace = { old_str: 'a', new_str: 'b' };
    expect((await edit('str_replace', 'a.bin', replace)).text).toMatch(
      /^Error -32004 BINARY_FILE: Cannot edit binary file: /,
    );
    await writeFile(path('ro'), 'a');
    await chmod(path('ro'), 0o444);
    expect((await edit('str_replace', 'ro', replace)).text).toMatch(
      /^Error -32002 PERMISSION_DENIED: Permission denied: .*ro.*0?444.*chmod u\+w/s,
    );
    await mkdir(path('d'));
    expect((await edit('str_replace', 'd', replace)).text).toBe(
      `Error -31005 NOT_A_FILE: Not a file: ${path('d')} is a directory. Give the path of a file in it; \`view\` and \`file_read\` list directories.`,
    );
  });
});

describe('file_editor insert', () => {
  test('puts lines after a line, and knows both of its names for the text', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'one\ntwo');
    const { text } = await edit('insert', 'a', { insert_line: 1, new_str: 'between' });
    expect(text).toContain('     1\tone\n     2\tbetween\n     3\ttwo\nReview the changes');
    await edit('insert', 'a', { insert_line: 0, insert_text: 'zero' });
    await edit('insert', 'a', { insert_line: 4, new_str: 'end' });
    expect(await readFile(path('a'), 'utf8')).toBe('zero\none\nbetween\ntwo\nend');
  });

  test.each([-1, 3])('refuses line %i of a file with two lines', async (insert_line) => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'one\ntwo\n');
    expect((await edit('insert', 'a', { insert_line, new_str: 'x' })).text).toBe(
      `Error -32600 INVALID_PARAMS: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, 2].`,
    );
  });

  test.each([
    [{ new_str: 'x' }, 'Parameter `insert_line` is required for command: insert.'],
    [{ insert_line: 0 }, 'Parameter `new_str` is required for command: insert.'],
    [{ insert_line: 0, new_str: '' }, 'Invalid `new_str` parameter: it is empty. Give the text to insert.'],
  ])('refuses %j', async (input, message) => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'one\n');
    expect((await edit('insert', 'a', input)).text).toBe(`Error -32600 INVALID_PARAMS: ${message}`);
  });
});

describe('file_editor undo_edit', () => {
  test('undoes edit after edit, also after a restart, down to the creation', async () => {
    const first = await connect();
    const { path, folder } = first;
    await first.edit('create', 'a', { file_text: 'one\n' });
    await first.edit('str_replace', 'a', { old_str: 'one', new_str: 'two' });
    await first.edit('insert', 'a', { insert_line: 1, new_str: 'three' });
    await first.close();
    const { edit } = await connect({ folder });
    expect((await edit('undo_edit', 'a')).text).toBe(
      `Last edit to ${path('a')} undone (file_editor insert). Here's the result of running \`cat -n\` on a snippet of ${path('a')}:\n     1\ttwo`,
    );
    expect((await edit('undo_edit', 'a')).text).toContain('     1\tone');
    expect((await edit('undo_edit', 'a')).text).toBe(
      `Last edit to ${path('a')} undone (file_editor create). That edit had created the file, so the file was removed.`,
    );
    expect(existsSync(path('a'))).toBe(false);
    expect((await edit('undo_edit', 'a')).text).toBe(
      `Error -31007 NO_HISTORY: No edit history found for ${path('a')}.`,
    );
  });

  test('refuses when another program has changed the file, and says how to see the difference', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'one\n');
    await edit('str_replace', 'a', { old_str: 'one', new_str: 'two' });
    await appendFile(path('a'), 'theirs\n');
    const { text } = await edit('undo_edit', 'a');
    expect(text).toMatch(
      /^Error -31004 FILE_CHANGED: Nothing was undone: .*a has been changed by someone else since its last edit here/,
    );
    expect(text).toContain(`\`corvid log --diff ${path('a')}\``);
    expect(await readFile(path('a'), 'utf8')).toBe('two\ntheirs\n');
    await unlink(path('a'));
    expect((await edit('undo_edit', 'a')).text).toContain('has been removed since its last edit here');
  });

  test('keeps ten edits of a file', async () => {
    const { path, edit } = await open();
    await writeFile(path('a'), 'v0');
    for (let i = 0; i < 12; i++) await edit('str_replace', 'a', { old_str: `v${i}`, new_str: `v${i + 1}` });
    for (let i = 0; i < 10; i++) expect((await edit('undo_edit', 'a')).failed).toBe(false);
    expect(await readFile(path('a'), 'utf8')).toBe('v2');
    expect((await edit('undo_edit', 'a')).failed).toBe(true);
  });
});

describe('file_editor paths', () => {
  test('may be relative to the only root; the absolute path is reported', async () => {
    const { path, call } = await connect();
    await writeFile(path('a.txt'), 'x');
    const { text } = await call('file_editor', { command: 'view', path: 'a.txt' });
    expect(text).toBe(`Here's the result of running \`cat -n\` on ${path('a.txt')}:\n     1\tx`);
    const { text: unknown } = await call('file_editor', { command: 'view', path: 'b.txt' });
    expect(unknown).toContain(`File not found: ${path('b.txt')}`);
  });

  test('stay inside the roots, whatever the way out', async () => {
    const { path, edit, call, folder } = await connect();
    await symlink('/etc', path('out'));
    await symlink('/etc/hostname', path('file-out'));
    for (const name of ['out/hostname', 'file-out', '../../../../etc/hostname', 'out/new-file']) {
      const { text } = await edit('view', name);
      expect(text).toMatch(/^Error -31002 OUTSIDE_ROOTS: Path is outside the allowed folders: /);
      expect(text).toContain(`Allowed: ${folder}.`);
    }
    const { text } = await call('file_editor', {
      command: 'create',
      path: '/corvid-must-not-make-this',
      file_text: '',
    });
    expect(text).toContain('OUTSIDE_ROOTS');
    expect((await edit('create', 'out/corvid', { file_text: '' })).text).toContain('OUTSIDE_ROOTS');
  });

  test('lines that are too long to show are cut in the snippet of an edit and of its undo', async () => {
    const { edit } = await open();
    await edit('create', 'a.txt', { file_text: `${'🦜'.repeat(50_000)}\n` });
    const inserted = await edit('insert', 'a.txt', { insert_line: 1, new_str: 'two' });
    const undone = await edit('undo_edit', 'a.txt');
    for (const { text, failed } of [inserted, undone]) {
      expect(failed).toBe(false);
      expect(text).toContain('\n[Cut at 16000 characters.]');
      expect(text.length).toBeLessThan(17_000);
      expect(text).not.toMatch(/\p{Surrogate}|\ufffd/u);
    }
  });

  test.each([
    [{}, 'Missing required parameter `command`. file_editor takes: command, path,'],
    [{ command: 'view' }, 'Missing required parameter `path`.'],
    [{ command: 'remove', path: '/a' }, 'Invalid `command` parameter: remove. '],
    [{ command: 'view', path: 5 }, 'Invalid `path` parameter: 5. '],
    [{ command: 'view', path: '/a\0b' }, 'Path contains a NUL character.'],
  ])('input %j is refused with a clear message', async (input, message) => {
    const { call } = await open();
    const { text, failed } = await call('file_editor', input);
    expect(failed).toBe(true);
    expect(text).toContain(`Error -32600 INVALID_PARAMS: ${message}`);
  });
});
