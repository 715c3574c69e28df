import { expect, test } from 'vitest';
import { filesContract } from '../../contracts/files.contract.ts';
import { memoryFiles } from './memory-files.ts';

filesContract('memoryFiles', async (initial) => {
  const root = '/project';
  const inside = Object.entries(initial).map(([name, content]) => [`${root}/${name}`, content]);
  return { files: memoryFiles({ [`${root}/`]: '', ...Object.fromEntries(inside) }), root };
});

test('a name that ends in a slash makes an empty directory', async () => {
  const files = memoryFiles({ '/a/b/': '' });
  expect(await files.list('/a')).toEqual([{ name: 'b', kind: 'directory' }]);
  expect(await files.list('/a/b')).toEqual([]);
});

test('bytes given at the start are copied', async () => {
  const given = new Uint8Array([1, 2]);
  const files = memoryFiles({ '/a': given });
  given.fill(9);
  expect(await files.read('/a')).toEqual(new Uint8Array([1, 2]));
});
