import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import { sourceFiles, wantedText } from '../../src/workspace/source-tree.ts';
import { temporaryFolder } from '../corvid-client.ts';

/** A workspace with these files, and a way to list what is below one of its folders. */
async function tree(files: Record<string, string | Uint8Array>, options: WorkspaceOptions = {}) {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state'), ...options });
  onTestFinished(() => workspace.close());
  const below = async (name: string) =>
    (await sourceFiles(workspace, join(folder, name))).map(({ path }) => path.slice(folder.length + 1));
  return { folder, workspace, below };
}

test('files of known languages in the order of their names', async () => {
  const { below, workspace, folder } = await tree({
    'b.ts': '',
    'a/z.py': '',
    'a/b/c.go': '',
    'README.md': '',
    'x.bin': '',
  });
  expect(await below('')).toEqual(['a/b/c.go', 'a/z.py', 'b.ts']);
  const [first] = await sourceFiles(workspace, folder);
  expect(first).toMatchObject({ language: 'go' });
});

test('hidden folders, installed packages and links are left out', async () => {
  const { below, folder } = await tree({
    'a.js': '',
    '.hidden/a.js': '',
    'node_modules/x/a.js': '',
    'x/node_modules/a.js': '',
    '.eslintrc.js': '',
  });
  await symlink(join(folder, 'a.js'), join(folder, 'link.js'));
  await symlink(folder, join(folder, 'loop'));
  expect(await below('')).toEqual(['.eslintrc.js', 'a.js']);
});

test('ignore files hold for what is below them, and the nearest one decides', async () => {
  const { below } = await tree({
    '.gitignore': '*.gen.js\n/build/\nlogs\n',
    'a.gen.js': '',
    'keep.js': '',
    'build/a.js': '',
    'sub/build/a.js': '',
    'sub/.gitignore': '!special.gen.js\n',
    'sub/special.gen.js': '',
    'sub/other.gen.js': '',
    'sub/logs/a.js': '',
    'sub/.ignore': 'private.js\n',
    'sub/private.js': '',
  });
  expect(await below('')).toEqual(['keep.js', 'sub/build/a.js', 'sub/special.gen.js']);
});

test('ignore files above the folder count, up to the repository that it is in', async () => {
  const { below } = await tree({
    '.gitignore': 'outer.js\n',
    'repo/.git/HEAD': '',
    'repo/.gitignore': 'inner.js\n',
    'repo/src/inner.js': '',
    'repo/src/outer.js': '',
    'repo/src/a.js': '',
    'plain/outer.js': '',
    'plain/a.js': '',
  });
  expect(await below('repo/src')).toEqual(['repo/src/a.js', 'repo/src/outer.js']);
  expect(await below('plain')).toEqual(['plain/a.js']);
});

test('an ignored folder that is named is meant', async () => {
  const { below } = await tree({ '.gitignore': 'dist\n', 'dist/a.js': '', 'dist/b/c.js': '' });
  expect(await below('dist')).toEqual(['dist/a.js', 'dist/b/c.js']);
  expect(await below('')).toEqual([]);
});

test('folders outside the roots are not looked at for ignore files', async () => {
  const { folder, below } = await tree({ 'a.js': '' });
  await writeFile(join(dirname(folder), '.ignore-nothing'), '').catch(() => {});
  expect(await below('')).toEqual(['a.js']);
});

test('a text is given only if it is wanted, in any encoding', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('foo(bar)', 'utf16le')]);
  const { workspace, folder } = await tree({
    'a.js': 'foo(bar)',
    'b.js': 'foo()',
    'c.js': utf16,
    'd.js': 'bar foo',
  });
  const wanted = { words: ['foo', 'bar'], mayMatch: (text: string) => text.startsWith('foo') };
  const text = (name: string) => wantedText(workspace, join(folder, name), wanted);
  expect(await text('a.js')).toBe('foo(bar)');
  expect(await text('b.js')).toBeUndefined();
  expect(await text('c.js')).toBe('foo(bar)');
  expect(await text('d.js')).toBeUndefined();
});

test('a folder that cannot be looked into is told and passed over', async () => {
  const { workspace, folder } = await tree({ 'a/x.js': '', 'b/y.js': '' });
  const list = async (path: string) => {
    if (path === join(folder, 'a')) throw new ToolError('PERMISSION_DENIED', `Permission denied: ${path}`);
    return workspace.list(path);
  };
  const unread: string[] = [];
  const readable = {
    list,
    readBytes: (path: string) => workspace.readBytes(path),
    readDocument: (path: string) => workspace.readDocument(path),
  };
  const files = await sourceFiles(readable, folder, { onUnread: (_, reason) => unread.push(reason) });
  expect(files.map(({ path }) => path)).toEqual([join(folder, 'b/y.js')]);
  expect(unread).toEqual([`Permission denied: ${join(folder, 'a')}`]);
  await expect(sourceFiles(readable, join(folder, 'a'))).rejects.toMatchObject({ name: 'PERMISSION_DENIED' });
});

test('several thousand files are listed', async () => {
  const files = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`d${i % 50}/f${i}.ts`, '']));
  const { below } = await tree(files);
  expect(await below('')).toHaveLength(3000);
});

test('an ignore file that is too large is named, and nothing is listed', async () => {
  const { below, folder } = await tree({ '.gitignore': 'a\n'.repeat(500_001), 'a.ts': '' });
  await expect(below('')).rejects.toThrow(
    `Nothing was changed: the ignore file ${join(folder, '.gitignore')} has 1000002 bytes, and at most 1000000 are read. Shorten it, or name a folder that it does not concern.`,
  );
});

test('ignore files that take too long are named, and nothing is listed', async () => {
  const name = `${'a'.repeat(240)}.ts`;
  const { below, folder } = await tree({ '.gitignore': `${'*a'.repeat(100)}b\n`.repeat(4_000), [name]: '' });
  await expect(below('')).rejects.toThrow(
    `Nothing was changed: the ignore files in ${folder} take too long to be applied to ${join(folder, name)}. Simplify their rules, or name a folder that they do not concern.`,
  );
});

test('ignore files that together take too long for one path are refused, and one of them is not', async () => {
  const name = `${'a'.repeat(240)}.ts`;
  const rules = `${'*a'.repeat(100)}b\n`.repeat(30);
  const { below } = await tree({ '.gitignore': rules, 'x/.gitignore': rules, [`x/${name}`]: '', [name]: '' });
  await expect(below('')).rejects.toThrow(/^Nothing was changed: the ignore files in .* take too long/);
  expect((await (await tree({ '.gitignore': rules, [name]: '' })).below('')).length).toBe(1);
});
