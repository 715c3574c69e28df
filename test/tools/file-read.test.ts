import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

describe('file_read', () => {
  test('shows each line as number, colon, text', async () => {
    const { path, call } = await open();
    await writeFile(path('a'), 'one\n  two\r\n\nfour');
    const { text, result } = await call('file_read', { path: path('a') });
    expect(text).toBe('   1: one\n   2:   two\n   3: \n   4: four');
    expect(result._meta?.['corvid/result']).toEqual({
      path: path('a'),
      line_count: 4,
      first_line: 1,
      total_lines: 4,
      encoding: 'utf-8',
    });
  });

  test('shows a range of lines', async () => {
    const { path, call } = await open();
    await writeFile(path('a'), numbered(20));
    const { text, result } = await call('file_read', { path: path('a'), start_line: 9, end_line: 10 });
    expect(text).toBe('   9: line 9\n  10: line 10');
    expect(result._meta?.['corvid/result']).toMatchObject({ line_count: 2, first_line: 9, total_lines: 20 });
  });

  test('past the end shows what there is, with a note', async () => {
    const { path, call } = await open();
    await writeFile(path('a'), numbered(3));
    const { text } = await call('file_read', { path: path('a'), start_line: 3, end_line: 9 });
    expect(text).toBe('   3: line 3\n[The file has only 3 lines.]');
  });

  test('cuts at a line end and says where to read on', async () => {
    const { path, call } = await open();
    await writeFile(path('a'), numbered(5000));
    const seen: string[] = [];
    for (let start: number | undefined = 1; start !== undefined; ) {
      const { text } = await call('file_read', { path: path('a'), start_line: start });
      const [body, notice] = text.split('\n[Cut at 16000 characters: ');
      seen.push(...body!.split('\n').map((line) => line.replace(/^ *\d+: /, '')));
      start = notice === undefined ? undefined : Number(/Continue with start_line (\d+)\./.exec(notice)![1]);
    }
    expect(`${seen.join('\n')}\n`).toBe(numbered(5000));
  });

  test('says when a line is too long, and when the file is empty', async () => {
    const { path, call } = await open();
    await writeFile(path('long'), 'x'.repeat(40_000));
    await writeFile(path('empty'), '');
    const { text } = await call('file_read', { path: path('long') });
    expect(text).toContain(
      '\n[Line 1 is longer than 16000 characters: only its beginning is shown. To find something, use `search` or `grep -n`',
    );
    expect((await call('file_read', { path: path('empty') })).text).toBe('[The file is empty.]');
  });

  test.each([
    [{}, 'Continue with start_line 2: the file has 4 lines. To find'],
    [{ end_line: 3 }, 'Continue with start_line 2: the file has 4 lines. To find'],
    [{ end_line: 1 }, 'To find'],
    [{ start_line: 3 }, 'Continue with start_line 4: the file has 4 lines. To find'],
    [{ start_line: 4 }, 'To find'],
  ])('says where to read on after a line that is too long: %j', async (range, wayOn) => {
    const { path, call } = await open();
    const long = 'x'.repeat(17_000);
    await writeFile(path('long'), `${long}\ntwo\n${long}\n${long}\n`);
    const { text } = await call('file_read', { path: path('long'), ...range });
    expect(text).toContain(`only its beginning is shown. ${wayOn}`);
  });

  test.each([
    [{ start_line: 0 }, 'Invalid `start_line` parameter: 0. Lines count from 1.'],
    [
      { start_line: 5, end_line: 3 },
      'Invalid `end_line` parameter: 3. It should be greater than or equal to `start_line` (5).',
    ],
    [{ start_line: 1.5 }, 'Invalid `start_line` parameter: 1.5.'],
  ])('refuses %j', async (range, message) => {
    const { path, call } = await open();
    await writeFile(path('a'), numbered(3));
    expect((await call('file_read', { path: path('a'), ...range })).text).toContain(
      `Error -32600 INVALID_PARAMS: ${message}`,
    );
  });

  test('refuses a first line past the end, and a binary file', async () => {
    const { path, call } = await open();
    await writeFile(path('a'), numbered(3));
    await writeFile(path('b'), Buffer.from([0, 1, 2, 0, 200]));
    expect((await call('file_read', { path: path('a'), start_line: 4 })).text).toBe(
      `Error -32600 INVALID_PARAMS: Invalid \`start_line\` parameter: 4. ${path('a')} has 3 lines.`,
    );
    expect((await call('file_read', { path: path('b') })).text).toBe(
      `Error -32004 BINARY_FILE: Cannot show binary file: ${path('b')}\nIt is neither text nor an image that can be shown. Look at it with a program for its format, or with \`strings\` or \`xxd\`.`,
    );
  });

  test('reads UTF-16 and legacy encodings as text', async () => {
    const { path, call } = await open();
    await writeFile(path('wide'), Buffer.from('\ufeffein\r\nzwölf\r\n', 'utf16le'));
    const cyrillic = Buffer.from('cff0e8e2e5f22c20ece8f02120ddf2ee20f2e5eaf1f22e0a', 'hex');
    await writeFile(path('legacy'), cyrillic);
    expect((await call('file_read', { path: path('wide'), start_line: 2 })).text).toBe('   2: zwölf');
    const { text, result } = await call('file_read', { path: path('legacy') });
    expect(text).toBe('   1: Привет, мир! Это текст.');
    expect(result._meta?.['corvid/result']).toMatchObject({ encoding: 'windows-1251' });
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('file_read of what is not text', () => {
  test('lists a folder two levels deep and counts what is hidden', async () => {
    const { path, call } = await open();
    await mkdir(path('d/e'), { recursive: true });
    await writeFile(path('d/e/f.txt'), 'x');
    await writeFile(path('d/.hidden'), 'x');
    const { text, result } = await call('file_read', { path: path('d') });
    expect(text).toBe(
      `Here are the files and directories up to 2 levels deep in ${path('d')}, without hidden items:\n${path('d')}/\n${path('d/e')}/\n${path('d/e/f.txt')}\n[1 hidden items are not shown. List them with \`search\`: \`glob\` and \`hidden: true\`.]`,
    );
    expect(result._meta?.['corvid/result']).toMatchObject({ entries: 2, hidden: 1 });
  });

  test.each(['logo.png', 'no-ending'])('shows the image %s', async (name) => {
    const { path, call } = await open();
    await writeFile(path(name), png);
    const { text, result } = await call('file_read', { path: path(name) });
    expect(text).toBe(`${path(name)}: image/png, ${png.length} bytes.`);
    expect(result.content[1]).toMatchObject({ type: 'image', mimeType: 'image/png' });
  });

  test('says that line numbers do not apply to it', async () => {
    const { path, folder, call } = await open();
    await writeFile(path('logo.png'), png);
    for (const given of [folder, path('logo.png')]) {
      const { text, failed } = await call('file_read', { path: given, start_line: 1, end_line: 20 });
      expect(failed).toBe(false);
      expect(text).toContain('[start_line and end_line were ignored: they apply to text files.]');
    }
  });
});

describe('a result has at most 1,500 lines', () => {
  test('of a file', async () => {
    const { path, call, edit } = await open();
    await writeFile(path('short'), 'x\n'.repeat(4_000));
    const { text } = await call('file_read', { path: path('short') });
    expect(text.split('\n')).toHaveLength(1_501);
    expect(text).toContain(
      '[Cut at 1500 lines: lines 1-1500 of 4000 are shown. Continue with start_line 1501.',
    );
    expect((await edit('view', 'short')).text).toContain(
      '[Cut at 1500 lines: lines 1-1500 of 4000 are shown.',
    );
  });

  test('of a diff', async () => {
    const { path, call } = await open();
    await writeFile(path('short'), 'x\n'.repeat(4_000));
    const { text } = await call('edit_file', {
      path: path('short'),
      old_string: 'x',
      new_string: 'y',
      replace_all: true,
    });
    expect(text.split('\n').length).toBeLessThan(1_510);
    expect(text).toContain('\\ The diff is cut here');
  });
});
