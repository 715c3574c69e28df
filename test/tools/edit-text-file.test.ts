import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Corvid, connect, sharedCorvid, temporaryFolder } from '../corvid-client.ts';

const open = sharedCorvid();

type Texts = { readonly old_string: string; readonly new_string: string };

async function editing(
  content: string | Uint8Array,
  name = 'file.txt',
  opening = open(),
): Promise<Corvid & { edit1: Edit }> {
  const corvid = await opening;
  await writeFile(corvid.path(name), content);
  return {
    ...corvid,
    edit1: (texts) => corvid.call('edit_text_file', { path: corvid.path(name), ...texts }),
  };
}

type Edit = (texts: Texts) => ReturnType<Corvid['call']>;

function errorOf(answer: Awaited<ReturnType<Edit>>) {
  expect(answer.failed).toBe(true);
  expect(answer.result.structuredContent).toBeUndefined();
  return answer.result._meta?.['corvid/error'] as { code: number; name: string; message: string };
}

describe('the contract', () => {
  test('TC1: Simple String Replacement', async () => {
    const before = '[server]\nhost = "localhost"\nport = 8080\n';
    const { path, edit1 } = await editing(before, 'config.toml', connect());
    const { result } = await edit1({ old_string: 'port = 8080', new_string: 'port = 3000' });
    expect(result.structuredContent).toEqual({
      success: true,
      diff: '--- config.toml\n+++ config.toml\n@@ -1,3 +1,3 @@\n [server]\n host = "localhost"\n-port = 8080\n+port = 3000\n',
      line_range: { start: 3, end: 3 },
    });
    expect(await readFile(path('config.toml'), 'utf8')).toBe('[server]\nhost = "localhost"\nport = 3000\n');
  });

  test('TC2: Multi-Line Replacement', async () => {
    const { path, edit1 } = await editing('fn old_func() {\n    println!("old");\n}\n', 'code.rs');
    const { result } = await edit1({
      old_string: 'fn old_func() {\n    println!("old");\n}',
      new_string: 'fn new_func() {\n    println!("new");\n}',
    });
    expect(result.structuredContent).toMatchObject({ success: true, line_range: { start: 1, end: 3 } });
    const { diff } = result.structuredContent as { diff: string };
    for (const line of [
      '-fn old_func() {',
      '-    println!("old");',
      '+fn new_func() {',
      '+    println!("new");',
    ])
      expect(diff.split('\n')).toContain(line);
    expect(await readFile(path('code.rs'), 'utf8')).toBe('fn new_func() {\n    println!("new");\n}\n');
  });

  test('TC3: String Not Found', async () => {
    const { edit1 } = await editing('Hello World');
    const answer = await edit1({ old_string: 'Goodbye', new_string: 'Hello' });
    expect(errorOf(answer)).toMatchObject({ code: -32010, message: 'String not found in file: Goodbye' });
    expect(answer.text).toMatch(/^Error -32010 STRING_NOT_FOUND: String not found in file: Goodbye\n/);
  });

  test('of a very long text and diff, only the beginning is shown', async () => {
    const { edit1 } = await editing(`${'x'.repeat(100_000)}\n`);
    const absent = await edit1({ old_string: 'y'.repeat(5_000), new_string: '' });
    expect(errorOf(absent)).toMatchObject({
      message: `String not found in file: ${'y'.repeat(2_000)}… (5000 characters)`,
    });
    const answer = await edit1({ old_string: 'x'.repeat(100_000), new_string: 'z' });
    expect(answer.failed).toBe(false);
    expect(answer.text).toContain('The diff is cut here: the change is larger than is shown');
    expect(answer.text.length).toBeLessThan(20_000);
  });

  test('TC4: Multiple Matches (Ambiguous)', async () => {
    const { path, edit1 } = await editing('foo\nfoo\nfoo');
    const answer = await edit1({ old_string: 'foo', new_string: 'bar' });
    const message = 'String appears 3 times (must be unique): foo';
    expect(errorOf(answer)).toMatchObject({ code: -32011, message });
    expect(answer.text).toBe(
      `Error -32011 MULTIPLE_MATCHES: ${message}\nIt occurs in lines [1, 2, 3]. Quote more of the lines around the one that you mean.`,
    );
    expect(await readFile(path('file.txt'), 'utf8')).toBe('foo\nfoo\nfoo');
  });

  test('ambiguous within a line: what to quote', async () => {
    const { edit1 } = await editing('x\nsum(one, one)\n');
    const { text } = await edit1({ old_string: 'one', new_string: '1' });
    expect(text).toContain(
      'It occurs in lines [2]. A line has it more than once: quote more of the line that you mean.',
    );
  });

  test('TC5: Delete Line (Empty Replacement)', async () => {
    const { path, edit1 } = await editing('line 1\nline 2\nline 3\n', 'file.txt', connect());
    const { result } = await edit1({ old_string: 'line 2\n', new_string: '' });
    expect(result.structuredContent).toEqual({
      success: true,
      diff: '--- file.txt\n+++ file.txt\n@@ -1,3 +1,2 @@\n line 1\n-line 2\n line 3\n',
      line_range: { start: 2, end: 2 },
    });
    expect(await readFile(path('file.txt'), 'utf8')).toBe('line 1\nline 3\n');
  });

  test('TC6: File Not Found', async () => {
    const { path, call } = await open();
    const answer = await call('edit_text_file', {
      path: path('missing.txt'),
      old_string: 'a',
      new_string: 'b',
    });
    const message = `File not found: ${path('missing.txt')}`;
    expect(errorOf(answer)).toMatchObject({ code: -32001, name: 'FILE_NOT_FOUND', message });
    expect(answer.text).toMatch(/^Error -32001 FILE_NOT_FOUND: File not found: /);
  });

  test('TC7: Identical Strings', async () => {
    const { edit1 } = await editing('same\n');
    const answer = await edit1({ old_string: 'same', new_string: 'same' });
    const message = 'old_string and new_string are identical';
    expect(errorOf(answer)).toMatchObject({ code: -32600, name: 'INVALID_PARAMS', message });
    expect(answer.text).toBe(`Error -32600 INVALID_PARAMS: ${message}\nChange new_string.`);
  });
});

/** Every failure of the contract: how to bring it about, and its code and message. */
const failures: [string, (corvid: Corvid) => Promise<{ input: object; code: number; message: string }>][] = [
  [
    'file not found',
    async ({ path }) => ({
      input: { path: path('gone'), old_string: 'a', new_string: 'b' },
      code: -32001,
      message: `File not found: ${path('gone')}`,
    }),
  ],
  [
    'permission denied',
    async ({ path }) => {
      await writeFile(path('ro'), 'a\n');
      await chmod(path('ro'), 0o444);
      return {
        input: { path: path('ro'), old_string: 'a', new_string: 'b' },
        code: -32002,
        message: `Permission denied: ${path('ro')}`,
      };
    },
  ],
  [
    'binary file',
    async ({ path }) => {
      await writeFile(path('a.bin'), Buffer.from([0, 1, 2, 0, 255, 254, 0, 97]));
      return {
        input: { path: path('a.bin'), old_string: 'a', new_string: 'b' },
        code: -32004,
        message: `Cannot edit binary file: ${path('a.bin')}`,
      };
    },
  ],
  [
    'string not found',
    async ({ path }) => {
      await writeFile(path('a'), 'x\n');
      return {
        input: { path: path('a'), old_string: 'y\n  z', new_string: 'b' },
        code: -32010,
        message: 'String not found in file: y\n  z',
      };
    },
  ],
  [
    'multiple matches',
    async ({ path }) => {
      await writeFile(path('a'), 'aaa\n');
      return {
        input: { path: path('a'), old_string: 'aa', new_string: 'b' },
        code: -32011,
        message: 'String appears 2 times (must be unique): aa',
      };
    },
  ],
  [
    'relative path',
    async () => ({
      input: { path: 'some/file.txt', old_string: 'a', new_string: 'b' },
      code: -32600,
      message: 'Path must be absolute: some/file.txt',
    }),
  ],
  [
    'identical strings',
    async ({ path }) => ({
      input: { path: path('any'), old_string: 'a', new_string: 'a' },
      code: -32600,
      message: 'old_string and new_string are identical',
    }),
  ],
];

describe.each(failures)('%s', (_, prepare) => {
  test('has its code and its message, and the text says both', async () => {
    const corvid = await open();
    const { input, code, message } = await prepare(corvid);
    const answer = await corvid.call('edit_text_file', input as Record<string, unknown>);
    const error = errorOf(answer);
    expect([error.code, error.message]).toEqual([code, message]);
    expect(answer.text.startsWith(`Error ${code} ${error.name}: ${message}`)).toBe(true);
    expect(answer.text.length).toBeGreaterThanOrEqual(`Error ${code} ${error.name}: ${message}`.length);
  });

  test('is a JSON-RPC error with --errors jsonrpc', async () => {
    const folder = await temporaryFolder();
    const corvid = await connect({ folder, args: ['--root', folder, '--errors', 'jsonrpc'] });
    const { input, code, message } = await prepare(corvid);
    const failing = corvid.call('edit_text_file', input as Record<string, unknown>);
    const error = (await failing.catch((thrown: unknown) => thrown)) as Error & { code: number };
    expect(error).toBeInstanceOf(Error);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});

describe('edit_text_file', () => {
  test('answers what its output schema says, in both forms', async () => {
    const { client, edit1 } = await editing('one\n');
    const { tools } = await client.listTools();
    const { outputSchema } = tools.find(({ name }) => name === 'edit_text_file')!;
    expect(outputSchema).toMatchObject({
      type: 'object',
      required: ['success', 'diff', 'line_range'],
      properties: { line_range: { required: ['start', 'end'] } },
    });
    const { text, result } = await edit1({ old_string: 'one', new_string: 'two' });
    expect(JSON.parse(text)).toEqual(result.structuredContent);
    expect(result._meta?.['corvid/result']).toEqual(result.structuredContent);
    expect(Object.keys(result.structuredContent as object)).toEqual(['success', 'diff', 'line_range']);
  });

  test.each([
    ['white space that differs', 'a  b\n', 'a b'],
    ['another indentation', '    a();\n    b();\n', 'a();\nb();'],
    ['white space around the text', 'a();\n', '\n\na();\n\n'],
    ['curly quotes', 'say("a")\n', 'say(“a”)'],
    ['escapes', 'a\nb\n', 'a\\nb'],
  ])('overlooks nothing: %s', async (_, content, old_string) => {
    const { path, edit1 } = await editing(content);
    expect(errorOf(await edit1({ old_string, new_string: 'x' })).code).toBe(-32010);
    expect(await readFile(path('file.txt'), 'utf8')).toBe(content);
  });

  test.each([
    ['a new text without the line end of the old one', 'a\nb\nc\n', 'b\n', 'x', 'a\nxc\n', [2, 2]],
    ['dollar sequences', 'price', 'price', "$& $1 $$ $' $`", "$& $1 $$ $' $`", [1, 1]],
    ['a text across lines, to a line end', 'a\nb\nc\n', 'a\nb\n', 'x\n', 'x\nc\n', [1, 2]],
    ['a part of a line', 'one two three\n', 'two', '2', 'one 2 three\n', [1, 1]],
    ['emoji that share a half', 'a 😀 b\n', '😀', '😁', 'a 😁 b\n', [1, 1]],
    ['the same edit once more, if its text is there', 'a\nb\n', 'a\n', 'a\nb\n', 'a\nb\nb\n', [1, 1]],
  ])(
    'takes both texts to the letter: %s',
    async (_, content, old_string, new_string, after, [start, end]) => {
      const { path, edit1 } = await editing(content);
      const { result } = await edit1({ old_string, new_string });
      expect(result.structuredContent).toMatchObject({ success: true, line_range: { start, end } });
      expect(await readFile(path('file.txt'), 'utf8')).toBe(after);
    },
  );

  test('sees CRLF as line ends, and keeps them', async () => {
    const { path, edit1 } = await editing('a\r\nb\r\nc\r\n');
    await edit1({ old_string: 'a\nb\n', new_string: 'x\ny\nz\n' });
    expect(await readFile(path('file.txt'), 'utf8')).toBe('x\r\ny\r\nz\r\nc\r\n');
  });

  test('refuses an empty old_string and missing parameters', async () => {
    const { path, call, edit1 } = await editing('a\n');
    expect((await edit1({ old_string: '', new_string: 'x' })).text).toBe(
      'Error -32600 INVALID_PARAMS: Invalid `old_string` parameter: it is empty. Quote the text to replace.',
    );
    expect((await call('edit_text_file', { path: path('file.txt'), old_string: 'a' })).text).toBe(
      'Error -32600 INVALID_PARAMS: Missing required parameter `new_string`. edit_text_file takes: path, old_string, new_string.',
    );
  });

  test('a directory is not a file', async () => {
    const { path, call } = await open();
    await mkdir(path('d'));
    const { text } = await call('edit_text_file', { path: path('d'), old_string: 'a', new_string: 'b' });
    expect(text).toContain('Error -31005 NOT_A_FILE');
  });

  test('can be undone, and keeps the mode', async () => {
    const { path, edit, edit1 } = await editing('one\n');
    await chmod(path('file.txt'), 0o750);
    await edit1({ old_string: 'one', new_string: 'two' });
    expect((await stat(path('file.txt'))).mode & 0o777).toBe(0o750);
    expect((await edit('undo_edit', 'file.txt')).text).toContain('undone (edit_text_file)');
    expect(await readFile(path('file.txt'), 'utf8')).toBe('one\n');
  });
});
