import type { Corvid } from '../../corvid-client.ts';
import { call, file, type HostileInput, MB, numbered } from './hostile-input.ts';

export const edits: HostileInput[] = [
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
    name: 'an insertion after the last line of 9.9 MB of line breaks',
    prepare: file('a.txt', () => '\n'.repeat(9.9 * MB)),
    attack: call('file_editor', 'a.txt', { command: 'insert', insert_line: 9.9 * MB, new_str: 'x' }),
  },
  {
    name: '`replace_all` of 3,000 letters by a megabyte each',
    answer: /FILE_TOO_LARGE/,
    prepare: file('a.txt', () => 'a\n'.repeat(3_000)),
    attack: call('edit_file', 'a.txt', { old_string: 'a', new_string: 'x'.repeat(MB), replace_all: true }),
  },
  {
    name: '`replace_all` of five million letters by two of them, which the file has already',
    answer: /already has this change|Edited/,
    prepare: file('a.txt', () => 'a'.repeat(5 * MB)),
    attack: call('edit_file', 'a.txt', { old_string: 'a', new_string: 'aa', replace_all: true }),
  },
  {
    name: '`replace_all` of 300 letters in one line of 5 MB',
    answer: /^Edited/,
    prepare: file('a.txt', () => 'ab'.repeat(2.5 * MB)),
    attack: call('edit_file', 'a.txt', {
      old_string: 'ab'.repeat(150),
      new_string: `new text\n${'ab'.repeat(25)}`,
      replace_all: true,
    }),
  },
  {
    name: '`replace_all` of 300 lines with other indentation in 60,000 lines',
    answer: /STRING_NOT_FOUND/,
    prepare: file('a.txt', () => 'a\n'.repeat(60_000)),
    attack: call('edit_file', 'a.txt', {
      old_string: 'a\n    '.repeat(300),
      new_string: 'b',
      replace_all: true,
    }),
  },
  {
    name: 'a file of 9.8 MB written anew after it was read',
    answer: /FILE_EXISTS: Nothing was written: .* has \d+ of \d+ lines that were not shown to you/,
    prepare: file('a.txt', () => numbered(800_000)),
    async attack(corvid) {
      await call('file_read', 'a.txt', {})(corvid);
      return call('file_write', 'a.txt', { content: numbered(800_000, 'other ') })(corvid);
    },
  },
  {
    name: 'a patch with three anchors, each of which 2,000 nested lines may be, before 100,000 blank lines',
    answer: /STRING_NOT_FOUND/,
    prepare: file('a.txt', () => {
      const nested = Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}anchor\n`);
      return nested.join('') + '\n'.repeat(100_000);
    }),
    attack: patch(
      (path) => `*** Update File: ${path}\n@@ anchor\n@@ anchor\n@@ anchor\n-nothing\n+something\n`,
    ),
  },
  {
    name: 'a patch whose one hunk may be in 5 million places',
    answer: /MULTIPLE_MATCHES/,
    prepare: file('a.txt', () => 'a\n'.repeat(4.9 * MB)),
    attack: patch((path) => `*** Update File: ${path}\n@@\n-a\n+b\n*** End of File\n`),
  },
  {
    name: 'a patch with 2,000 hunks that do not fit, in a file of 3 MB',
    answer: /STRING_NOT_FOUND/,
    prepare: file('a.txt', () => numbered(110_000, 'a line of the file ')),
    attack: patch((path) => `*** Update File: ${path}\n${'@@\n-a lime of the file\n+x\n'.repeat(2_000)}`),
  },
  {
    name: 'a patch that adds 500 files',
    answer: /^Applied the patch to 500 files/,
    attack: patch((path) =>
      Array.from({ length: 500 }, (_, i) => `*** Add File: ${path}-${i}\n+x\n`).join(''),
    ),
  },
  {
    name: 'a patch with 3 million empty hunks',
    answer: /Give at most 100000/,
    prepare: file('a.txt', () => 'a\n'),
    attack: patch((path) => `*** Update File: ${path}\n${'@@\n'.repeat(3 * MB)}`),
  },
  {
    name: 'a patch with 3 MB of spaces in the name of its file',
    answer: /INVALID_PARAMS|FILE_NOT_FOUND|Path is too long/,
    attack: patch((path) => `*** Update File: ${path}${' '.repeat(3 * MB)}x${' '.repeat(MB)}\n@@\n-a\n+b\n`),
  },
  {
    name: 'a patch with 3 MB of spaces in an anchor',
    answer: /STRING_NOT_FOUND/,
    prepare: file('a.txt', () => 'a\nb\n'),
    attack: patch((path) => `*** Update File: ${path}\n@@ ${' '.repeat(3 * MB)}x\n+b\n`),
  },
  {
    name: 'a unified diff with 3 MB of possible names',
    answer: /INVALID_PARAMS/,
    attack: patch((path) => `diff --git a/${path}${' b/x'.repeat(750_000)}\n@@ -1,1 +1,1 @@\n-a\n+b\n`, ''),
  },
];

/** A patch of the file `a.txt`, in the format of `*** Begin Patch` unless it has one of its own. */
function patch(body: (path: string) => string, begin = '*** Begin Patch\n') {
  return (corvid: Corvid) =>
    corvid.call('apply_patch', {
      patch: `${begin}${body(corvid.path('a.txt'))}${begin === '' ? '' : '*** End Patch\n'}`,
    });
}
