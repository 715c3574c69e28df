import { existsSync } from 'node:fs';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Answer, type Corvid, connect, sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

type Editing = Corvid & {
  readonly file: string;
  readonly replace: (input: Record<string, unknown>) => Promise<Answer>;
  readonly content: () => Promise<string>;
};

/** A client, and one file to edit. */
async function editing(content: string | Uint8Array, opening = open()): Promise<Editing> {
  const corvid = await opening;
  const file = corvid.path('a.txt');
  await writeFile(file, content);
  return {
    ...corvid,
    file,
    replace: (input) => corvid.call('edit_file', { path: file, ...input }),
    content: () => readFile(file, 'utf8'),
  };
}

function factsOf({ result }: Answer): Record<string, unknown> {
  return result._meta?.['corvid/result'] as Record<string, unknown>;
}

/** The message of a refusal, which must leave room for the model's own words. */
function refusal(answer: Answer, name: string): string {
  expect(answer.failed).toBe(true);
  const error = answer.result._meta?.['corvid/error'] as { code: number; name: string; message: string };
  expect(error.name).toBe(name);
  expect(answer.text.startsWith(`Error ${error.code} ${name}: `)).toBe(true);
  expect(answer.text.length).toBeLessThan(6000);
  return error.message;
}

const METHODS = 'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n';

describe('edit_file', () => {
  test('replaces the one place and reports it', async () => {
    const { file, replace, content } = await editing('one\ntwo\nthree\n', connect());
    const answer = await replace({ old_string: 'two', new_string: '2' });
    expect(answer.text).toBe(
      `Edited ${file}, line 2.\n--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three`,
    );
    expect(factsOf(answer)).toEqual({
      path: file,
      strategy: 'exact',
      similarity: 1,
      occurrences: 1,
      line_ranges: [{ start: 2, end: 2 }],
      notes: [],
      dry_run: false,
      diff: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    });
    expect(answer.result.structuredContent).toBeUndefined();
    expect(await content()).toBe('one\n2\nthree\n');
  });

  test.each([
    [
      'indentation',
      { old_string: 'def f(self):\n    return 1', new_string: 'def f(self):\n    go()\n    return 1' },
      'line 3 (matched ignoring indentation; new text shifted by 4 spaces)',
      { strategy: 'line-trimmed', line_ranges: [{ start: 3, end: 3 }] },
      METHODS.replace('return 1', 'go()\n        return 1'),
    ],
    [
      'white space around the text',
      { old_string: '\n\ndef g(self):\n\n', new_string: '\n\ndef h(self):\n\n' },
      'line 5 (matched ignoring the white space around it)',
      { strategy: 'trimmed-boundary' },
      METHODS.replace('def g', 'def h'),
    ],
    [
      'line numbers',
      { old_string: '     5\t    def g(self):', new_string: '     5\t    def h(self):' },
      'line 5 (repaired line numbers in both texts)',
      { strategy: 'escape-normalized' },
      METHODS.replace('def g', 'def h'),
    ],
    [
      'blank lines',
      { old_string: '        return 1\n    def g(self):', new_string: '        return 1\n    def h(self):' },
      'line 5 (matched ignoring blank lines)',
      { strategy: 'blank-lines' },
      METHODS.replace('def g', 'def h'),
    ],
    [
      'a line left out',
      {
        old_string: 'class A:\n        return 1\n\n    def g(self):\n        return 1',
        new_string: 'class A:\n        return 1\n\n    def h(self):\n        return 1',
      },
      'line 5 (matched ignoring misquoted lines between its first and its last; line 2 `def f(self):` was not quoted; it was kept)',
      {
        strategy: 'block-anchor',
        notes: [
          {
            line: 1,
            kind: 'matched',
            text: 'matched ignoring misquoted lines between its first and its last',
          },
          { line: 2, kind: 'skipped', text: 'line 2 `def f(self):` was not quoted; it was kept' },
        ],
      },
      METHODS.replace('def g', 'def h'),
    ],
  ])('tolerates %s, and says so', async (_, input, message, facts, after) => {
    const { file, replace, content } = await editing(METHODS);
    const answer = await replace(input);
    expect(answer.text.split('\n')[0]).toBe(`Edited ${file}, ${message}.`);
    expect(factsOf(answer)).toMatchObject(facts);
    expect(factsOf(answer).similarity).toBeGreaterThan(0.5);
    expect(await content()).toBe(after);
  });

  test('the diff shows the real indentation', async () => {
    const { replace } = await editing('func f() {\n\tif x {\n\t\ty()\n\t}\n}\n');
    const answer = await replace({
      old_string: '    if x {\n        y()\n    }',
      new_string: '    if x {\n        y()\n        z()\n    }',
    });
    expect(factsOf(answer).diff).toContain('\n \t\ty()\n+\t\tz()\n \t}\n');
  });

  test('replaces every occurrence, and reports how many and where', async () => {
    const { file, replace, content } = await editing('a\nb\na\nb\na\n');
    const answer = await replace({ old_string: 'a\n', new_string: 'x\ny\n', replace_all: true });
    expect(answer.text.split('\n')[0]).toBe(`Edited ${file}, 3 places, lines 1-2, lines 4-5, lines 7-8.`);
    expect(factsOf(answer)).toMatchObject({
      occurrences: 3,
      line_ranges: [
        { start: 1, end: 2 },
        { start: 4, end: 5 },
        { start: 7, end: 8 },
      ],
    });
    expect(await content()).toBe('x\ny\nb\nx\ny\nb\nx\ny\n');
  });

  test('many occurrences are not listed one by one', async () => {
    const { replace } = await editing('value = 1\n'.repeat(5000));
    const answer = await replace({ old_string: 'value', new_string: 'total', replace_all: true });
    expect(factsOf(answer)).toMatchObject({ occurrences: 5000 });
    expect(answer.text.split('\n')[0]!.length).toBeLessThan(1000);
  });

  test('a dry run shows the diff and writes nothing', async () => {
    const { file, replace, content, edit } = await editing('one\ntwo\n', connect());
    const answer = await replace({ old_string: 'two', new_string: '2', dry_run: true });
    expect(answer.text).toMatch(new RegExp(`^Would edit ${file}, line 2\\.\n--- a\\.txt\n`));
    expect(factsOf(answer)).toMatchObject({ dry_run: true, occurrences: 1 });
    expect(await content()).toBe('one\ntwo\n');
    expect((await edit('undo_edit', 'a.txt')).text).toContain('NO_HISTORY');
    const real = await replace({ old_string: 'two', new_string: '2' });
    expect(real.text).toContain(`Edited ${file}`);
  });

  test('creates a file with an empty old_string', async () => {
    const { path, call } = await open();
    const answer = await call('edit_file', { path: path('new/b.txt'), old_string: '', new_string: 'a\nb\n' });
    expect(answer.text).toBe(`Created ${path('new/b.txt')} (2 lines).`);
    expect(factsOf(answer)).toMatchObject({ strategy: 'create', occurrences: 1, dry_run: false });
    expect(await readFile(path('new/b.txt'), 'utf8')).toBe('a\nb\n');
    const dry = await call('edit_file', {
      path: path('c'),
      old_string: '',
      new_string: 'a\n',
      dry_run: true,
    });
    expect(dry.text).toBe(`Would create ${path('c')} (1 lines).`);
    expect(existsSync(path('c'))).toBe(false);
  });

  test.each([
    [
      { new_string: 'x' },
      'Missing required parameter `old_string`. Quote the text to replace, or give `edits`.',
    ],
    [{ old_string: 'x' }, 'Missing required parameter `new_string`. Use an empty string to delete the text.'],
    [{ old_string: 'one', new_string: 'one' }, 'old_string and new_string are identical'],
    [
      { edits: [{}] },
      'Missing required parameter `edits[0].old_string`. edit_file takes: path, old_string, new_string, replace_all, edits, dry_run.',
    ],
    [
      { edits: ['one'] },
      'Invalid `edits` parameter: ["one"]. Invalid input: expected object, received string.',
    ],
    [
      { edits: [{ old_string: 'a', new_string: 5 }] },
      'Invalid `edits[0].new_string` parameter: 5. Invalid input: expected string, received number.',
    ],
    [{ edits: [] }, 'Invalid `edits` parameter: []. Give at least one edit.'],
    [
      { edits: [{ old_string: 'one', new_string: 'two' }], old_string: 'one', new_string: 'x' },
      'Give either `edits` or `old_string` and `new_string`, not both.',
    ],
  ])('refuses %j', async (input, message) => {
    const { replace, content } = await editing('one\n');
    expect(refusal(await replace(input), 'INVALID_PARAMS')).toBe(message);
    expect(await content()).toBe('one\n');
  });

  test('an empty old_string is refused where the file exists', async () => {
    const { file, replace } = await editing('one\n');
    expect(refusal(await replace({ old_string: '', new_string: 'x' }), 'INVALID_PARAMS')).toBe(
      `Invalid \`old_string\` parameter: it is empty, but ${file} exists. Quote the text to replace.`,
    );
  });

  test('fills a file that exists and is empty, which can be undone', async () => {
    const { file, replace, edit, content } = await editing('');
    const filled = await replace({ old_string: '', new_string: 'x\n' });
    expect(filled.text).toContain(`Filled ${file}, which was empty.\n`);
    expect(await content()).toBe('x\n');
    await edit('undo_edit', 'a.txt');
    expect(await content()).toBe('');
  });

  test('a missing, a binary and a read-only file', async () => {
    const { path, call } = await open();
    const texts = { old_string: 'a', new_string: 'b' };
    const missing = await call('edit_file', { path: path('gone'), ...texts });
    expect(refusal(missing, 'FILE_NOT_FOUND')).toBe(`File not found: ${path('gone')}`);
    await writeFile(path('a.bin'), Buffer.from([0, 1, 2, 0, 255]));
    refusal(await call('edit_file', { path: path('a.bin'), ...texts }), 'BINARY_FILE');
    await writeFile(path('ro'), 'a');
    await chmod(path('ro'), 0o444);
    refusal(await call('edit_file', { path: path('ro'), ...texts }), 'PERMISSION_DENIED');
  });
});

describe('several edits at once', () => {
  const text = 'one\ntwo\nthree\nfour\n';

  test('all are matched against the file as it is', async () => {
    const { file, replace, content } = await editing(text);
    const edits = [
      { old_string: 'three', new_string: 'one' },
      { old_string: 'one', new_string: 'three' },
    ];
    const answer = await replace({ edits });
    expect(answer.text.split('\n')[0]).toBe(`Edited ${file}, 2 places, line 1, line 3.`);
    expect(factsOf(answer)).toMatchObject({
      occurrences: 2,
      line_ranges: [
        { start: 1, end: 1 },
        { start: 3, end: 3 },
      ],
    });
    expect(await content()).toBe('three\ntwo\none\nfour\n');
  });

  test('one undo takes all of them back', async () => {
    const { replace, content, edit } = await editing(text);
    await replace({
      edits: [
        { old_string: 'one', new_string: '1' },
        { old_string: 'four', new_string: '4' },
      ],
    });
    await edit('undo_edit', 'a.txt');
    expect(await content()).toBe(text);
  });

  test('if one fails none is made, and the message says which', async () => {
    const { replace, content } = await editing(text);
    const edits = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'seven', new_string: '7' },
    ];
    expect(refusal(await replace({ edits }), 'STRING_NOT_FOUND')).toMatch(
      /^No replacement was performed, old_string of edit 2 `seven` did not appear verbatim in /,
    );
    const ambiguous = [
      { old_string: 'o', new_string: '0' },
      { old_string: 'four', new_string: '4' },
    ];
    expect(refusal(await replace({ edits: ambiguous }), 'MULTIPLE_MATCHES')).toContain(
      'Multiple occurrences of old_string of edit 1 `o` in lines [1, 2, 4].',
    );
    expect(await content()).toBe(text);
  });

  test('edits that overlap are refused', async () => {
    const { replace, content } = await editing(text);
    const edits = [
      { old_string: 'one\ntwo', new_string: '1\n2' },
      { old_string: 'two\nthree', new_string: '5\n3' },
    ];
    expect(refusal(await replace({ edits }), 'INVALID_PARAMS')).toBe(
      'Nothing was changed: edits 1 and 2 overlap. Make them one edit.',
    );
    expect(await content()).toBe(text);
  });

  test('a later edit may quote what an earlier one leaves', async () => {
    const { replace, content } = await editing(text);
    const edits = [
      { old_string: 'two', new_string: 'twenty\nthirty' },
      { old_string: 'four', new_string: '4' },
      { old_string: 'one\ntwenty', new_string: 'ten\ntwenty' },
      { old_string: 'thirty\nthree', new_string: '30\n3' },
    ];
    await replace({ edits });
    expect(await content()).toBe('ten\ntwenty\n30\n3\n4\n');
  });

  test('edits that share only context are made', async () => {
    const { replace, content } = await editing(text);
    const edits = [
      { old_string: 'one\ntwo', new_string: '1\ntwo' },
      { old_string: 'two\nthree', new_string: 'two\n3' },
    ];
    await replace({ edits });
    expect(await content()).toBe('1\ntwo\n3\nfour\n');
  });

  test('two insertions at one place are refused, or keep their order', async () => {
    const { replace, content } = await editing(text);
    const edits = [
      { old_string: 'one\n', new_string: 'one\nA\n' },
      { old_string: 'two\n', new_string: 'B\ntwo\n' },
    ];
    const { failed } = await replace({ edits });
    expect(await content()).toBe(failed ? text : 'one\nA\nB\ntwo\nthree\nfour\n');
  });

  test('one of them may replace every occurrence, one be there already', async () => {
    const { replace, content } = await editing('a\nb\na\nimport x;\nimport y;\n');
    const answer = await replace({
      edits: [
        { old_string: 'a\n', new_string: 'c\n', replace_all: true },
        { old_string: 'import x;\n', new_string: 'import x;\nimport y;\n' },
      ],
    });
    expect(answer.text.split('\n')[0]).toContain('(1 of the edits were already applied)');
    expect(await content()).toBe('c\nb\nc\nimport x;\nimport y;\n');
  });
});

describe('an edit that is there already', () => {
  test('is not made again, and is no error', async () => {
    const { file, replace, content } = await editing('const limit = 10;\nconst limits = 10;\n');
    const call = { old_string: 'const limit = 10;', new_string: 'const limit = configured(10);' };
    await replace(call);
    const once = await content();
    const answer = await replace(call);
    expect(answer.failed).toBe(false);
    expect(answer.text).toBe(`Nothing to do: ${file} already has this change.`);
    expect(factsOf(answer)).toEqual({
      path: file,
      already_applied: true,
      occurrences: 0,
      line_ranges: [],
      diff: '',
    });
    expect(await content()).toBe(once);
  });

  test('a line that looks alike is left alone', async () => {
    const { replace, content } = await editing('y = x + 1\nz()\ny = x+1\n');
    const call = { old_string: 'y = x + 1\n', new_string: 'y = 2\n' };
    await replace(call);
    expect((await replace(call)).text).toContain('already has this change');
    expect(await content()).toBe('y = 2\nz()\ny = x+1\n');
  });

  test('a tolerant edit that was undone can be made again', async () => {
    const { replace, content, edit } = await editing('def f():\n    return 1\n\ncount = 2\n');
    const call = { old_string: '\n\nreturn 1\n\n\n', new_string: '\n\nreturn 2\n\n\n' };
    await replace(call);
    await edit('undo_edit', 'a.txt');
    await replace(call);
    expect(await content()).toBe('def f():\n    return 2\n\ncount = 2\n');
  });
});

describe('a file that has changed since it was read', () => {
  const before = 'def total(price):\n    tax = 0.20\n    fee = 1\n    return price * tax + fee\n';

  async function changedTo(now: string): Promise<Editing> {
    const corvid = await editing(before);
    await corvid.call('file_read', { path: corvid.file });
    await writeFile(corvid.file, now);
    return corvid;
  }

  test('elsewhere: the edit is merged, and says so', async () => {
    const { replace, content, file } = await changedTo(before.replace('0.20', '0.25'));
    const answer = await replace({
      old_string: '    tax = 0.20\n    fee = 1\n',
      new_string: '    tax = 0.20\n    fee = 2\n',
    });
    expect(answer.text.split('\n')[0]).toBe(
      `Edited ${file}, line 3 (the file has changed since you read it, but not in these lines).`,
    );
    expect(factsOf(answer)).toMatchObject({ strategy: 'merged' });
    expect(await content()).toBe(before.replace('0.20', '0.25').replace('fee = 1', 'fee = 2'));
  });

  test('in these lines: refused, with the lines as they are now', async () => {
    const { replace, content, file } = await changedTo(before.replace('0.20', '0.25'));
    const answer = await replace({ old_string: '    tax = 0.20\n', new_string: '    tax = 0.10\n' });
    expect(refusal(answer, 'FILE_CHANGED')).toBe(
      `No replacement was performed: ${file} has changed since you read it, in the lines that old_string quotes (now line 2):\n    tax = 0.25\nRead the file again, then repeat the edit.`,
    );
    expect(await content()).toBe(before.replace('0.20', '0.25'));
  });

  test('but not what is quoted: the edit is made as ever', async () => {
    const { replace, content } = await changedTo(`# new\n${before}`);
    const answer = await replace({ old_string: 'fee = 1', new_string: 'fee = 2' });
    expect(factsOf(answer)).toMatchObject({ strategy: 'exact' });
    expect(await content()).toBe(`# new\n${before.replace('fee = 1', 'fee = 2')}`);
  });
});

describe('a slip in the line that changes', () => {
  const text = 'const first = 1;\nconst customerName = read(input);\n';
  const call = {
    old_string: 'const custmoerName = read(input);',
    new_string: 'const custmoerName = load(input);',
  };

  test('is forgiven where the caller was shown that line', async () => {
    const { replace, content, call: tool, file } = await editing(text);
    await tool('file_read', { path: file });
    const answer = await replace(call);
    expect(answer.text.split('\n')[0]).toBe(
      `Edited ${file}, line 2 (matched ignoring a slip in a line that you were shown; line 2 was quoted as \`const custmoerName = read(input);\`; the file has \`const customerName = read(input);\`; \`custmoerName\` is spelt \`customerName\` in line 2, and so in the new text).`,
    );
    expect(await content()).toBe(text.replace('read', 'load'));
  });

  test('is refused where it was not', async () => {
    const { replace, content } = await editing(text);
    refusal(await replace(call), 'STRING_NOT_FOUND');
    expect(await content()).toBe(text);
  });
});

describe('a refusal says what to do', () => {
  test('ambiguous: lines, what they are in, and the line that differs', async () => {
    const { replace, content } = await editing(METHODS);
    const answer = await replace({ old_string: 'return 1', new_string: 'return 2' });
    expect(refusal(answer, 'MULTIPLE_MATCHES')).toBe(
      [
        'No replacement was performed. Multiple occurrences of old_string `return 1` in lines [3, 6]. Please ensure it is unique.',
        '  line 3, in `def f(self)`: after `def f(self):`',
        '  line 6, in `def g(self)`: after `def g(self):`',
        'Quote more of the lines around the one that you mean, in old_string and in the new text.',
      ].join('\n'),
    );
    expect(answer.result._meta?.['corvid/error']).toMatchObject({
      code: -32011,
      data: { count: 2, lines: [3, 6] },
    });
    expect(await content()).toBe(METHODS);
  });

  test('ambiguous within a line: the columns, and what to do', async () => {
    const { replace, edit } = await editing('x\nsum(one, two, one)\nlast(one)\n');
    const places =
      'in lines [2, 3]. Please ensure it is unique.\n  line 2, column 5\n  line 2, column 15\n  line 3';
    const message = refusal(await replace({ old_string: 'one', new_string: '1' }), 'MULTIPLE_MATCHES');
    expect(message).toContain(places);
    expect(message).toContain(
      'Quote more of the line that you mean, in old_string and in the new text, or set replace_all to replace every one.',
    );
    const { text } = await edit('str_replace', 'a.txt', { old_str: 'one', new_str: '1' });
    expect(text).toContain(places);
    expect(text).toMatch(/Quote more of the line that you mean, in old_str and in the new text\.$/);
  });

  test('ambiguous apart: no columns', async () => {
    const { replace } = await editing('one\ntwo\none\n');
    const message = refusal(await replace({ old_string: 'one', new_string: '1' }), 'MULTIPLE_MATCHES');
    expect(message).not.toContain('column');
  });

  test('ambiguous by a looser match: names it', async () => {
    const { replace } = await editing('  a();\n  b();\n\ta();\n\tb();\n');
    const answer = await replace({ old_string: 'a();\nb();', new_string: 'c();' });
    expect(refusal(answer, 'MULTIPLE_MATCHES')).toContain(
      '`a();\nb();` (matched by line-trimmed) in lines [1, 3].',
    );
  });

  test('not found: the nearest lines, the first difference, and the file’s own text', async () => {
    const text = 'def f():\n    value = compute(1)\n\treturn "x  y"\n';
    const { file, replace } = await editing(text);
    const answer = await replace({
      old_string: 'def f():\n    value = compute(1)\n    return "x y"\n',
      new_string: 'def f():\n    value = compute(1)\n    return "z"\n',
    });
    expect(refusal(answer, 'STRING_NOT_FOUND')).toBe(
      [
        'No replacement was performed, old_string `def f():\n    value = compute(1)\n    return "x y"\n` did not appear verbatim in ' +
          `${file}.`,
        'Nearest: lines 1-3, 97 % similar.',
        'First difference, at line 3:',
        '  you quoted: ····return "x y"',
        '  file has:   →return "x··y"',
        'The file has:',
        'def f():\n    value = compute(1)\n\treturn "x  y"',
        "Copy the file's own text into old_string, or read the file again.",
      ].join('\n'),
    );
  });

  test('not found: `MAX_RETRIES` where there is only `MIN_RETRIES`', async () => {
    const { replace, content } = await editing('MIN_RETRIES = 3\n');
    const message = refusal(
      await replace({ old_string: 'MAX_RETRIES = 3', new_string: 'MAX_RETRIES = 5' }),
      'STRING_NOT_FOUND',
    );
    expect(message).toContain('Nearest: line 1, 86 % similar.');
    expect(message).toContain('  you quoted: MAX_RETRIES = 3\n  file has:   MIN_RETRIES = 3\n');
    expect(await content()).toBe('MIN_RETRIES = 3\n');
  });

  test('not found: lines that are there, but apart', async () => {
    const { replace } = await editing('alpha();\nbeta();\ngamma();\ndelta();\n');
    const answer = await replace({ old_string: 'alpha();\ndelta();', new_string: 'x' });
    expect(refusal(answer, 'STRING_NOT_FOUND')).toContain(
      'All of its lines are in the file, but not next to each other.',
    );
  });

  test('not found: lines that are there, but indented otherwise', async () => {
    const { replace } = await editing('def f():\n    a = 1\n    b = 2\n', open(['--matching', 'exact']));
    const answer = await replace({ old_string: '  a = 1\n  b = 2', new_string: 'x' });
    const message = refusal(answer, 'STRING_NOT_FOUND');
    expect(message).toContain(
      'Nearest: lines 2-3, the same but for white space.\nFirst difference, at line 2:',
    );
    expect(message).not.toContain('All of its lines');
  });

  test('not found: nothing comes near', async () => {
    const { file, replace } = await editing('alpha\n');
    const answer = await replace({ old_string: 'entirely other words', new_string: 'x' });
    expect(refusal(answer, 'STRING_NOT_FOUND')).toBe(
      `No replacement was performed, old_string \`entirely other words\` did not appear verbatim in ${file}.\nNothing in the file is similar to it. Read the file again and copy the text from there.`,
    );
  });

  test('code left out of the new text only', async () => {
    const { replace, content } = await editing(METHODS);
    const answer = await replace({
      old_string: METHODS,
      new_string: 'class B:\n    # ... existing code ...\n',
    });
    expect(refusal(answer, 'INVALID_PARAMS')).toBe(
      'No replacement was performed: the new text replaces code of old_string by "..." or a comment such as "rest unchanged". Write that code out, or leave it out of both texts.',
    );
    expect(await content()).toBe(METHODS);
  });

  test('the place is known, but not how the new text must look there', async () => {
    const text = 'class A {\n  run() {\n    go();\n  }\n}\n';
    const { file, replace, content } = await editing(text);
    const answer = await replace({
      old_string: 'run() {\ngo();\n}',
      new_string: 'run() {\nif (x) {\ngo();\n}\n}',
    });
    expect(refusal(answer, 'STRING_NOT_FOUND')).toBe(
      `No replacement was performed: old_string matches lines 2-4 of ${file} only approximately, and the new text cannot be fitted to them without a guess. The file has:\n  run() {\n    go();\n  }\nCopy these lines into old_string, and indent the new text as it should be in the file.`,
    );
    expect(await content()).toBe(text);
  });
});

describe('a refusal stays short', () => {
  const line = (i: number) => `    const value${i} = compute(${i}, "name ${i}");\n`;
  const many = Array.from({ length: 3000 }, (_, i) => line(i)).join('');

  test.each([
    [
      'a quotation of thousands of lines',
      many,
      `${many.replaceAll('compute', 'derive')}`,
      'STRING_NOT_FOUND',
    ],
    [
      'a near miss of hundreds of lines',
      many,
      many.slice(0, 20_000).replaceAll('name 1', 'nome 1'),
      'STRING_NOT_FOUND',
    ],
    ['thousands of places', 'x = 1\n'.repeat(3000), 'x = 1', 'MULTIPLE_MATCHES'],
    ['one long line', `${'word '.repeat(40_000)}end\n`, `${'word '.repeat(40_000)}emd`, 'STRING_NOT_FOUND'],
    [
      'places in long lines',
      `${'a '.repeat(30_000)}\nx\n${'b '.repeat(30_000)}\nx\n`,
      'x',
      'MULTIPLE_MATCHES',
    ],
    [
      'many quotations with long headings',
      `def f(${'a, '.repeat(500)}):\n    x = 1\n`.repeat(30),
      'x = 1',
      'MULTIPLE_MATCHES',
    ],
  ])('%s', async (_, content, old_string, name) => {
    const { replace, content: after } = await editing(content);
    refusal(await replace({ old_string, new_string: 'y' }), name);
    expect(await after()).toBe(content);
  });

  test('hundreds of thousands of places', async () => {
    const { replace, call, file } = await editing('hello there, this is a line\n'.repeat(40_000));
    refusal(await replace({ old_string: 'e', new_string: 'y' }), 'MULTIPLE_MATCHES');
    const exactly = await call('edit_text_file', { path: file, old_string: 'e', new_string: 'y' });
    refusal(exactly, 'MULTIPLE_MATCHES');
    const everywhere = await replace({ old_string: 'e', new_string: 'y', replace_all: true });
    expect(factsOf(everywhere)).toMatchObject({ occurrences: 160_000 });
  });

  test('a file that has changed in thousands of lines since', async () => {
    const { replace, call, file } = await editing(many);
    await call('file_read', { path: file, start_line: 1, end_line: 20 });
    await writeFile(file, many.replaceAll('compute', 'derive'));
    refusal(await replace({ old_string: many, new_string: 'y' }), 'FILE_CHANGED');
  });
});

describe('with other tools', () => {
  test('undo_edit of file_editor takes an edit back', async () => {
    const { replace, content, edit, file } = await editing(METHODS);
    await replace({ old_string: 'def f(self):\n    return 1', new_string: 'def f(self):\n    return 2' });
    const { text } = await edit('undo_edit', 'a.txt');
    expect(text).toContain(`Last edit to ${file} undone (edit_file).`);
    expect(await content()).toBe(METHODS);
  });

  test('str_replace of file_editor climbs the same ladder', async () => {
    const { content, edit, file } = await editing(METHODS);
    const answer = await edit('str_replace', 'a.txt', {
      old_str: 'def f(self):\n    return 1',
      new_str: 'def f(self):\n    return 2',
    });
    expect(answer.text).toContain(
      `The file ${file} has been edited (matched ignoring indentation; new text shifted by 4 spaces).`,
    );
    expect(factsOf(answer)).toMatchObject({ strategy: 'line-trimmed', line_range: { start: 3, end: 3 } });
    expect(await content()).toBe(METHODS.replace('return 1', 'return 2'));
    const again = await edit('str_replace', 'a.txt', {
      old_str: 'def f(self):\n    return 1',
      new_str: 'def f(self):\n    return 2',
    });
    expect(again.text).toBe(`Nothing to do: ${file} already has this change.`);
  });

  test('--matching exact overlooks nothing', async () => {
    const { replace, content } = await editing(METHODS, open(['--matching', 'exact']));
    const answer = await replace({ old_string: 'def f(self):\n    return 1', new_string: 'x' });
    refusal(answer, 'STRING_NOT_FOUND');
    await replace({ old_string: 'class A', new_string: 'class B' });
    expect(await content()).toBe(METHODS.replace('class A', 'class B'));
  });

  test('--matching permissive accepts what safe refuses', async () => {
    const text = 'start {\n  one();\n  two();\n}\n';
    const call = { old_string: 'start {\n  what();\n  ever();\n}', new_string: 'start {\n  new();\n}' };
    const safe = await editing(text);
    refusal(await safe.replace(call), 'STRING_NOT_FOUND');
    const permissive = await editing(text, open(['--matching', 'permissive']));
    await permissive.replace(call);
    expect(await permissive.content()).toBe('start {\n  new();\n}\n');
  });
});

describe('bytes that are not edited stay', () => {
  test('Latin-1 with CRLF, through a tolerant match', async () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1');
    const text = '# café au lait, déjà vu, garçon\r\nif x:\r\n    y = 1  \r\n    z = 2\r\n# naïve\n';
    const { path, call } = await open();
    await writeFile(path('a.py'), latin1(text));
    const { failed } = await call('edit_file', {
      path: path('a.py'),
      old_string: 'y = 1\nz = 2',
      new_string: 'y = 1\nz = "é"\nw = 3',
    });
    expect(failed).toBe(false);
    expect(await readFile(path('a.py'))).toEqual(
      latin1(text.replace('    z = 2\r\n', '    z = "é"\r\n    w = 3\r\n')),
    );
  });

  test('UTF-16 with a byte order mark, through a tolerant match', async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const { path, call } = await open();
    await writeFile(path('a.txt'), utf16('one\r\n  “two” 漢字  \r\n  three\r\n'));
    const { failed } = await call('edit_file', {
      path: path('a.txt'),
      old_string: '"two" 漢字\nthree',
      new_string: '"two" 漢字\ndrei',
    });
    expect(failed).toBe(false);
    expect(await readFile(path('a.txt'))).toEqual(utf16('one\r\n  “two” 漢字  \r\n  drei\r\n'));
  });

  test('mixed line ends, a missing final one, the mode', async () => {
    const { replace, file } = await editing('a\r\nb\nc\r\n\td();\n\te();');
    await chmod(file, 0o755);
    await replace({ old_string: 'd();\ne();', new_string: 'd();\nf();' });
    expect(await readFile(file, 'utf8')).toBe('a\r\nb\nc\r\n\td();\n\tf();');
    expect((await stat(file)).mode & 0o777).toBe(0o755);
  });
});

describe('indentation that could be meant in two ways', () => {
  const text = 'class A:\n    def f(self):\n        a = 1\n        b = 2\n';
  test('is written as given if the other way breaks the syntax, and the answer says so', async () => {
    const corvid = await open();
    const path = corvid.path('a.py');
    await writeFile(path, text);
    const answer = await corvid.call('edit_file', {
      path,
      old_string: 'a = 1\nb = 2',
      new_string: 'a = 1\n        c = 3\n        b = 2',
    });
    expect(await readFile(path, 'utf8')).toBe(text.replace('a = 1\n', 'a = 1\n        c = 3\n'));
    expect(factsOf(answer).notes).toContainEqual({
      line: 3,
      kind: 'reindented',
      text: 'new text indented differently, because the first indentation breaks the syntax',
    });
  });
});

test('a change that is there, while only something similar to the old text is left: refused with that place', async () => {
  const text = 'limit_of_all = x + 3;\nlimit = x+2;\n';
  const { replace, content } = await editing(text);
  const call = { old_string: 'limit = x + 2;\n', new_string: 'limit_of_all = x + 3;\n' };
  const message = refusal(await replace(call), 'STRING_NOT_FOUND');
  expect(message).toContain('already has this change, and old_string matches line 2 only approximately');
  expect(await content()).toBe(text);
});
describe('very much at once', () => {
  test('replace_all with very many places counts them and lists the first', async () => {
    const { file, replace, content } = await editing('a b\n'.repeat(30_000));
    const answer = await replace({ old_string: 'a', new_string: 'c\nd', replace_all: true });
    expect(answer.text).toMatch(
      new RegExp(`^Edited ${file}, 30000 places, lines 1-2, lines 3-4, lines 5-6, .* and 29990 more \\(`),
    );
    expect(answer.text).toContain('in so many places the new text is taken to the letter');
    expect(factsOf(answer)).toMatchObject({ occurrences: 30_000, strategy: 'exact' });
    expect(factsOf(answer).line_ranges).toHaveLength(1_000);
    expect(await content()).toBe('c\nd b\n'.repeat(30_000));
  });

  test('more edits than may be made in one call are refused', async () => {
    const { replace, content } = await editing('a\n');
    const edits = Array.from({ length: 1_001 }, (_, i) => ({ old_string: `a${i}`, new_string: 'b' }));
    expect(refusal(await replace({ edits }), 'INVALID_PARAMS')).toBe(
      'Invalid `edits` parameter: 1001 edits. Give at most 1000 in one call.',
    );
    expect(await content()).toBe('a\n');
  });
});
