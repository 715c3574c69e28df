import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

describe('file_write', () => {
  test('creates a file and the folders above it', async () => {
    const { path, call } = await open();
    const { text } = await call('file_write', { path: path('a/b/new.txt'), content: 'one\ntwo\n' });
    expect(text).toBe(`Created ${path('a/b/new.txt')} (2 lines).`);
    expect(await readFile(path('a/b/new.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  test('replaces a file that was shown in full, with a diff, and can be undone', async () => {
    const { path, call, edit } = await open();
    await writeFile(path('a.txt'), 'one\ntwo\nthree\n');
    await call('file_read', { path: path('a.txt') });
    const { text } = await call('file_write', { path: path('a.txt'), content: 'one\n2\nthree\n' });
    expect(text).toMatch(/^Replaced the content of .*a\.txt: 3 lines became 3\.\n/);
    expect(text).toContain('-two\n+2\n');
    await edit('undo_edit', 'a.txt');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  test('replaces what it wrote itself', async () => {
    const { path, call } = await open();
    await call('file_write', { path: path('a.txt'), content: numbered(40) });
    expect((await call('file_write', { path: path('a.txt'), content: numbered(41) })).failed).toBe(false);
    expect((await call('file_write', { path: path('a.txt'), content: numbered(41) })).text).toContain(
      'Nothing to do',
    );
  });

  test('refuses a file that was never shown, shown in part, or changed since, and says how to go on', async () => {
    const { path, call } = await open();
    const write = () => call('file_write', { path: path('a.txt'), content: 'new\n' });
    await writeFile(path('a.txt'), numbered(30));
    expect((await write()).text).toBe(
      `Error -31001 FILE_EXISTS: Nothing was written: ${path('a.txt')} exists and has not been shown to you. Read the whole file first, or edit only the part that should change.`,
    );
    await call('file_read', { path: path('a.txt'), start_line: 1, end_line: 10 });
    expect((await write()).text).toContain('exists and has 20 of 30 lines that were not shown to you.');
    await call('file_read', { path: path('a.txt') });
    await writeFile(path('a.txt'), `${numbered(30)}more\n`);
    expect((await write()).text).toContain('FILE_CHANGED: Nothing was written: ');
    expect(await readFile(path('a.txt'), 'utf8')).toBe(`${numbered(30)}more\n`);
  });

  test('fills an empty file', async () => {
    const { path, call } = await open();
    await writeFile(path('a.txt'), '');
    expect((await call('file_write', { path: path('a.txt'), content: 'x\n' })).failed).toBe(false);
    expect(await readFile(path('a.txt'), 'utf8')).toBe('x\n');
  });

  test('keeps line endings, byte order mark, encoding and mode', async () => {
    const { path, call } = await open();
    await writeFile(path('crlf.txt'), '\ufeffone\r\ntwo\nthree\r\n');
    await writeFile(path('latin1.txt'), Buffer.from('caf\xe9 one\ncaf\xe9 two\n', 'latin1'), { mode: 0o755 });
    for (const name of ['crlf.txt', 'latin1.txt']) await call('file_read', { path: path(name) });
    await call('file_write', { path: path('crlf.txt'), content: 'one\ntwo\nTHREE\nfour\n' });
    expect(await readFile(path('crlf.txt'), 'utf8')).toBe('\ufeffone\r\ntwo\nTHREE\r\nfour\r\n');
    await call('file_write', { path: path('latin1.txt'), content: 'caf\xe9 one\nth\xe9 two\n' });
    expect(await readFile(path('latin1.txt'), 'latin1')).toBe('caf\xe9 one\nth\xe9 two\n');
    expect((await stat(path('latin1.txt'))).mode & 0o777).toBe(0o755);
  });

  test('goes to UTF-8 where the encoding cannot hold the content, and says so', async () => {
    const { path, call } = await open();
    await writeFile(path('a.txt'), Buffer.from('caf\xe9 one\n', 'latin1'));
    await call('file_read', { path: path('a.txt') });
    const { text } = await call('file_write', { path: path('a.txt'), content: 'caf\xe9 \u{1f426}\n' });
    expect(text).toContain('the file is in UTF-8 now.');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('caf\xe9 \u{1f426}\n');
  });

  test('warns when most of the file is dropped, or a placeholder is written', async () => {
    const { path, call } = await open();
    await writeFile(path('a.js'), numbered(100).replaceAll('line', '// line'));
    await call('file_read', { path: path('a.js') });
    const { text } = await call('file_write', {
      path: path('a.js'),
      content: '// line 1\n// ... rest of the code unchanged ...\n',
    });
    expect(text).toContain('[The new content drops most of the file: 1 of 100 lines are left.');
    expect(text).toContain('looks like a placeholder for code that was left out.');
  });
});
