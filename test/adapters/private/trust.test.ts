import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DiskHistory } from '../../../src/adapters/history/disk-history.ts';
import { DiskLocks } from '../../../src/adapters/locks/disk-locks.ts';
import { makePrivateFolder } from '../../../src/adapters/private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile } from '../../../src/adapters/private/trust.ts';
import { checkCodeCache, checkStateFolder } from '../../../src/cli/doctor/machine-checks.ts';
import { change } from '../../contracts/history.contract.ts';
import { temporaryFolder } from '../../corvid-client.ts';

const isRoot = process.getuid?.() === 0;
const FOREIGN = 54_321;
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = join(await temporaryFolder(), 'own');
  file = join(folder, 'file');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(file, 'mine', { mode: 0o600 });
});

describe.skipIf(process.platform === 'win32')('a file of ours', () => {
  test('is read', () => {
    expect(readTrustedFile(file).toString()).toBe('mine');
  });

  test('is not used if others may write it, or in its folder', async () => {
    await chmod(file, 0o620);
    expect(() => readTrustedFile(file)).toThrow(
      `${file} can be written by other users (mode 0620): run \`chmod go-w ${file}\` if what is there is yours`,
    );
    await chmod(file, 0o600);
    await chmod(folder, 0o777);
    expect(() => readTrustedFile(file)).toThrow(`run \`chmod go-w ${folder}\``);
  });

  test('is neither a link nor a pipe, which would keep us waiting', async () => {
    await symlink(file, join(folder, 'link'));
    expect(() => readTrustedFile(join(folder, 'link'))).toThrow('ELOOP');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(() => readTrustedFile(join(folder, 'pipe'))).toThrow('is not a regular file');
  });

  test.runIf(isRoot)('belongs to us or to root (run as root)', async () => {
    await chown(file, FOREIGN, FOREIGN);
    expect(() => readTrustedFile(file)).toThrow(`${file} belongs to the user with the id ${FOREIGN}`);
    await chown(file, 0, 0);
    await chown(folder, FOREIGN, FOREIGN);
    expect(() => readTrustedFile(file)).toThrow(`${folder} belongs to the user with the id ${FOREIGN}`);
  });
});

describe.skipIf(process.platform === 'win32')('a folder of ours', () => {
  test('is made step by step, for this user alone, and may be below a folder of all', async () => {
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o1777);
    makePrivateFolder(join(open, 'a', 'b'));
    expect((await stat(join(open, 'a'))).mode & 0o777).toBe(0o700);
    expect(() => expectTrustedFolder(join(open, 'a', 'b'))).not.toThrow();
    expect(() => expectTrustedFolder(open)).toThrow('can be written by other users (mode 1777)');
  });

  test('may be reached by a link of ours', async () => {
    await symlink(folder, `${folder}-link`);
    expect(() => expectTrustedFolder(`${folder}-link`)).not.toThrow();
    await chmod(folder, 0o770);
    expect(() => expectTrustedFolder(`${folder}-link`)).toThrow('mode 0770');
  });

  test.runIf(process.platform === 'linux')('cannot be made below /proc, which is said at once', () => {
    expect(() => makePrivateFolder('/proc/x/y')).toThrow('The folder cannot be made: /proc/x');
  });
});

describe.skipIf(process.platform === 'win32')('history in a folder that others may write to', () => {
  const path = '/project/a.txt';

  test('is neither written, nor listed, nor undone, and the refusal says what to do', async () => {
    const history = new DiskHistory({ directory: folder });
    await history.record(change('one', 'two'));
    await chmod(folder, 0o777);
    expect(await history.record(change('two', 'three'))).toMatchObject({ stored: false });
    const refusal = `The history is not used: ${folder} can be written by other users (mode 0777): run \`chmod go-w ${folder}\` if what is there is yours. Or choose another folder with --state-dir.`;
    await expect(history.peekUndo(path, bytes('two'))).rejects.toThrow(refusal);
    await expect(history.list()).rejects.toThrow(refusal);
    await expect(history.watch(() => {})).rejects.toThrow(refusal);
    expect(await new DiskLocks({ directory: folder }).withLock(path, async () => 'done')).toBe('done');
    await chmod(folder, 0o700);
    expect(await history.peekUndo(path, bytes('two'))).toMatchObject({ state: 'ready' });
  });

  test.runIf(isRoot)('nor is an entry that another user has made (run as root)', async () => {
    const history = new DiskHistory({ directory: folder });
    await history.record(change('planted', 'two'));
    const [name] = await readdir(join(folder, 'history'));
    const entries = join(folder, 'history', name!);
    const [id] = await readdir(entries);
    await chown(join(entries, id!), FOREIGN, FOREIGN);
    await expect(history.peekUndo(path, bytes('two'))).rejects.toThrow(
      `belongs to the user with the id ${FOREIGN}`,
    );
    expect(await history.list()).toEqual([]);
  });

  test('a pipe in place of an entry or a lock keeps nothing waiting', async () => {
    const history = new DiskHistory({ directory: folder });
    await new DiskLocks({ directory: folder }).withLock(path, () => history.record(change('one', 'two')));
    const [name] = await readdir(join(folder, 'history'));
    execFileSync('mkfifo', [join(folder, 'history', name!, `${'9'.repeat(15)}-00000000`)]);
    execFileSync('mkfifo', [join(folder, 'locks', `${name}.lock`)]);
    const looked = await new DiskLocks({ directory: folder }).withLock(path, () =>
      history.peekUndo(path, bytes('two')),
    );
    expect(looked).toMatchObject({ state: 'ready' });
    expect(await history.list()).toHaveLength(1);
  });
});

test.skipIf(process.platform === 'win32')('doctor names what is not used', async () => {
  expect((await checkStateFolder(folder)).state).toBe('ok');
  expect(checkCodeCache(folder)).toEqual({ name: 'code cache', state: 'ok', text: folder });
  expect(checkCodeCache(join(folder, 'none')).text).toContain('is created by the first server');
  await chmod(file, 0o602);
  expect(checkCodeCache(folder)).toEqual({
    name: 'code cache',
    state: 'failed',
    text: `is not used: ${file} can be written by other users (mode 0602): run \`chmod go-w ${file}\` if what is there is yours`,
  });
  await chmod(folder, 0o777);
  expect(await checkStateFolder(folder)).toEqual({
    name: 'state folder',
    state: 'failed',
    text: `is not used: ${folder} can be written by other users (mode 0777): run \`chmod go-w ${folder}\` if what is there is yours, or choose another with --state-dir`,
  });
});
