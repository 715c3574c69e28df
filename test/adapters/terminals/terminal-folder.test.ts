import { mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTerminalFolder } from '../../../src/adapters/terminals/terminal-folder.ts';
import { afterTest } from '../../after-test.ts';
import { temporaryFolder } from '../../corvid-client.ts';

test('a link in the place of the folder of a server is not followed', async () => {
  const state = await temporaryFolder();
  const folder = createTerminalFolder({ state, runtime: undefined });
  afterTest(async () => folder.remove());
  folder.forShell(1);
  const elsewhere = join(state, 'elsewhere');
  await mkdir(elsewhere);
  await rename(folder.path, `${folder.path}.old`);
  await symlink(elsewhere, folder.path);
  const message = `the folder ${folder.path} was replaced or removed. Start the server again`;
  for (const terminal of [1, 2]) expect(() => folder.forShell(terminal)).toThrow(message);
  expect(await readdir(elsewhere)).toEqual([]);
});
