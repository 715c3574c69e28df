import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corvid } from '../corvid-client.ts';

/** One hostile input: what lies in the project, and the call that meets it. */
export type HostileInput = {
  readonly name: string;
  /** Makes the files; its time does not count. */
  readonly prepare?: (corvid: Corvid) => Promise<void>;
  readonly attack: (corvid: Corvid) => Promise<unknown>;
  /** Cheap enough for every run of the tests. */
  readonly isQuick?: true;
};

const MB = 1_000_000;

const file = (name: string, content: () => string | Uint8Array) => (corvid: Corvid) =>
  writeFile(corvid.path(name), content());

const call = (tool: string, name: string, input: Record<string, unknown>) => (corvid: Corvid) =>
  corvid.call(tool, { path: corvid.path(name), ...input });

/** Nested folders with a file in each. */
async function nested(corvid: Corvid, depth: number): Promise<void> {
  const deepest = join(corvid.folder, ...Array.from({ length: depth }, () => 'a'));
  await mkdir(deepest, { recursive: true });
  await writeFile(join(deepest, 'c.ts'), 'f(1)\n');
}

async function manyFiles(folder: string, count: number, name: (i: number) => string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let from = 0; from < count; from += 1000)
    await Promise.all(
      Array.from({ length: Math.min(1000, count - from) }, (_, i) =>
        writeFile(join(folder, name(from + i)), ''),
      ),
    );
}

const junk = (length: number) => {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 0x20 + ((state >>> 16) % 0xe0);
  });
};

const numbered = (count: number, prefix = 'line ') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}\n`).join('');

const projectFiles: HostileInput[] = [
  {
    name: 'an ignore file with `a/**/a/**/…/b` over 90 nested folders',
    isQuick: true,
    async prepare(corvid) {
      await nested(corvid, 90);
      await writeFile(corvid.path('.gitignore'), `${'a/**/'.repeat(30)}b\n`);
    },
    attack: (corvid) => corvid.call('edit', { path: corvid.folder, pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: 'an ignore file with `*a*a*a…b` and a name of 250 letters',
    async prepare(corvid) {
      await writeFile(corvid.path(`${'a'.repeat(240)}.ts`), 'f(1)\n');
      await writeFile(corvid.path('.gitignore'), `${'*a'.repeat(100)}b\n[[[[[${'[a-'.repeat(50)}\n`);
    },
    attack: (corvid) => corvid.call('edit', { path: corvid.folder, pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: 'an ignore file of 9 MB with 500,000 rules, and 2,000 files',
    async prepare(corvid) {
      await manyFiles(corvid.folder, 2_000, (i) => `f${i}.ts`);
      await writeFile(corvid.path('.gitignore'), numbered(500_000, '*/rule*'));
    },
    attack: (corvid) => corvid.call('edit', { path: corvid.folder, pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: 'an ignore file that is one line of 9 MB',
    async prepare(corvid) {
      await manyFiles(corvid.folder, 20, (i) => `f${i}.ts`);
      await writeFile(corvid.path('.gitignore'), '*a/'.repeat(3 * MB));
    },
    attack: (corvid) => corvid.call('edit', { path: corvid.folder, pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: 'a folder with 50,000 entries, viewed',
    prepare: (corvid) => manyFiles(corvid.path('many'), 50_000, (i) => `name-${i}`),
    attack: call('file_editor', 'many', { command: 'view' }),
  },
  {
    name: '300 folders with 200 entries each in a folder, viewed',
    async prepare(corvid) {
      for (let i = 0; i < 300; i++) await manyFiles(corvid.path(`many/${i}`), 200, (j) => `name-${j}`);
    },
    attack: call('file_editor', 'many', { command: 'view' }),
  },
  {
    name: 'a folder with 20,000 files of code, rewritten by pattern',
    prepare: (corvid) => manyFiles(corvid.path('many'), 20_000, (i) => `name-${i}.ts`),
    attack: call('edit', 'many', { pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: '40 files of code of 9.9 MB, rewritten by pattern',
    async prepare(corvid) {
      for (let i = 0; i < 40; i++) await writeFile(corvid.path(`${i}.ts`), 'call(1, 2);\n'.repeat(825_000));
    },
    attack: (corvid) =>
      corvid.call('edit', { path: corvid.folder, pattern: 'call($A, 3)', rewrite: 'g($A)', dry_run: true }),
  },
  {
    name: '200 files of code that all change, rewritten by pattern',
    async prepare(corvid) {
      for (let i = 0; i < 200; i++) await writeFile(corvid.path(`${i}.ts`), 'call(1, 2);\n'.repeat(200));
    },
    attack: (corvid) =>
      corvid.call('edit', { path: corvid.folder, pattern: 'call($A, 2)', rewrite: 'g($A)' }),
  },
  {
    name: 'folders nested 400 deep, rewritten by pattern',
    prepare: (corvid) => nested(corvid, 400),
    attack: (corvid) => corvid.call('edit', { path: corvid.folder, pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: 'a pattern of many variadic metavariables on a call with 2,000 arguments',
    prepare: file('a.ts', () => `f(${Array.from({ length: 2_000 }, (_, i) => `a${i % 3}`).join(', ')});\n`),
    attack: call('edit', 'a.ts', {
      pattern: `f(${Array.from({ length: 12 }, (_, i) => `$$$A${i}, a1`).join(', ')}, $Z, nope)`,
      rewrite: 'g()',
    }),
  },
  {
    name: 'code of 1.4 MB in one line, nested 100,000 deep, rewritten by pattern',
    prepare: file('a.ts', () => `f(${'('.repeat(100_000)}1${')'.repeat(100_000)});`.repeat(7)),
    attack: call('edit', 'a.ts', { pattern: 'f($A)', rewrite: 'g($A)' }),
  },
  {
    name: '9.9 MB in one line, viewed',
    prepare: file('a.txt', () => 'x'.repeat(9.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'view' }),
  },
  {
    name: '9.9 MB of line breaks, viewed from line 9,000,000 on',
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'view', view_range: [9_000_000, -1] }),
  },
  {
    name: '9.9 MB of line breaks, viewed with the range [1, 2^53]',
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'view', view_range: [1, Number.MAX_SAFE_INTEGER] }),
  },
  {
    name: '100 MB of line breaks, read',
    prepare: file('a.txt', () => new Uint8Array(100 * MB).fill(10)),
    attack: call('file_read', 'a.txt', { start_line: 99_999_000 }),
  },
  {
    name: '600 MB in one line, read',
    prepare: file('a.txt', () => new Uint8Array(600 * MB).fill(120)),
    attack: call('file_read', 'a.txt', {}),
  },
  {
    name: '60 files of 9.9 MB, viewed one after the other',
    async prepare(corvid) {
      for (let i = 0; i < 60; i++) await writeFile(corvid.path(`${i}.txt`), 'line\n'.repeat(1.9 * MB));
    },
    async attack(corvid) {
      for (let i = 0; i < 60; i++) await call('file_editor', `${i}.txt`, { command: 'view' })(corvid);
    },
  },
  {
    name: '9.9 MB of bytes in no encoding, viewed and edited',
    prepare: file('a.txt', () => junk(9.9 * MB)),
    async attack(corvid) {
      await call('file_editor', 'a.txt', { command: 'view' })(corvid);
      await call('file_editor', 'a.txt', { command: 'insert', insert_line: 0, new_str: 'x' })(corvid);
    },
  },
  {
    name: '9.9 MB of Shift_JIS with one wrong byte at the end, edited',
    prepare: file('a.txt', () =>
      Buffer.concat([
        Buffer.alloc(9.9 * MB, Buffer.from([0x82, 0xa0, 0x82, 0xa2, 0x0a])),
        Buffer.from([0xff]),
      ]),
    ),
    attack: call('file_editor', 'a.txt', { command: 'insert', insert_line: 0, new_str: 'x' }),
  },
  {
    name: '9.9 MB of UTF-16 without a mark, edited',
    prepare: file('a.txt', () => Buffer.from('ab\n'.repeat(1.65 * MB), 'utf16le')),
    attack: call('edit_lines', 'a.txt', {
      command: 'replace',
      start_line: 1_000_000,
      end_line: 1_000_000,
      new_content: 'x',
    }),
  },
];

const edits: HostileInput[] = [
  {
    name: '`replace_all` with a million places in a million lines',
    isQuick: true,
    prepare: file('a.txt', () => 'a b\n'.repeat(MB)),
    attack: call('edit_file', 'a.txt', { old_string: 'a', new_string: 'cd', replace_all: true }),
  },
  {
    name: '`replace_all` with five million places in one line',
    prepare: file('a.txt', () => 'ab'.repeat(4.9 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: 'a', new_string: 'cd', replace_all: true }),
  },
  {
    name: '`replace_all` of every line break by two, in CRLF',
    prepare: file('a.txt', () => 'a\r\n'.repeat(3 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: '\n', new_string: '\n\n', replace_all: true }),
  },
  {
    name: '`replace_all` with a million places of two-byte characters',
    prepare: file('a.txt', () => 'é ü\n'.repeat(1.4 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: 'é', new_string: 'ö', replace_all: true }),
  },
  {
    name: '`replace_all` in 9.9 MB of line breaks',
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: '\n', new_string: ' ', replace_all: true }),
  },
  {
    name: '`replace_all` with places 7 lines apart, each with a hunk of its own, then undo',
    prepare: file('a.txt', () => `a\n${'b\n'.repeat(7)}`.repeat(600_000)),
    async attack(corvid) {
      await call('edit_file', 'a.txt', { old_string: 'a', new_string: 'c', replace_all: true })(corvid);
      await call('file_editor', 'a.txt', { command: 'undo_edit' })(corvid);
    },
  },
  {
    name: 'a list of 900 edits of a file of 5 MB, in its last lines',
    prepare: file('a.txt', () => numbered(400_000)),
    attack: call('edit_file', 'a.txt', {
      edits: Array.from({ length: 900 }, (_, i) => ({
        old_string: `line ${399_000 + i}\n`,
        new_string: `x${i}\n`,
      })),
    }),
  },
  {
    name: '30 edits of 9 MB each, to and fro',
    prepare: file('a.txt', () => `${'x'.repeat(9 * MB)}\n`),
    async attack(corvid) {
      for (let i = 0; i < 30; i++) {
        const [old_string, new_string] = i % 2 === 0 ? ['x', 'y'] : ['y', 'x'];
        await call('edit_file', 'a.txt', {
          old_string: old_string!.repeat(9 * MB),
          new_string: new_string!.repeat(9 * MB),
        })(corvid);
      }
    },
  },
  {
    name: 'a new file of 9.9 MB in one line',
    attack: call('file_editor', 'new.txt', { command: 'create', file_text: 'x'.repeat(9.9 * MB) }),
  },
  {
    name: 'a new file of 9.9 MB of line breaks',
    attack: call('file_editor', 'new.txt', { command: 'create', file_text: '\n'.repeat(9.9 * MB) }),
  },
  {
    name: 'a new file of 9.9 MB of combining characters',
    attack: call('edit_file', 'new.txt', { old_string: '', new_string: 'e\u0301\u0323'.repeat(1.9 * MB) }),
  },
  {
    name: 'two files of 9.9 MB that differ in every line, one put in place of the other, then undone',
    prepare: file('a.txt', () => numbered(900_000)),
    async attack(corvid) {
      const new_content = numbered(800_000, 'other ');
      await call('edit_lines', 'a.txt', {
        command: 'replace',
        start_line: 1,
        end_line: 900_000,
        new_content,
      })(corvid);
      await call('file_editor', 'a.txt', { command: 'undo_edit' })(corvid);
    },
  },
  {
    name: 'two files of 9 MB that differ in every second line, one put in place of the other, then undone',
    prepare: file('a.txt', () => 'same\nold\n'.repeat(MB)),
    async attack(corvid) {
      await call('edit_lines', 'a.txt', {
        command: 'replace',
        start_line: 1,
        end_line: 2 * MB,
        new_content: 'same\nnew\n'.repeat(MB),
      })(corvid);
      await call('file_editor', 'a.txt', { command: 'undo_edit' })(corvid);
    },
  },
  {
    name: '9 MB of new lines of code put into code, to be indented',
    prepare: file('a.py', () => 'if a:\n    b\n'),
    attack: call('edit_lines', 'a.py', {
      command: 'replace',
      start_line: 2,
      end_line: 2,
      new_content: `${'if x:\n  y\n'.repeat(0.9 * MB)}`,
    }),
  },
  {
    name: '9 MB of brackets put into code by line numbers',
    prepare: file('a.ts', () => 'f(\n  1,\n);\n'),
    attack: call('edit_lines', 'a.ts', {
      command: 'replace',
      start_line: 2,
      end_line: 2,
      new_content: '{[(\n'.repeat(2.2 * MB),
    }),
  },
  {
    name: '9.9 MB of brackets, edited in its middle by line number',
    prepare: file('a.ts', () => '{[(\n'.repeat(2.4 * MB)),
    attack: call('edit_lines', 'a.ts', {
      command: 'replace',
      start_line: MB,
      end_line: MB,
      new_content: 'x\ny',
    }),
  },
  {
    name: 'lines put among 40,000 keys of one mapping',
    prepare: file('a.yml', () =>
      numbered(40_000)
        .replaceAll(/ (?=\d)/g, '')
        .replaceAll('\n', ': 1\n'),
    ),
    attack: call('edit_lines', 'a.yml', {
      command: 'insert',
      insert_line: 20_000,
      new_content: 'a:\n  b: 1',
    }),
  },
  {
    name: 'an insertion after the last line of 9.9 MB of line breaks',
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'insert', insert_line: 9.9 * MB, new_str: 'x' }),
  },
];

/** A call whose arguments are made beforehand and written as they stand: the client's own work must not count. */
function message(name: string, args: () => string, isQuick?: true): HostileInput {
  let line = '';
  return {
    name,
    ...(isQuick && { isQuick }),
    async prepare() {
      line = `{"jsonrpc":"2.0","id":"hostile","method":"tools/call","params":${args()}}\n`;
    },
    async attack({ client }) {
      const { _process } = client.transport as unknown as { _process: { stdin: NodeJS.WritableStream } };
      await new Promise<void>((resolve) => _process.stdin.write(line, () => resolve()));
      // Answered after the message, since both go through one pipe.
      await client.ping({ timeout: 60_000 });
    },
  };
}

const argumentsOf = (tool: string, json: string) => `{"name":"${tool}","arguments":${json}}`;
const names = (count: number, prefix: string) =>
  `{${Array.from({ length: count }, (_, i) => `"${prefix}${i}":1`).join(',')}}`;

const arguments_: HostileInput[] = [
  message('arguments with a million names (11 MB)', () => argumentsOf('file_read', names(MB, 'k')), true),
  message('arguments with 2.5 million names', () => argumentsOf('file_read', names(2.5 * MB, 'k'))),
  message('arguments with a million names that begin with an underscore', () =>
    argumentsOf('file_read', names(MB, '_k')),
  ),
  message('arguments with 90,000 names that begin with an underscore', () =>
    argumentsOf('file_read', names(90_000, '_k')),
  ),
  message('a list of 19 million numbers', () =>
    argumentsOf('file_editor', `{"path":"x","command":"view","view_range":[${'1,'.repeat(19 * MB)}1]}`),
  ),
  message('a list of 90,000 numbers', () =>
    argumentsOf('file_editor', `{"path":"x","command":"view","view_range":[${'1,'.repeat(90_000)}1]}`),
  ),
  message('lists nested 2 million deep', () =>
    argumentsOf(
      'file_editor',
      `{"path":"x","command":"view","view_range":${'['.repeat(2 * MB)}${']'.repeat(2 * MB)}}`,
    ),
  ),
  message('lists nested 90,000 deep', () =>
    argumentsOf(
      'file_editor',
      `{"path":"x","command":"view","view_range":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
    ),
  ),
  message('a list as a string of 9 MB of JSON', () =>
    argumentsOf('edit_file', JSON.stringify({ path: 'x', edits: `[${'{"a":1},'.repeat(MB)}1]` })),
  ),
  message('a list of 30,000 edits', () =>
    argumentsOf(
      'edit_file',
      JSON.stringify({ path: 'x', edits: Array(30_000).fill({ old_string: 'a', new_string: 'b' }) }),
    ),
  ),
  message('a path of 30 MB', () => argumentsOf('file_read', `{"path":"${'/a'.repeat(15 * MB)}"}`)),
  message('a path of a million `..`', () => argumentsOf('file_read', `{"path":"/${'../'.repeat(MB)}"}`)),
  message('the name of a tool with 30 MB', () => argumentsOf('x'.repeat(30 * MB), '{}')),
  message('the name of a parameter with 30 MB', () =>
    argumentsOf('file_read', `{"${'p'.repeat(30 * MB)}":1}`),
  ),
  message('a wrong type of 30 MB', () =>
    argumentsOf('file_read', `{"path":[{"a":"${'x'.repeat(30 * MB)}"}]}`),
  ),
  message('a message of 150 MB', () => argumentsOf('file_read', `{"path":"${'x'.repeat(150 * MB)}"}`)),
  message('a message of 39 MB of escaped control characters', () =>
    argumentsOf('file_read', `{"path":"${'\\u0001'.repeat(6.5 * MB)}"}`),
  ),
  message('a message of 39 MB of escaped quotation marks', () =>
    argumentsOf('file_read', `{"path":"${'\\"'.repeat(19.5 * MB)}"}`),
  ),
  message('a message of 39 MB with one character that is not Latin', () =>
    argumentsOf('file_read', `{"path":"${'x'.repeat(39 * MB)}€"}`),
  ),
  message('a message of 39 MB that is no JSON', () => '['.repeat(39 * MB)),
  {
    name: 'line numbers beyond all lines',
    prepare: file('a.txt', () => numbered(10)),
    attack: call('edit_lines', 'a.txt', {
      command: 'replace',
      start_line: 2 ** 52,
      end_line: 2 ** 53 - 1,
      new_content: 'x',
    }),
  },
];

const syntax: HostileInput[] = [
  ...(
    [
      [
        'json',
        '1.4 MB of JSON keys',
        () => `{${Array.from({ length: 100_000 }, (_, i) => `"key${i}":1`).join(',\n')}\n`,
      ],
      ['json', '1.4 MB of opening brackets', () => '['.repeat(1.4 * MB)],
      ['jsonc', '1.4 MB of commas', () => `[${',\n'.repeat(0.7 * MB)}`],
      ['yaml', 'aliases that multiply', () => yamlBomb()],
      ['yaml', '1.4 MB nested by `- `', () => '- '.repeat(0.7 * MB)],
      ['yaml', '1.4 MB of `[`', () => '['.repeat(1.4 * MB)],
      ['yaml', '1.4 MB of `? `', () => '? '.repeat(0.7 * MB)],
      ['toml', '1.4 MB of dotted keys', () => `${'a.'.repeat(0.7 * MB)}b = 1\n`],
      ['toml', '1.4 MB of `[`', () => `a = ${'['.repeat(1.4 * MB)}\n`],
      ['ts', '1.4 MB of `(`', () => '('.repeat(1.4 * MB)],
      ['py', '1.4 MB of `(`', () => '('.repeat(1.4 * MB)],
      ['c', '1.4 MB of `{`', () => '{'.repeat(1.4 * MB)],
      ['html', '1.4 MB of `<a>`', () => '<a>'.repeat(0.45 * MB)],
      ['sh', '1.4 MB of `$(`', () => '$('.repeat(0.7 * MB)],
      ['rb', '1.4 MB of `#{`', () => `"${'#{"'.repeat(0.45 * MB)}`],
      [
        'json',
        '9.9 MB of keys',
        () => `{${Array.from({ length: 600_000 }, (_, i) => `"key${i}":1`).join(',')}}`,
      ],
    ] as const
  ).map(
    ([extension, what, content]): HostileInput => ({
      name: `syntax check of ${extension}: ${what}`,
      prepare: file(`a.${extension}`, content),
      attack: call('file_editor', `a.${extension}`, { command: 'insert', insert_line: 0, new_str: '\n' }),
    }),
  ),
];

function yamlBomb(): string {
  const levels = Array.from({ length: 30 }, (_, i) => {
    const before = i === 0 ? '"x"' : `*a${i - 1}`;
    return `a${i}: &a${i} [${Array(10).fill(before).join(',')}]\n`;
  });
  return levels.join('');
}

/** The search for a quotation. */
const quotations: HostileInput[] = [
  {
    name: 'a list of 300 edits that do not occur in a file of 9 MB',
    prepare: file('a.txt', () => numbered(700_000)),
    attack: call('edit_file', 'a.txt', {
      edits: Array.from({ length: 300 }, (_, i) => ({ old_string: `lime ${i} no\n`, new_string: `x${i}\n` })),
    }),
  },
  {
    name: 'text that occurs a million times, quoted as unique',
    prepare: file('a.txt', () => 'a b\n'.repeat(MB)),
    attack: call('file_editor', 'a.txt', { command: 'str_replace', old_str: 'a', new_str: 'c' }),
  },
  {
    name: 'a quotation with a slip in its middle, in 9 MB of one repeated line',
    prepare: file('a.txt', () => 'the same line again\n'.repeat(450_000)),
    attack: call('edit_file', 'a.txt', {
      old_string: `${'the same line again\n'.repeat(500)}the same lime again\n${'the same line again\n'.repeat(500)}`,
      new_string: 'x\n',
    }),
  },
  {
    name: 'a quotation of 900 KB in `edit_text_file`',
    prepare: file('a.txt', () => `${'ab'.repeat(4.5 * MB)}`),
    attack: call('edit_text_file', 'a.txt', { old_string: `${'ab'.repeat(450_000)}c`, new_string: 'x' }),
  },
  {
    name: 'a quotation of 900 KB of lines that does not occur, in `edit_text_file`',
    prepare: file('a.txt', () => 'abc\n'.repeat(2.2 * MB)),
    attack: call('edit_text_file', 'a.txt', { old_string: `${'abc\n'.repeat(225_000)}d`, new_string: 'x' }),
  },
  {
    name: 'a quotation of 900 KB with a slip, in `file_editor`',
    prepare: file('a.txt', () => numbered(700_000)),
    attack: call('file_editor', 'a.txt', {
      command: 'str_replace',
      old_str: numbered(70_000).replace('line 35000', 'lime 35000'),
      new_str: 'x',
    }),
  },
  {
    name: 'a quotation of 9 MB in one line, with a slip',
    prepare: file('a.txt', () => 'ab'.repeat(4.5 * MB)),
    attack: call('edit_file', 'a.txt', {
      old_string: `${'ab'.repeat(2 * MB)}x${'ab'.repeat(2 * MB)}`,
      new_string: 'x',
    }),
  },
  {
    name: 'a quotation of combining characters',
    prepare: file('a.txt', () => 'e\u0301\u0323\n'.repeat(1.6 * MB)),
    attack: call('edit_file', 'a.txt', {
      old_string: `${'e\u0323\u0301\n'.repeat(1000)}q`,
      new_string: 'x',
    }),
  },
  {
    name: 'a quotation of spaces in 9.9 MB of spaces',
    prepare: file('a.txt', () => ' '.repeat(9.9 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: `${' '.repeat(100_000)}a`, new_string: 'x' }),
  },
];

export const hostileInputs: Readonly<Record<string, readonly HostileInput[]>> = {
  'files of a project': projectFiles,
  edits,
  arguments: arguments_,
  'the syntax check': syntax,
  'the search for a quotation': quotations,
};
