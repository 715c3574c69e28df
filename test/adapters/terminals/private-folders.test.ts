import { chmod, mkdir, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createServerFolder,
  createSocketPath,
  foldersOfServers,
  isPrivateSocket,
} from '../../../src/adapters/terminals/private-folders.ts';
import { afterTest } from '../../after-test.ts';
import { temporaryFolder } from '../../corvid-client.ts';

async function socketIn(folder: string): Promise<string> {
  const path = join(folder, 'tmux');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  afterTest(() => new Promise((resolve) => server.close(resolve)));
  await chmod(path, 0o660);
  return path;
}

test('the folder of a server is in the state directory, for this user alone', async () => {
  const state = join(await temporaryFolder(), 'state');
  expect(foldersOfServers(state)).toBeUndefined();
  const folder = createServerFolder({ state, runtime: undefined });
  expect(dirname(folder)).toBe(join(state, 'terminals'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(foldersOfServers(state)).toBe(join(state, 'terminals'));
});

test.each([
  ['a state directory that others may write', async (state: string) => chmod(state, 0o777)],
  ['a folder that others may enter', async (state: string) => chmod(join(state, 'terminals'), 0o711)],
])('%s is not used', async (_, change) => {
  const state = join(await temporaryFolder(), 'state');
  await mkdir(join(state, 'terminals'), { recursive: true, mode: 0o700 });
  await change(state);
  expect(foldersOfServers(state)).toBeUndefined();
  const folder = createServerFolder({ state, runtime: undefined });
  afterTest(() => rm(folder, { recursive: true }));
  expect(dirname(folder)).not.toBe(join(state, 'terminals'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a socket is in the runtime directory if that is private, and its path is never too long', async () => {
  const folder = await temporaryFolder();
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  expect(dirname(dirname(createSocketPath(folder, { state: '', runtime })))).toBe(runtime);
  await chmod(runtime, 0o755);
  expect(createSocketPath(folder, { state: '', runtime })).toBe(join(folder, 'tmux'));
  const long = join(folder, 'x'.repeat(100));
  const path = createSocketPath(long, { state: '', runtime });
  afterTest(() => rm(dirname(path), { recursive: true }));
  expect(path).toMatch(/^\/tmp\/corvid-\w+\/tmux$/);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
});

test('a socket is trusted only in a private folder, and not through a link', async () => {
  const folder = join(await temporaryFolder(), 'private');
  await mkdir(folder, { mode: 0o700 });
  const socket = await socketIn(folder);
  expect(isPrivateSocket(socket)).toBe(true);
  await symlink(socket, join(folder, 'link'));
  expect(isPrivateSocket(join(folder, 'link'))).toBe(false);
  await chmod(socket, 0o666);
  expect(isPrivateSocket(socket)).toBe(false);
  await chmod(socket, 0o660);
  await chmod(folder, 0o755);
  expect(isPrivateSocket(socket)).toBe(false);
});
