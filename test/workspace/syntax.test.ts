import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runChild } from '../adapters/child-program.ts';
import { type Answer, type Corvid, corvidCommand, sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

type Editing = Corvid & {
  readonly file: string;
  readonly replace: (from: string, to: string, more?: Record<string, unknown>) => Promise<Answer>;
  readonly content: () => Promise<string>;
};

/** A client, and one file to edit. */
async function editing(name: string, content: string, args: readonly string[] = []): Promise<Editing> {
  const corvid = await open(args);
  const file = corvid.path(name);
  await writeFile(file, content);
  return {
    ...corvid,
    file,
    replace: (old_string, new_string, more) =>
      corvid.call('edit_file', { path: file, old_string, new_string, ...more }),
    content: () => readFile(file, 'utf8'),
  };
}

function syntaxOf({ result }: Answer): unknown {
  return (result._meta!['corvid/result'] as { syntax?: unknown }).syntax;
}

const python = 'def area(w, h):\n    total = w * h\n    return total\n';
/** Quoted with another indentation, so that it is found, but not exactly. */
const misquoted = 'total = w * h\nreturn total';
const brokenBody = 'total = (w * h\nreturn total';

const warning = (place: string) =>
  `[Warning: this edit creates a syntax error:\n${place}\nUnless that is meant, correct it with another edit or undo this one.]`;
const unclosed = 'Line 3: Expected `)`, found `return`\n    return total\n    ^';
const refused =
  `Error -31013 SYNTAX_ERROR: Edit would create syntax error:\n${unclosed}\nEdit NOT applied.\n` +
  'The line number is that of the file as it would be. Correct the new text and call again.';

describe('an exact edit that breaks a program', () => {
  test('is made, and the result shows the line, the message and the place', async () => {
    const { replace, content } = await editing('a.py', python);
    const answer = await replace('w * h', '(w * h');
    expect(answer.failed).toBe(false);
    expect(answer.text.endsWith(`\n${warning(unclosed)}`)).toBe(true);
    expect(syntaxOf(answer)).toEqual({
      status: 'error',
      line: 3,
      column: 5,
      message: 'Expected `)`, found `return`',
    });
    expect(await content()).toBe(python.replace('w * h', '(w * h'));
  });

  test('is told by every tool that edits', async () => {
    const { edit, call, path } = await editing('a.py', python);
    for (const name of ['b.py', 'c.py']) await writeFile(path(name), python);
    const answers = [
      await edit('insert', 'a.py', { insert_line: 1, new_str: '      x = 1' }),
      await edit('str_replace', 'b.py', { old_str: '(w, h):', new_str: '(w, h)' }),
      await edit('create', 'new.py', { file_text: 'x = [1\n' }),
      await call('edit_file', { path: path('other.py'), old_string: '', new_string: 'print "x"\n' }),
      await call('edit_file', {
        path: path('c.py'),
        edits: [{ old_string: 'total\n', new_string: 'total)\n' }],
      }),
    ];
    for (const answer of answers) {
      expect(answer.failed).toBe(false);
      expect(answer.text).toContain('[Warning: this edit creates a syntax error:\nLine ');
      expect(syntaxOf(answer)).toMatchObject({ status: 'error' });
    }
  });

  test('is not told when it breaks nothing', async () => {
    const { replace } = await editing('a.py', python);
    const answer = await replace('w * h', '(w * h)');
    expect(answer.text).not.toContain('yntax');
    expect(syntaxOf(answer)).toBeUndefined();
  });

  test('shows the mistake next to the edit, not the first in the file', async () => {
    const body = Array.from({ length: 40 }, (_, i) => `x${i} = ${i}\n`).join('');
    const { replace } = await editing('a.py', `def f():\n    pass\n${body}`);
    const answer = await replace('x30 = 30', 'x30 = = 30');
    expect(syntaxOf(answer)).toMatchObject({ line: 33 });
    expect(answer.text).toContain('\nx30 = = 30\n      ^\n');
  });

  test('is told by a dry run as well, which writes nothing', async () => {
    const { replace, content } = await editing('a.py', python);
    const answer = await replace('w * h', '(w * h', { dry_run: true });
    expect(answer.text).toContain(warning(unclosed));
    expect(await content()).toBe(python);
  });
});

describe('a tolerant edit that would break a program', () => {
  test('is refused, and not a byte is touched', async () => {
    const { replace, content, edit } = await editing('a.py', python);
    const answer = await replace(misquoted, brokenBody);
    expect(answer).toMatchObject({ failed: true, text: refused });
    expect(await content()).toBe(python);
    expect((await edit('undo_edit', 'a.py')).text).toContain('NO_HISTORY');
    const other = await edit('str_replace', 'a.py', { old_str: misquoted, new_str: brokenBody });
    expect(other).toMatchObject({ failed: true, text: refused });
    expect(await content()).toBe(python);
  });

  test('is refused by a dry run as well', async () => {
    const { replace } = await editing('a.py', python);
    expect((await replace(misquoted, brokenBody, { dry_run: true })).text).toBe(refused);
  });

  test('is made when it breaks nothing', async () => {
    const { replace, content } = await editing('a.py', python);
    expect((await replace(misquoted, 'return w * h')).failed).toBe(false);
    expect(await content()).toBe('def area(w, h):\n    return w * h\n');
  });

  test('keeps CRLF and tabs in what it shows', async () => {
    const text = 'func f() int {\r\n\tx := 1\r\n\treturn x\r\n}\r\n';
    const { replace, content } = await editing('a.go', `package a\r\n\r\n${text}`);
    const answer = await replace('x := 1\nreturn x', 'x := (1\nreturn x');
    expect(answer.text).toMatch(/Line 4: .*\n\tx := \(1\n\t *\^\nEdit NOT applied\./);
    expect(await content()).toBe(`package a\r\n\r\n${text}`);
  });
});

describe('--syntax', () => {
  const exact = ['w * h', '(w * h'] as const;
  const tolerant = [misquoted, brokenBody] as const;

  test.each([
    ['auto', 'warned', 'refused'],
    ['warn', 'warned', 'warned'],
    ['reject', 'refused', 'refused'],
    ['off', 'silent', 'silent'],
  ])('%s: an exact edit is %s, a tolerant one is %s', async (policy, ...expected) => {
    const outcomes: string[] = [];
    for (const [from, to] of [exact, tolerant]) {
      const { replace, content } = await editing('a.py', python, ['--syntax', policy]);
      const { text, failed } = await replace(from, to);
      outcomes.push(failed ? 'refused' : text.includes('Warning: this edit creates') ? 'warned' : 'silent');
      expect((await content()) === python).toBe(failed);
      if (failed) expect(text).toBe(refused);
    }
    expect(outcomes).toEqual(expected);
  });

  test('reject also refuses to create a broken file', async () => {
    const { edit, path } = await editing('a.py', python, ['--syntax', 'reject']);
    const made = await edit('create', 'b.py', { file_text: 'x = (\n' });
    expect(made).toMatchObject({ failed: true, text: expect.stringContaining('-31013 SYNTAX_ERROR') });
    await expect(readFile(path('b.py'))).rejects.toThrow('ENOENT');
  });

  test('takes no other word', async () => {
    const { code, stderr } = await runChild(process.execPath, [corvidCommand, 'mcp', '--syntax', 'strict']);
    expect(code).toBe(2);
    expect(stderr).toContain("--syntax takes 'reject', 'auto', 'warn' or 'off', not 'strict'");
  });
});

describe('what is not judged', () => {
  test.each([
    ['a.c', 'int f(void) {\n  return 1;\n}\n', 'return 1;\n}', 'return (1;\n}', 'C'],
    ['a.css', 'a {\n  color: red;\n}\n', 'color: red;\n}', 'color red;\n}}', 'CSS'],
    ['a.sql', 'SELECT 1\n  FROM a;\n', 'SELECT 1\nFROM a;', 'SELECT (1\nFROM a;', 'SQL'],
  ])('%s is never refused, because its parser may be wrong', async (name, text, from, to, title) => {
    const { replace, content } = await editing(name, text, ['--syntax', 'reject']);
    const answer = await replace(from, to);
    expect(answer.failed).toBe(false);
    expect(answer.text).toContain('[Warning: this edit creates a syntax error:\nLine ');
    expect(answer.text).toContain(` The ${title} parser is sometimes wrong about such code.]`);
    expect(syntaxOf(answer)).toMatchObject({ status: 'error' });
    expect(await content()).not.toBe(text);
  });

  test.each(['a.txt', 'a.md', 'a', 'a.unknown', 'a.py.bak'])('%s is of no known language', async (name) => {
    const { replace } = await editing(name, 'one (\n', ['--syntax', 'reject']);
    const answer = await replace('one', '{{ two');
    expect(answer).toMatchObject({ failed: false });
    expect(answer.text).not.toContain('yntax');
    expect(syntaxOf(answer)).toBeUndefined();
  });

  test('undo is never checked: it may bring back what was broken', async () => {
    const { edit, replace, content } = await editing('a.py', 'x = (\n', ['--syntax', 'reject']);
    await replace('(', '1');
    const undone = await edit('undo_edit', 'a.py');
    expect(undone).toMatchObject({ failed: false });
    expect(undone.text).not.toContain('yntax');
    expect(await content()).toBe('x = (\n');
  });

  test('a text that kills its parser is let through with a note, and the next is checked', async () => {
    const { replace, content } = await editing('a.js', 'let x = 1;\n', ['--syntax', 'reject']);
    const deep = '['.repeat(20_000);
    const answer = await replace('1', deep);
    expect(answer.failed).toBe(false);
    expect(answer.text).toMatch(/\n\[Syntax not checked: the parser ended with \w+\.\]$/);
    expect(syntaxOf(answer)).toEqual({ status: 'not-checked' });
    expect(await content()).toBe(`let x = ${deep};\n`);
    await replace(deep, '2');
    expect((await replace('2', '(')).text).toContain('-31013 SYNTAX_ERROR');
  });

  test('a text that takes its parser too long is let through with a note', async () => {
    const { edit } = await editing('a.txt', '', ['--syntax', 'reject']);
    const file_text = '<b>'.repeat(100_000);
    const { text, failed } = await edit('create', 'b.html', { file_text });
    expect(failed).toBe(false);
    expect(text).toContain('[Syntax not checked: the parser took more than 1000 ms.]');
  });

  test('a very large file is not checked', async () => {
    const { edit } = await editing('a.txt', '', ['--syntax', 'reject']);
    const file_text = `x = (\n${'# a line\n'.repeat(170_000)}`;
    const { text, failed } = await edit('create', 'b.py', { file_text });
    expect(failed).toBe(false);
    expect(text).toContain('[Syntax not checked: the file has more than 1500000 characters.]');
  });
});

describe('a file that is broken already', () => {
  const broken = [
    'def a():',
    '    return (1',
    '',
    'def b():',
    '    x = [1, 2',
    '    return x',
    '',
    'def c()',
    '    return 3',
    '',
  ].join('\n');

  test('can be edited elsewhere, also where any new mistake is refused', async () => {
    const { replace } = await editing('a.py', broken, ['--syntax', 'reject']);
    for (const [from, to] of [
      ['return 3', 'return 33'],
      ['def a():', '# a comment\n# and another\ndef a():'],
      ['    return x\n', '    return x\n\n\n'],
    ] as const) {
      const { text, failed } = await replace(from, to);
      expect(failed, text).toBe(false);
      expect(text).not.toContain('yntax');
    }
  });

  const repairs = [
    ['(1', '(1)'],
    ['[1, 2', '[1, 2]'],
    ['def c()', 'def c():'],
  ] as const;
  test.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('can be repaired step by step, in the order %i, %i, %i', async (...order) => {
    const { replace, content } = await editing('a.py', broken, ['--syntax', 'reject']);
    for (const i of order) {
      const [from, to] = repairs[i]!;
      const { text, failed } = await replace(from, to);
      expect(failed, text).toBe(false);
      expect(text).not.toContain('yntax');
    }
    expect(await content()).toContain('def c():\n    return 3');
    expect((await replace('def c():', 'def c()')).failed).toBe(true);
  });

  test('does not take a new mistake for an old one', async () => {
    const { replace } = await editing('a.py', `def c()\n    return 3\n\n\n${python}`, ['--syntax', 'reject']);
    const { text } = await replace('w * h', 'w * * h');
    expect(text).toMatch(
      /^Error -31013 SYNTAX_ERROR: .*\nLine 6: .*\n {4}total = w \* \* h\n {16}\^\nEdit NOT applied\./,
    );
  });

  type Step = readonly [from: string, to: string];
  const files: [name: string, text: string, steps: Step[]][] = [
    [
      'a.ts',
      'const a = (1;\nconst b: = 2;\nconst c = [3;\nconst d = 4;\n',
      [
        ['(1', '1'],
        ['b:', 'b'],
        ['[3', '3'],
      ],
    ],
    [
      'a.json',
      '{\n  "a" 1,\n  "b": 2\n  "c": [3,\n  "d": 4\n}\n',
      [
        ['"a"', '"a":'],
        ['2', '2,'],
        ['[3', '3'],
      ],
    ],
    [
      'a.toml',
      'a = \nb = [1\n\nc = 1 2\n',
      [
        ['a = ', 'a = 0'],
        ['[1', '[1]'],
        ['1 2', '12'],
      ],
    ],
    [
      'a.rs',
      'fn a() { x( }\nfn b() -> { 1 }\nfn c() { let = 1; }\n',
      [
        ['x(', 'x()'],
        ['-> ', ''],
        ['let', 'let y'],
      ],
    ],
    [
      'a.sh',
      'if true; then\n  echo "$(date"\n\nx() {\n  echo\n',
      [
        ['(date', '(date)'],
        ['echo\n', 'echo\n}\n'],
        ['\n\n', '\nfi\n'],
      ],
    ],
  ];
  test.each(files)('%s can be repaired step by step', async (name, text, steps) => {
    const { replace, content } = await editing(name, text, ['--syntax', 'reject']);
    for (const [from, to] of steps) {
      const answer = await replace(from, to);
      expect(answer.failed, answer.text).toBe(false);
    }
    const repaired = await content();
    const again = await replace(repaired.trimEnd(), `${repaired.trimEnd()}\n)`);
    expect(again.text).toContain('-31013 SYNTAX_ERROR');
  });
});
