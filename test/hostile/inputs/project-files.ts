import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corvid } from '../../corvid-client.ts';
import { call, file, type HostileInput, MB, numbered } from './hostile-input.ts';

export const projectFiles: HostileInput[] = [
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
