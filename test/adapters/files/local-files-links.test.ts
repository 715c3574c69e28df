import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localFiles } from '../../../src/adapters/files/local-files.ts';

const files = localFiles();
const bytes = (text: string) => new TextEncoder().encode(text);

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'corvid-links-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the real path', () => {
  test('follows chains of links, also through folders', async () => {
    await put('real/deep/a.txt', 'a');
    await symlink('real/deep', join(root, 'two'));
    await symlink(join(root, 'two'), join(root, 'one'));
    await symlink('a.txt', join(root, 'real/deep/again'));
    expect(await files.realPath(join(root, 'one/again'))).toBe(join(root, 'real/deep/a.txt'));
    expect(await files.realPath(join(root, 'one/new/file'))).toBe(join(root, 'real/deep/new/file'));
  });

  test('goes up from where a link leads, not from where it stands', async () => {
    await put('real/deep/a.txt', 'a');
    await symlink('real/deep', join(root, 'link'));
    expect(await files.realPath(`${root}/link/../b.txt`)).toBe(join(root, 'real/b.txt'));
    expect(await files.realPath(`${root}/link/none/../../b.txt`)).toBe(join(root, 'real/b.txt'));
  });

  test('of a dangling link is the path that it promises', async () => {
    await mkdir(join(root, 'real'));
    await symlink('real', join(root, 'folder'));
    await symlink('folder/none.txt', join(root, 'dangling'));
    await symlink(join(root, 'dangling'), join(root, 'chain'));
    expect(await files.realPath(join(root, 'chain'))).toBe(join(root, 'real/none.txt'));
    await (await files.stage(await files.realPath(join(root, 'chain')), bytes('made'))).commit(undefined);
    expect(await readFile(join(root, 'chain'), 'utf8')).toBe('made');
    expect(readdirSync(join(root, 'real'))).toEqual(['none.txt']);
  });

  test('does not exist where links form a loop', async () => {
    await symlink('b', join(root, 'a'));
    await symlink('a', join(root, 'b'));
    for (const path of [join(root, 'a'), join(root, 'a/below/it')]) {
      const failure = await files.realPath(path).catch((error) => error);
      expect(failure).toMatchObject({ name: 'IO_ERROR' });
      expect(failure.message).toContain(path);
    }
  });

  test('cannot hold a NUL character', async () => {
    await expect(files.realPath('/a\0b')).rejects.toMatchObject({ name: 'INVALID_PARAMS' });
  });

  test('cannot be too long', async () => {
    const path = join(root, 'x'.repeat(300));
    await expect(files.stage(path, bytes(''))).rejects.toMatchObject({ name: 'IO_ERROR' });
    expect((await files.read(path).catch((error) => error)).message).toContain('shorter');
  });
});

const anchorings = [undefined, ...(process.platform === 'win32' ? [] : ['working-directory' as const])];

describe.each(anchorings)('a link that appears after the path was checked (%s)', (anchoring) => {
  const files = localFiles(anchoring);
  const swap = async () => {
    await rename(join(root, 'inside'), join(root, 'moved'));
    await symlink(join(root, 'outside'), join(root, 'inside'));
  };
  beforeEach(async () => {
    await put('inside/sub/a.txt', 'old');
    await put('outside/sub/a.txt', 'old');
  });
  const path = () => join(root, 'inside/sub/a.txt');
  const refused = { name: 'FILE_CHANGED', message: expect.stringContaining('folder') };

  test('in place of a folder is not followed by any operation', async () => {
    await swap();
    await expect(files.read(path())).rejects.toMatchObject(refused);
    await expect(files.stage(path(), bytes('new'))).rejects.toMatchObject(refused);
    await expect(files.stage(join(root, 'inside/new/folder/a.txt'), bytes('new'))).rejects.toMatchObject(
      refused,
    );
    await expect(files.remove(path(), bytes('old'))).rejects.toMatchObject(refused);
    await expect(files.list(dirname(path()))).rejects.toMatchObject(refused);
    await expect(files.list(join(root, 'inside'))).rejects.toMatchObject(refused);
    expect(await readFile(join(root, 'outside/sub/a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(join(root, 'outside'))).toEqual(['sub']);
  });

  test('between stage and commit changes nothing on either side', async () => {
    const staged = await files.stage(path(), bytes('new'));
    await swap();
    await expect(staged.commit(bytes('old'))).rejects.toMatchObject(refused);
    expect(await readFile(join(root, 'outside/sub/a.txt'), 'utf8')).toBe('old');
    expect(await readFile(join(root, 'moved/sub/a.txt'), 'utf8')).toBe('old');
    expectNoStraysInMovedFolders(anchoring);
  });

  test('in place of the direct folder is refused too', async () => {
    const staged = await files.stage(path(), bytes('new'));
    await rename(join(root, 'inside/sub'), join(root, 'inside/moved'));
    await symlink(join(root, 'outside/sub'), join(root, 'inside/sub'));
    await expect(files.read(path())).rejects.toMatchObject(refused);
    await expect(staged.commit(bytes('old'))).rejects.toMatchObject(refused);
    expectNoStraysInMovedFolders(anchoring);
  });

  test('is not followed to a folder whose path differs only in case', async () => {
    await put('Inside/sub/a.txt', 'old');
    if ((await realpath(join(root, 'Inside'))) === join(root, 'inside')) return; // The same folder.
    await rename(join(root, 'inside'), join(root, 'moved'));
    await symlink(join(root, 'Inside'), join(root, 'inside'));
    await expect(files.read(path())).rejects.toMatchObject(refused);
    await expect(files.list(dirname(path()))).rejects.toMatchObject(refused);
    await expect(files.stage(path(), bytes('new'))).rejects.toMatchObject(refused);
    await expect(files.remove(path(), bytes('old'))).rejects.toMatchObject(refused);
    expect(readdirSync(join(root, 'Inside/sub'))).toEqual(['a.txt']);
  });

  test('in place of the file is not followed', async () => {
    const staged = await files.stage(path(), bytes('new'));
    await rm(path());
    await symlink(join(root, 'outside/sub/a.txt'), path());
    await expect(files.read(path())).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    await expect(staged.commit(bytes('old'))).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    await expect(files.stage(path(), bytes('new'))).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    await expect(files.remove(path(), bytes('old'))).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    expect(await readFile(join(root, 'outside/sub/a.txt'), 'utf8')).toBe('old');
    expect(await files.info(path())).toMatchObject({ kind: 'other' });
    expect(strays()).toEqual([]);
  });
});

async function put(name: string, content: string): Promise<string> {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** Without /proc a folder that was moved away cannot be reached any more, and keeps what was staged in it. */
function expectNoStraysInMovedFolders(anchoring: string | undefined): void {
  if (process.platform === 'linux' && !anchoring) expect(strays()).toEqual([]);
}

function strays(): string[] {
  const names = readdirSync(root, { recursive: true }) as string[];
  return names.filter((name) => name.includes('.corvid-') && existsSync(join(root, name)));
}
