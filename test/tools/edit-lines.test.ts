import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { type Answer, type Corvid, connect, sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

type Editing = Corvid & {
  readonly file: string;
  readonly lines: (command: string, input: Record<string, unknown>) => Promise<Answer>;
  readonly content: () => Promise<string>;
};

/** A client, and one file to edit. */
async function editing(content: string, name = 'a.py', opening = open()): Promise<Editing> {
  const corvid = await opening;
  const file = corvid.path(name);
  await writeFile(file, content);
  return {
    ...corvid,
    file,
    lines: (command, input) => corvid.call('edit_lines', { command, path: file, ...input }),
    content: () => readFile(file, 'utf8'),
  };
}

function factsOf({ result }: Answer): Record<string, unknown> {
  return result._meta?.['corvid/result'] as Record<string, unknown>;
}

function errorOf({ result, failed }: Answer) {
  expect(failed).toBe(true);
  return result._meta?.['corvid/error'] as {
    code: number;
    name: string;
    message: string;
    data: Record<string, unknown>;
  };
}

const CART = `class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(self.items)
`;

describe('edit_lines', () => {
  test('costs a model few tokens', async () => {
    const { client } = await open();
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'edit_lines');
    expect(encode(JSON.stringify(tool)).length).toBeLessThan(350);
  });

  test('replaces lines, fits their indentation and reports the new line numbers', async () => {
    const { file, lines, content } = await editing(CART);
    const answer = await lines('replace', {
      start_line: 5,
      end_line: 6,
      new_content: 'def add(self, *items):\n    for item in items:\n        self.items.append(item)\n',
    });
    expect(answer.text).toBe(
      [
        `Replaced lines 5-6 of ${file} by lines 5-7 (indented by 4 spaces to fit). Lines after 6 moved by +1: old line 7 is now line 8.`,
        '   2:     def __init__(self):',
        '   3:         self.items = []',
        '   4: ',
        '   5:     def add(self, *items):',
        '   6:         for item in items:',
        '   7:             self.items.append(item)',
        '   8: ',
        '   9:     def total(self):',
        '  10:         return sum(self.items)',
      ].join('\n'),
    );
    expect(factsOf(answer)).toEqual({
      path: file,
      line_range: { start: 5, end: 7 },
      moved: 1,
      total_lines: 10,
      indentation: 'indented by 4 spaces to fit',
      notes: [{ line: 5, kind: 'indentation', text: 'indented by 4 spaces to fit' }],
      dry_run: false,
      diff: expect.stringContaining('+    def add(self, *items):\n'),
    });
    expect(await content()).toBe(
      CART.replace(
        'def add(self, item):\n        self.items',
        'def add(self, *items):\n        for item in items:\n            self.items',
      ),
    );
  });

  test('inserts lines after a line', async () => {
    const { file, lines, content } = await editing(CART);
    const answer = await lines('insert', {
      insert_line: 3,
      new_content: '\ndef __len__(self):\n    return len(self.items)',
    });
    expect(answer.text.split('\n')[0]).toBe(
      `Inserted lines 4-6 into ${file} (indented by 4 spaces to fit). Indented to 4 spaces, the level of line 2; column 0 would also parse. Pass indent_level to choose. Lines after 3 moved by +3: old line 4 is now line 7.`,
    );
    expect(factsOf(answer)).toMatchObject({ line_range: { start: 4, end: 6 }, moved: 3, total_lines: 12 });
    expect(await content()).toBe(
      CART.replace(
        'self.items = []\n',
        'self.items = []\n\n    def __len__(self):\n        return len(self.items)\n',
      ),
    );
  });

  test('deletes lines', async () => {
    const { file, lines, content } = await editing(CART);
    const answer = await lines('delete', { start_line: 4, end_line: 6 });
    expect(answer.text).toBe(
      [
        `Deleted lines 4-6 of ${file}. Lines after 6 moved by -3: old line 7 is now line 4.`,
        '   1: class Cart:',
        '   2:     def __init__(self):',
        '   3:         self.items = []',
        '   4: ',
        '   5:     def total(self):',
        '   6:         return sum(self.items)',
      ].join('\n'),
    );
    expect(factsOf(answer)).toMatchObject({ line_range: { start: 4, end: 4 }, moved: -3, total_lines: 6 });
    expect(await content()).toBe(
      CART.replace('\n    def add(self, item):\n        self.items.append(item)\n', ''),
    );
  });

  test('one line is enough, and nothing moves if as many come as go', async () => {
    const { file, lines } = await editing('a\nb\nc\n', 'a.txt');
    expect((await lines('replace', { start_line: 2, new_content: 'x' })).text).toBe(
      `Replaced line 2 of ${file} by line 2. No later line moved.\n   1: a\n   2: x\n   3: c`,
    );
    expect((await lines('insert', { insert_line: 3, new_content: 'y' })).text).toContain(
      `Inserted line 4 into ${file}. No later line moved.`,
    );
  });

  test('a file can be emptied and filled again', async () => {
    const { file, lines, content } = await editing('a\nb\n', 'a.txt');
    expect((await lines('delete', { start_line: 1, end_line: 2 })).text).toBe(
      `Deleted lines 1-2 of ${file}. No later line moved.\n[The file is empty now.]`,
    );
    expect(await content()).toBe('');
    await lines('insert', { insert_line: 0, new_content: 'x' });
    expect(await content()).toBe('x\n');
  });

  test('of many new lines only the first and the last are shown', async () => {
    const { lines } = await editing('a\n', 'a.txt');
    const { text } = await lines('insert', { insert_line: 1, new_content: 'x\n'.repeat(500) });
    expect(text.split('\n').slice(20, 23)).toEqual(['  20: x', '[461 lines more]', ' 482: x']);
    expect(text.split('\n').length).toBe(42);
  });

  test('long lines are cut', async () => {
    const { lines } = await editing('a\nb\n', 'a.txt');
    const { text } = await lines('replace', { start_line: 1, new_content: 'x'.repeat(50_000) });
    expect(text.length).toBeLessThan(16_500);
    expect(text.endsWith('\n[Cut here: the lines are too long to show.]')).toBe(true);
  });

  test('a dry run shows the diff and writes nothing', async () => {
    const { file, lines, content } = await editing(CART, 'a.py', connect());
    const answer = await lines('replace', { start_line: 9, new_content: 'return 0', dry_run: true });
    expect(answer.text).toBe(
      [
        `Would replace line 9 of ${file} by line 9 (indented by 8 spaces to fit). No later line moved.`,
        '--- a.py',
        '+++ a.py',
        '@@ -6,4 +6,4 @@',
        '         self.items.append(item)',
        ' ',
        '     def total(self):',
        '-        return sum(self.items)',
        '+        return 0',
      ].join('\n'),
    );
    expect(factsOf(answer)).toMatchObject({ dry_run: true, line_range: { start: 9, end: 9 } });
    expect((await lines('insert', { insert_line: 0, new_content: '#', dry_run: true })).text).toContain(
      `Would insert line 1 into ${file}`,
    );
    expect((await lines('delete', { start_line: 1, dry_run: true })).text).toContain(
      'Edit would create syntax error',
    );
    expect(await content()).toBe(CART);
  });

  test('content that equals what is there is nothing to do, not an error', async () => {
    const { file, lines } = await editing(CART);
    const answer = await lines('replace', { start_line: 9, new_content: '        return sum(self.items)\n' });
    expect(answer.failed).toBe(false);
    expect(answer.text).toBe(`Nothing to do: the new content equals line 9 of ${file}.`);
    expect(factsOf(answer)).toEqual({ path: file, already_applied: true, diff: '', notes: [] });
    const same = { start_line: 8, end_line: 9, new_content: 'def total(self):\n    return sum(self.items)' };
    expect((await lines('replace', { ...same, indent_level: 4 })).text).toBe(
      `Nothing to do: the new content equals lines 8-9 of ${file}.`,
    );
  });

  test('an explicit column is kept', async () => {
    const { lines, content } = await editing('if a:\n    b()\n    c()\n');
    await lines('replace', { start_line: 3, new_content: 'c()', indent_level: 0 });
    expect(await content()).toBe('if a:\n    b()\nc()\n');
  });

  test('an edit can be undone', async () => {
    const { lines, content, edit } = await editing(CART);
    await lines('delete', { start_line: 4, end_line: 6 });
    expect((await edit('undo_edit', 'a.py')).text).toContain('undone (edit_lines)');
    expect(await content()).toBe(CART);
  });

  test('an edit that breaks the syntax is refused', async () => {
    const { lines, content } = await editing(CART);
    const answer = await lines('replace', { start_line: 9, new_content: 'return sum(self.items' });
    expect(answer.text).toMatch(/^Error -31013 SYNTAX_ERROR: Edit would create syntax error:/);
    expect(await content()).toBe(CART);
  });
});

describe('the indentation can be the edit', () => {
  const NESTED = 'def f(x):\n    if x:\n        a()\n{line}\n    return x\n';
  const withLine = (line: string) => NESTED.replace('{line}', line);

  test.each([
    ['a wrong line, given rightly', 'a.py', withLine('      b()'), 4, '        b()'],
    ['a legal line, given at another level', 'a.py', withLine('        b()'), 4, '    b()'],
    ['other text at another level that fits', 'a.py', withLine('        b()'), 4, '    c()'],
    ['a wrong key', 'a.yml', 'a:\n  b:\n    c: 1\n     d: 2\n', 4, '    d: 2'],
    ['spaces in a recipe', 'Makefile', 'all: a\n    cc a.c\n', 2, '\tcc a.c'],
    ['a line in braces', 'a.ts', 'f(() => {\n      a();\n});\n', 2, '  a();'],
  ])('%s', async (_, name, text, line, content) => {
    const { lines, content: now } = await editing(text, name);
    const answer = await lines('replace', { start_line: line, new_content: content });
    expect(answer.failed, answer.text).toBe(false);
    expect(answer.text).not.toContain('Nothing to do');
    expect(await now()).toBe(
      text
        .split('\n')
        .with(line - 1, content)
        .join('\n'),
    );
  });

  test.each([
    ['one level', 'a.py', 'if x:\na()\nb()\n', 2, 'a()', '    a()'],
    ['a return', 'a.py', 'def f():\n    a()\n  return 1\nb()\n', 3, 'return 1', '    return 1'],
    ['a missing tab', 'Makefile', 'all: a\ncc a.c\n', 2, 'cc a.c', '\tcc a.c'],
    ['tabs in a file with spaces', 'a.py', withLine('  b()'), 4, '\t\tb()', '        b()'],
  ])('without a right indentation: %s', async (_, name, text, line, content, expected) => {
    const { lines, content: now } = await editing(text, name);
    const answer = await lines('replace', { start_line: line, new_content: content });
    expect(answer.failed, answer.text).toBe(false);
    expect((await now()).split('\n')[line - 1]).toBe(expected);
  });

  test('a guess names the level, where it is from, and what else would parse', async () => {
    const { lines, content } = await editing(withLine('         b()'));
    const answer = await lines('replace', { start_line: 4, new_content: 'b()' });
    const guess =
      'Indented to 8 spaces, the level of line 3; 4 spaces would also parse. Pass indent_level to choose.';
    expect(answer.text.split('\n')[0]).toContain(guess);
    expect(factsOf(answer).notes).toEqual([
      { line: 4, kind: 'indentation', text: 'indented by 8 spaces to fit' },
      { line: 4, kind: 'indentation', text: guess },
    ]);
    expect(await content()).toBe(withLine('        b()'));
  });

  test('where nothing speaks for one of two levels, the caller must choose', async () => {
    const { file, lines, content } = await editing(withLine('      b()'));
    const { message, data } = errorOf(await lines('replace', { start_line: 4, new_content: 'b()' }));
    expect(message).toBe(
      `Nothing was changed: the new content for line 4 of ${file} has no indentation, and it can be at 8 spaces or 4 spaces. Give \`new_content\` with its indentation, or pass \`indent_level\`.`,
    );
    expect(data).toMatchObject({ levels: ['8 spaces', '4 spaces'] });
    const chosen = await lines('replace', { start_line: 4, new_content: 'b()', indent_level: 4 });
    expect(chosen.failed, chosen.text).toBe(false);
    expect(await content()).toBe(withLine('    b()'));
  });

  test('the same text with an indentation that would be an error is left alone, and the answer says why', async () => {
    const { file, lines, content } = await editing(CART);
    const answer = await lines('replace', { start_line: 9, new_content: '  return sum(self.items)' });
    expect(answer.text).toBe(
      `No change: line 9 of ${file} already has this text, and the indentation of \`new_content\` does not fit there. To move the text, pass \`indent_level\`.`,
    );
    expect(await content()).toBe(CART);
  });
});

describe('lines that are not what the caller believes', () => {
  test('are not touched, and the error shows the lines that are there and where the text is now', async () => {
    const { file, lines, content } = await editing('a\nb\nc\nd\ne\nf\n', 'a.txt');
    const { code, name, message, data } = errorOf(
      await lines('replace', { start_line: 2, new_content: 'x', expected: ' e ' }),
    );
    expect([code, name]).toEqual([-31012, 'STALE_LINES']);
    expect(message).toBe(
      `Nothing was changed: line 2 of ${file} is not what \`expected\` says. The file has:\n   1: a\n   2: b\n   3: c\n   4: d\n   5: e\nIt is at line 5 now.`,
    );
    expect(data).toEqual({ path: file, line: 2, places: [5] });
    expect(await content()).toBe('a\nb\nc\nd\ne\nf\n');
  });

  test.each([
    ['delete', { start_line: 1, expected: 'x' }, 'That text is nowhere in the file. Read it again.'],
    ['delete', { start_line: 1, expected: 'b' }, 'It is at lines 2, 4 now.'],
    ['insert', { insert_line: 1, new_content: 'x', expected: 'b\n  c' }, 'It is at line 2 now.'],
    ['delete', { start_line: 5, expected: 'e\nf' }, 'That text is nowhere in the file. Read it again.'],
  ])('%s %j', async (command, input, message) => {
    const { lines } = await editing('a\nb\nc\nb\ne\n', 'a.txt');
    expect(
      errorOf(await lines(command, input))
        .message.split('\n')
        .at(-1),
    ).toBe(message);
  });

  test('many places are not listed one by one', async () => {
    const { lines } = await editing(`a\n${'b\n'.repeat(30)}`, 'a.txt');
    const { message } = errorOf(await lines('delete', { start_line: 1, expected: 'b' }));
    expect(message).toContain('It is at lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 20 more now.');
  });

  test.each([
    ['delete', { start_line: 2, expected: 'two' }],
    ['delete', { start_line: 2, expected: '  two  \n three\n' }],
    ['replace', { start_line: 2, end_line: 3, new_content: 'x', expected: '\ttwo' }],
    ['insert', { insert_line: 2, new_content: 'x', expected: 'two' }],
  ])('%s %j is done where they are', async (command, input) => {
    const { lines } = await editing('one\n  two\n  three\n', 'a.txt');
    expect((await lines(command, input)).failed).toBe(false);
  });
});

describe('a call that cannot be meant', () => {
  const PATH = '{path}';
  test.each([
    ['replace', { new_content: 'x' }, 'Parameter `start_line` is required for command: replace.'],
    ['replace', { start_line: 1 }, 'Parameter `new_content` is required for command: replace.'],
    ['delete', {}, 'Parameter `start_line` is required for command: delete.'],
    ['insert', { new_content: 'x' }, 'Parameter `insert_line` is required for command: insert.'],
    ['insert', { insert_line: 1 }, 'Parameter `new_content` is required for command: insert.'],
    [
      'replace',
      { start_line: 1, new_content: '' },
      'Invalid `new_content` parameter: it is empty. To remove the lines, use command delete.',
    ],
    [
      'insert',
      { insert_line: 1, new_content: '' },
      'Invalid `new_content` parameter: it is empty. Give the lines to insert.',
    ],
    [
      'replace',
      { start_line: 1, insert_line: 1, new_content: 'x' },
      'Parameter `insert_line` does not apply to command: replace. Give `start_line` and `end_line`.',
    ],
    [
      'insert',
      { start_line: 1, insert_line: 1, new_content: 'x' },
      'Parameter `start_line` does not apply to command: insert. Give `insert_line`, or use command replace.',
    ],
    [
      'insert',
      { end_line: 1, insert_line: 1, new_content: 'x' },
      'Parameter `end_line` does not apply to command: insert. Give `insert_line`, or use command replace.',
    ],
    [
      'delete',
      { start_line: 1, new_content: 'x' },
      'Parameter `new_content` does not apply to command: delete. To put other lines there, use command replace.',
    ],
    [
      'delete',
      { start_line: 1, insert_line: 1 },
      'Parameter `insert_line` does not apply to command: delete. Give `start_line` and `end_line`.',
    ],
    [
      'delete',
      { start_line: 1, indent_level: 4 },
      'Parameter `indent_level` does not apply to command: delete. Leave it out.',
    ],
    [
      'insert',
      { insert_line: 0, new_content: 'x', expected: 'a' },
      'Parameter `expected` does not apply at the beginning of a file. Leave it out.',
    ],
    ['delete', { start_line: 0 }, `Invalid \`start_line\` parameter: 0. ${PATH} has 3 lines: [1, 3].`],
    ['delete', { start_line: 40 }, `Invalid \`start_line\` parameter: 40. ${PATH} has 3 lines: [1, 3].`],
    [
      'delete',
      { start_line: 2, end_line: 4 },
      `Invalid \`end_line\` parameter: 4. ${PATH} has 3 lines: [2, 3].`,
    ],
    [
      'delete',
      { start_line: 3, end_line: 2 },
      'Invalid `end_line` parameter: 2. It should be greater than or equal to `start_line` (3).',
    ],
    [
      'insert',
      { insert_line: 4, new_content: 'x' },
      `Invalid \`insert_line\` parameter: 4. ${PATH} has 3 lines: [0, 3].`,
    ],
    [
      'insert',
      { insert_line: -1, new_content: 'x' },
      `Invalid \`insert_line\` parameter: -1. ${PATH} has 3 lines: [0, 3].`,
    ],
    ['delete', { start_line: 1.5 }, 'Invalid `start_line` parameter: 1.5. It should be a whole number.'],
    ['delete', { start_line: 'one' }, 'Invalid `start_line` parameter: one. It should be a whole number.'],
    [
      'insert',
      { insert_line: 1, new_content: 'x', indent_level: -4 },
      'Invalid `indent_level` parameter: -4. Columns count from 0.',
    ],
  ])('%s %j', async (command, input, message) => {
    const { file, lines, content } = await editing('a\nb\nc\n', 'a.txt');
    const error = errorOf(await lines(command, input));
    expect(error).toMatchObject({ code: -32600, name: 'INVALID_PARAMS' });
    expect(error.message).toBe(message.replace(PATH, file));
    expect(await content()).toBe('a\nb\nc\n');
  });

  test('in an empty file there is nothing to replace', async () => {
    const { file, lines } = await editing('', 'a.txt');
    const { message } = errorOf(await lines('replace', { start_line: 1, new_content: 'x' }));
    expect(message).toBe(
      `Invalid \`start_line\` parameter: 1. ${file} is empty. Use command insert with insert_line 0.`,
    );
    expect(errorOf(await lines('delete', { start_line: 1 })).message).toBe(message);
  });

  test('an empty `new_content` with delete says nothing, and is no reason to refuse', async () => {
    const { lines, content } = await editing('a\nb\n', 'a.txt');
    await lines('delete', { start_line: 1, new_content: '' });
    expect(await content()).toBe('b\n');
  });

  test('one line is one line', async () => {
    const { file, lines } = await editing('a', 'a.txt');
    expect(errorOf(await lines('delete', { start_line: 2 })).message).toContain(
      `${file} has 1 line: [1, 1].`,
    );
  });
});

test('ten edits in a row, each by the numbers that the last one gave', async () => {
  const { lines, content } = await editing('class A:\n    def f0(self):\n        return 0\n');
  const steps: [string, (at: number) => Record<string, unknown>][] = [
    ['insert', (at) => ({ insert_line: at, new_content: '\ndef f1(self):\n    return 1' })],
    ['insert', (at) => ({ insert_line: at, new_content: '\ndef f2(self):\n    return 2\n' })],
    ['replace', (at) => ({ start_line: at, new_content: 'x = 2\nreturn x' })],
    [
      'insert',
      (at) => ({ insert_line: at, new_content: '\n    @property\n    def f3(self):\n        pass' }),
    ],
    ['replace', (at) => ({ start_line: at, new_content: 'if self:\n\treturn 3\nreturn 0' })],
    ['delete', (at) => ({ start_line: at, expected: 'return 0' })],
    ['insert', (at) => ({ insert_line: at - 1, new_content: 'else:\n    return 4' })],
    ['insert', (at) => ({ insert_line: at, new_content: '\n\ndef top():\n  return A()\n' })],
    ['replace', (at) => ({ start_line: at, new_content: 'return A().f1()', expected: 'return A()' })],
    ['insert', (at) => ({ insert_line: at, new_content: '\nprint(top())' })],
  ];
  let at = 3;
  for (const [command, input] of steps) {
    const answer = await lines(command, input(at));
    expect(answer.failed, answer.text).toBe(false);
    at = (factsOf(answer).line_range as { end: number }).end;
  }
  expect(await content()).toBe(`class A:
    def f0(self):
        return 0

    def f1(self):
        return 1

    def f2(self):
        x = 2
        return x

    @property
    def f3(self):
        if self:
            return 3
        else:
            return 4


def top():
    return A().f1()

print(top())
`);
});

function python(...args: string[]): string | undefined {
  try {
    return execFileSync('python3', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return (error as { stderr?: string }).stderr;
  }
}

test.skipIf(python('--version') === undefined)(
  'a Python file with an IndentationError is repaired by line numbers and runs',
  async () => {
    const { file, lines } = await editing(
      'def f(x):\n    if x:\n    return 1\n      return 2\n\nprint(f(0))\n',
    );
    expect(python(file)).toContain(
      "IndentationError: expected an indented block after 'if' statement on line 2",
    );
    const first = await lines('replace', { start_line: 3, new_content: '        return 1' });
    expect(first.failed, first.text).toBe(false);
    expect(python(file)).toContain('IndentationError: unindent does not match any outer indentation level');
    const second = await lines('replace', {
      start_line: 4,
      new_content: '    return 2',
      expected: 'return 2',
    });
    expect(second.failed, second.text).toBe(false);
    expect(python(file)).toBe('2\n');
  },
);

test('more new lines than may be given in one call are refused', async () => {
  const { lines, content } = await editing('a\n', 'a.txt');
  const answer = await lines('insert', { insert_line: 1, new_content: 'b\n'.repeat(100_001) });
  expect(errorOf(answer).message).toBe(
    'Invalid `new_content` parameter: it has 100001 lines. Give at most 100000 in one call.',
  );
  expect(await content()).toBe('a\n');
});
