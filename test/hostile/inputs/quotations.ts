import { call, file, type HostileInput, MB, numbered } from './hostile-input.ts';

/** The search for a quotation. */
export const quotations: HostileInput[] = [
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
  {
    name: 'a quotation with spaces before a letter, in one line of 5 MB',
    answer: /STRING_NOT_FOUND/,
    isQuick: true,
    prepare: file('a.txt', () => 'ab'.repeat(2.5 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: `${' '.repeat(20)}a`, new_string: 'x' }),
  },
  {
    name: 'a letter that is not unique, in one line of 9.8 MB',
    answer: /at least 9980 more/,
    prepare: file('a.txt', () => 'ab'.repeat(4.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'str_replace', old_str: 'a', new_str: 'c' }),
  },
  {
    name: 'a letter that is not unique, in one line of 4.8 million characters of two bytes',
    answer: /MULTIPLE_MATCHES/,
    prepare: file('a.txt', () => '\u20acb'.repeat(2.4 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: 'b', new_string: 'c' }),
  },
  {
    name: 'line breaks that are not unique, in 9.9 MB of them',
    answer: /MULTIPLE_MATCHES/,
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: '\n\n\n', new_string: '\n' }),
  },
  {
    name: 'lines that are left out with dots, in 100,000 lines that all fit',
    answer: /STRING_NOT_FOUND|MULTIPLE_MATCHES/,
    prepare: file('a.txt', () => 'a\nb\n'.repeat(50_000)),
    attack: call('edit_file', 'a.txt', {
      old_string: 'a\n...\n'.repeat(500),
      new_string: 'b\n...\n'.repeat(500),
    }),
  },
  {
    name: 'a quotation that begins within a word, in 100,000 lines that are like its own',
    answer: /./,
    prepare: file('a.txt', () => `${'x = 1\n'.repeat(100_000)}yx = 1\n${'x = 1\n'.repeat(3_999)}z\n`),
    attack: call('edit_file', 'a.txt', {
      old_string: `x = 1\n${'x = 1\n'.repeat(3_999)}z`,
      new_string: 'w',
    }),
  },
];
