import { describe, expect, test } from 'vitest';
import type { Files } from '../../src/ports/files.ts';

/** Files below an absolute, real root that hold `initial` (names relative to the root). */
export type FilesMaker = (initial: Record<string, string>) => Promise<{ files: Files; root: string }>;

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

export function filesContract(name: string, makeFiles: FilesMaker): void {
  describe(`${name}: files contract`, () => {
    test('a file is read as the bytes it holds', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'grüße\r\n' });
      expect(new Uint8Array(await files.read(`${root}/a.txt`))).toEqual(bytes('grüße\r\n'));
    });

    test('an empty file is read as no bytes', async () => {
      const { files, root } = await makeFiles({ empty: '' });
      expect(new Uint8Array(await files.read(`${root}/empty`))).toEqual(bytes(''));
    });

    test('a range is cut at the end of the file', async () => {
      const { files, root } = await makeFiles({ 'a.txt': '0123456789' });
      const read = async (start: number, end: number) =>
        text(await files.read(`${root}/a.txt`, { start, end }));
      expect(await read(2, 5)).toBe('234');
      expect(await read(8, 50)).toBe('89');
      expect(await read(0, Number.POSITIVE_INFINITY)).toBe('0123456789');
      expect(await read(10, 20)).toBe('');
      expect(await read(50, 60)).toBe('');
      expect(await read(4, 4)).toBe('');
    });

    test('changing the bytes that were read changes no file', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'abc' });
      (await files.read(`${root}/a.txt`)).fill(0);
      expect(text(await files.read(`${root}/a.txt`))).toBe('abc');
    });

    test('a missing file is reported with its path', async () => {
      const { files, root } = await makeFiles({});
      const message = `File not found: ${root}/none.txt`;
      await expect(files.read(`${root}/none.txt`)).rejects.toMatchObject({ name: 'FILE_NOT_FOUND', message });
      await expect(files.read(`${root}/no/such/folder`)).rejects.toMatchObject({ name: 'FILE_NOT_FOUND' });
    });

    test('a directory is not a file, and a file is not a directory', async () => {
      const { files, root } = await makeFiles({ 'folder/a.txt': 'a' });
      const refused = { name: 'NOT_A_FILE' };
      await expect(files.read(`${root}/folder`)).rejects.toMatchObject(refused);
      await expect(files.stage(`${root}/folder`, bytes('x'))).rejects.toMatchObject(refused);
      await expect(files.read(`${root}/folder/a.txt/b`)).rejects.toMatchObject(refused);
      await expect(files.stage(`${root}/folder/a.txt/b/c`, bytes('x'))).rejects.toMatchObject(refused);
      await expect(files.list(`${root}/folder/a.txt`)).rejects.toMatchObject(refused);
    });

    test('info tells files, directories and nothing apart', async () => {
      const { files, root } = await makeFiles({ 'folder/a.txt': 'four' });
      expect(await files.info(`${root}/folder/a.txt`)).toMatchObject({ kind: 'file', size: 4 });
      expect(await files.info(`${root}/folder`)).toMatchObject({ kind: 'directory' });
      expect(await files.info(`${root}/folder/b.txt`)).toBeUndefined();
      expect(await files.info(`${root}/folder/a.txt/below`)).toBeUndefined();
      expect(await files.info(`${root}/none/b.txt`)).toBeUndefined();
    });

    test('a directory lists its own entries, sorted by name', async () => {
      const { files, root } = await makeFiles({
        'd/b.txt': '',
        'd/a.txt': '',
        'd/sub/deep/c.txt': '',
        'e.txt': '',
      });
      expect(await files.list(`${root}/d`)).toEqual([
        { name: 'a.txt', kind: 'file' },
        { name: 'b.txt', kind: 'file' },
        { name: 'sub', kind: 'directory' },
      ]);
      await expect(files.list(`${root}/none`)).rejects.toMatchObject({ name: 'FILE_NOT_FOUND' });
    });

    test('the real path has no dots and keeps what does not exist', async () => {
      const { files, root } = await makeFiles({ 'd/a.txt': '' });
      expect(await files.realPath(`${root}/d/./../d//a.txt`)).toBe(`${root}/d/a.txt`);
      expect(await files.realPath(`${root}/d/new/../x/y.txt`)).toBe(`${root}/d/x/y.txt`);
      expect(await files.realPath(`${root}/d/`)).toBe(`${root}/d`);
      expect(await files.realPath('/')).toBe('/');
    });

    test('staged content shows only after commit', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'old' });
      const staged = await files.stage(`${root}/a.txt`, bytes('new'));
      expect(text(await files.read(`${root}/a.txt`))).toBe('old');
      await staged.commit(bytes('old'));
      expect(text(await files.read(`${root}/a.txt`))).toBe('new');
      await staged.discard();
      expect(text(await files.read(`${root}/a.txt`))).toBe('new');
      expect(await files.list(root)).toEqual([{ name: 'a.txt', kind: 'file' }]);
    });

    test('staged content is a copy of what was given', async () => {
      const { files, root } = await makeFiles({});
      const content = bytes('new');
      const staged = await files.stage(`${root}/a.txt`, content);
      content.fill(0);
      await staged.commit(undefined);
      expect(text(await files.read(`${root}/a.txt`))).toBe('new');
    });

    test('discarded content leaves nothing behind', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'old' });
      await (await files.stage(`${root}/a.txt`, bytes('new'))).discard();
      await (await files.stage(`${root}/x/y/z.txt`, bytes('new'))).discard();
      expect(text(await files.read(`${root}/a.txt`))).toBe('old');
      expect(await files.list(root)).toEqual([{ name: 'a.txt', kind: 'file' }]);
    });

    test('missing folders are made, and stay when the file is removed', async () => {
      const { files, root } = await makeFiles({});
      await (await files.stage(`${root}/x/y/z.txt`, bytes('z'))).commit(undefined);
      expect(text(await files.read(`${root}/x/y/z.txt`))).toBe('z');
      await files.remove(`${root}/x/y/z.txt`, bytes('z'));
      expect(await files.info(`${root}/x/y/z.txt`)).toBeUndefined();
      expect(await files.info(`${root}/x/y`)).toMatchObject({ kind: 'directory' });
    });

    test('a folder made for a file that was discarded stays if others use it', async () => {
      const { files, root } = await makeFiles({});
      const first = await files.stage(`${root}/x/y/1.txt`, bytes('1'));
      await (await files.stage(`${root}/x/2.txt`, bytes('2'))).commit(undefined);
      await first.discard();
      expect(await files.list(`${root}/x`)).toEqual([{ name: '2.txt', kind: 'file' }]);
    });

    test('a file that changed since is not overwritten', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'theirs' });
      for (const replacing of [bytes('mine!!'), bytes('short'), undefined]) {
        const staged = await files.stage(`${root}/a.txt`, bytes('new'));
        await expect(staged.commit(replacing)).rejects.toMatchObject({ name: 'FILE_CHANGED' });
      }
      expect(text(await files.read(`${root}/a.txt`))).toBe('theirs');
      expect(await files.list(root)).toEqual([{ name: 'a.txt', kind: 'file' }]);
    });

    test('a file that was removed since is not brought back', async () => {
      const { files, root } = await makeFiles({});
      const staged = await files.stage(`${root}/x/a.txt`, bytes('new'));
      await expect(staged.commit(bytes('old'))).rejects.toMatchObject({ name: 'FILE_CHANGED' });
      expect(await files.list(root)).toEqual([]);
    });

    test('a file is removed only while it holds what the caller knows', async () => {
      const { files, root } = await makeFiles({ 'a.txt': 'theirs' });
      const changed = { name: 'FILE_CHANGED' };
      await expect(files.remove(`${root}/a.txt`, bytes('mine'))).rejects.toMatchObject(changed);
      expect(text(await files.read(`${root}/a.txt`))).toBe('theirs');
      await files.remove(`${root}/a.txt`, bytes('theirs'));
      expect(await files.info(`${root}/a.txt`)).toBeUndefined();
      await expect(files.remove(`${root}/a.txt`, bytes('theirs'))).rejects.toMatchObject(changed);
    });
  });
}
