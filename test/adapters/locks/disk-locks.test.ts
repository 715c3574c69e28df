import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskLocks } from '../../../src/adapters/locks/disk-locks.ts';
import { pathHash, stagingPath } from '../../../src/adapters/private/path-names.ts';
import { locksContract } from '../../contracts/locks.contract.ts';
import { bundleProgram, firstOutput, runChild, startChild } from '../child-program.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'corvid-locks-'));
  path = join(directory, 'a.txt');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (timeoutMs = 10_000) => new DiskLocks({ directory, timeoutMs });
const lockNames = () => readdir(join(directory, 'locks'));
locksContract('DiskLocks', async () => open());

const noPid = 2 ** 22 + 1; // More than Linux ever gives.

async function putLock(content: string, at = path): Promise<string> {
  await mkdir(join(directory, 'locks'), { recursive: true });
  const file = join(directory, 'locks', `${pathHash(at)}.lock`);
  await writeFile(file, content);
  return file;
}

const lockOf = (pid: number, host = hostname(), at = path) =>
  JSON.stringify({ pid, host, path: at, token: 'theirs' });

test('a lock says who holds which path, and is gone afterwards', async () => {
  const locks = open();
  await locks.withLock(path, async () => {
    const [name] = await lockNames();
    const lock = JSON.parse(await readFile(join(directory, 'locks', name!), 'utf8'));
    expect(lock).toMatchObject({ pid: process.pid, host: hostname(), path });
  });
  expect(await lockNames()).toEqual([]);
  await expect(locks.withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lockNames()).toEqual([]);
});

test('two sets of locks in one process exclude each other', async () => {
  const log: string[] = [];
  const first = open().withLock(path, async () => {
    log.push('first starts');
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.push('first ends');
  });
  while (log.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await open().withLock(path, async () => log.push('second'));
  await first;
  expect(log).toEqual(['first starts', 'first ends', 'second']);
});

test('a call that waits too long reports the path and the process', async () => {
  await putLock(lockOf(process.pid));
  const failure = await open(60)
    .withLock(path, async () => {})
    .catch((error) => error);
  expect(failure).toMatchObject({ name: 'BUSY' });
  expect(failure.message).toContain(path);
  expect(failure.message).toContain(`pid ${process.pid}`);
  expect(await lockNames()).toHaveLength(1);
});

test('the lock of a dead process is broken, with what it left beside its file', async () => {
  await putLock(lockOf(noPid));
  await writeFile(stagingPath(path), 'half of');
  expect(await open(0).withLock(path, async () => 'done')).toBe('done');
  expect(existsSync(stagingPath(path))).toBe(false);
  expect(await lockNames()).toEqual([]);
});

test('the first use clears away after every dead process', async () => {
  const other = join(directory, 'other.txt');
  await putLock(lockOf(noPid, hostname(), other), other);
  await writeFile(stagingPath(other), 'half of');
  await putLock(lockOf(process.pid, hostname(), '/alive'), '/alive');
  await writeFile(stagingPath(path), 'of a living one');
  await open().withLock(join(directory, 'third.txt'), async () => {});
  expect(existsSync(stagingPath(other))).toBe(false);
  expect(existsSync(stagingPath(path))).toBe(true);
  expect(await lockNames()).toEqual([`${pathHash('/alive')}.lock`]);
});

test('a lock that names another path than its own removes no file', async () => {
  const victim = join(directory, 'victim.txt');
  await putLock(lockOf(noPid, hostname(), victim));
  await writeFile(stagingPath(victim), 'x');
  await open().withLock(join(directory, 'third.txt'), async () => {});
  expect(existsSync(stagingPath(victim))).toBe(true);
  expect(await lockNames()).toEqual([]);
});

test('a lock of another machine is broken only when it is old', async () => {
  const file = await putLock(lockOf(noPid, 'elsewhere'));
  await expect(open(30).withLock(path, async () => {})).rejects.toMatchObject({ name: 'BUSY' });
  const longAgo = Date.now() / 1000 - 61;
  await utimes(file, longAgo, longAgo);
  await open(30).withLock(path, async () => {});
  expect(await lockNames()).toEqual([]);
});

test('a lock without content is respected while it may still be written', async () => {
  const file = await putLock('');
  await expect(open(30).withLock(path, async () => {})).rejects.toMatchObject({ name: 'BUSY' });
  const longAgo = Date.now() / 1000 - 3;
  await utimes(file, longAgo, longAgo);
  await open(30).withLock(path, async () => {});
  expect(await lockNames()).toEqual([]);
});

test('a lock that was taken over is not removed by its former holder', async () => {
  let file = '';
  await open().withLock(path, async () => {
    file = await putLock(lockOf(process.pid));
  });
  expect(await readFile(file, 'utf8')).toContain('theirs');
});

test.skipIf(process.getuid?.() === 0)(
  'a dead lock in a folder that cannot be written does not stop an edit',
  async () => {
    await putLock(lockOf(noPid));
    await chmod(join(directory, 'locks'), 0o500);
    expect(await open().withLock(path, async () => 'done')).toBe('done');
    await chmod(join(directory, 'locks'), 0o700);
  },
);

test('a killed process does not keep its lock', async () => {
  const program = await bundleProgram(`
    import { DiskLocks } from './src/adapters/locks/disk-locks.ts';
    import { localFiles } from './src/adapters/files/local-files.ts';
    const [, , directory, path] = process.argv;
    await new DiskLocks({ directory }).withLock(path, async () => {
      await localFiles().stage(path, new Uint8Array(1000));
      console.log('staged');
      await new Promise((resolve) => setTimeout(resolve, 100_000));
    });
  `);
  const child = startChild(process.execPath, [program.file, directory, path]);
  expect(await firstOutput(child)).toBe('staged\n');
  await expect(open(30).withLock(path, async () => {})).rejects.toMatchObject({ name: 'BUSY' });
  expect(existsSync(stagingPath(path))).toBe(true);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  await open(0).withLock(path, async () => {});
  expect(existsSync(stagingPath(path))).toBe(false);
  await program.remove();
});

test('many processes that find the same dead lock still take turns', async () => {
  const program = await bundleProgram(`
    import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
    import { DiskLocks } from './src/adapters/locks/disk-locks.ts';
    const [, , directory, path] = process.argv;
    const locks = new DiskLocks({ directory });
    for (let i = 0; i < 20; i++) {
      await locks.withLock(path, async () => {
        mkdirSync(path + '.inside');
        const count = Number(readFileSync(path, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        writeFileSync(path, String(count + 1));
        rmdirSync(path + '.inside');
      });
    }
  `);
  await writeFile(path, '0');
  await putLock(lockOf(noPid));
  const children = Array.from({ length: 4 }, () =>
    runChild(process.execPath, [program.file, directory, path]),
  );
  const results = await Promise.all(children);
  await program.remove();
  expect(results.map(({ stderr }) => stderr)).toEqual(['', '', '', '']);
  expect(await readFile(path, 'utf8')).toBe('80');
  expect(await lockNames()).toEqual([]);
});
