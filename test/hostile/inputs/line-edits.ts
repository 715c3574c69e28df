import { call, file, type HostileInput, MB, numbered } from './hostile-input.ts';

export const lineEdits: HostileInput[] = [
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
    name: 'all lines of 9.9 MB of line breaks but the first and the last, replaced by one',
    answer: /^Replaced lines 2-9899999/,
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('edit_lines', 'a.txt', {
      command: 'replace',
      start_line: 2,
      end_line: 9.9 * MB - 1,
      new_content: 'x',
    }),
  },
  {
    name: '9.9 MB of line breaks, deleted',
    answer: /^Deleted lines 1-9900000/,
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('edit_lines', 'a.txt', { command: 'delete', start_line: 1, end_line: 9.9 * MB }),
  },
  {
    name: '100,000 new lines of 90 characters, to be indented',
    answer: /^Replaced line 2 /,
    prepare: file('a.py', () => 'if a:\n    b\n'),
    attack: call('edit_lines', 'a.py', {
      command: 'replace',
      start_line: 2,
      new_content: `  if x:\n      ${'y'.repeat(80)}\n`.repeat(50_000),
    }),
  },
  {
    name: '9,999 new lines of 900 brackets each, put into code',
    answer: /^Replaced line 2 /,
    prepare: file('a.ts', () => 'f(\n  1,\n);\n'),
    attack: call('edit_lines', 'a.ts', {
      command: 'replace',
      start_line: 2,
      new_content: `${'{[('.repeat(300)}\n`.repeat(9_999),
    }),
  },
  {
    name: 'a new line of 9 MB of brackets, put into code',
    answer: /^Inserted line 2 /,
    prepare: file('a.ts', () => 'a\n'),
    attack: call('edit_lines', 'a.ts', {
      command: 'insert',
      insert_line: 1,
      new_content: '({['.repeat(3 * MB),
    }),
  },
  {
    name: 'a line after one of 9 MB of spaces',
    answer: /^Inserted line 2 /,
    prepare: file('a.py', () => `${' '.repeat(9 * MB)}x\ny\n`),
    attack: call('edit_lines', 'a.py', { command: 'insert', insert_line: 1, new_content: 'z' }),
  },
  {
    name: '9,000 new keys at 100 levels, put among 9,000 keys at 200 levels',
    answer: /^Inserted lines 4001-13000 /,
    prepare: file('a.yml', () => steps(9_000, 200, (i) => `k${i}: 1`)),
    attack: call('edit_lines', 'a.yml', {
      command: 'insert',
      insert_line: 4_000,
      new_content: steps(9_000, 100, (i) => `z${i}: 1`),
    }),
  },
  {
    name: '2,000 new keys at 100 levels, put among 9,000 keys at 40 levels',
    answer: /^Inserted lines 4001-6000 /,
    prepare: file('a.yml', () => steps(9_000, 40, (i) => `k${i}: 1`)),
    attack: call('edit_lines', 'a.yml', {
      command: 'insert',
      insert_line: 4_000,
      new_content: steps(2_000, 100, (i) => `z${i}: 1`),
    }),
  },
  {
    name: '500 blocks nested in one another, put among 700',
    answer: /SYNTAX_ERROR/,
    prepare: file('a.py', () => steps(700, 700, () => 'if a:')),
    attack: call('edit_lines', 'a.py', {
      command: 'insert',
      insert_line: 600,
      new_content: steps(500, 500, () => 'if b:'),
    }),
  },
  {
    name: 'quotation marks that never end, put among millions of them',
    answer: /^Inserted lines 500001-509000 /,
    prepare: file('a.py', () => `"""'\\\n`.repeat(MB)),
    attack: call('edit_lines', 'a.py', {
      command: 'insert',
      insert_line: 500_000,
      new_content: `"'\n`.repeat(9_000),
    }),
  },
  {
    name: 'an indentation of a million columns for 50,000 lines',
    answer: /Give at most 1000/,
    prepare: file('a.py', () => 'a\n'),
    attack: call('edit_lines', 'a.py', {
      command: 'insert',
      insert_line: 1,
      new_content: 'x\n'.repeat(50_000),
      indent_level: MB,
    }),
  },
  {
    name: 'expected lines that all lines of 8 MB begin with',
    answer: /STALE_LINES/,
    prepare: file('a.txt', () => 'a\n'.repeat(4 * MB)),
    attack: call('edit_lines', 'a.txt', {
      command: 'replace',
      start_line: 5,
      new_content: 'x',
      expected: `${'a\n'.repeat(99_998)}b\n`,
    }),
  },
];

/** Lines whose indentation grows by a space up to a depth, again and again. */
function steps(count: number, depth: number, text: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${' '.repeat(i % depth)}${text(i)}\n`).join('');
}
