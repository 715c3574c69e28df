import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localFiles } from '../../../src/adapters/files/local-files.ts';
import { stagingName, stagingPath } from '../../../src/adapters/private/path-names.ts';
import { filesContract } from '../../contracts/files.contract.ts';
import { bundleProgram, runChild } from '../child-program.ts';

const files = localFiles();
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'corvid-files-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const anchorings = [
  undefined,
  'path',
  ...(process.platform === 'win32' ? [] : ['working-directory' as const]),
] as const;

for (const anchoring of anchorings)
  filesContract(`localFiles, ${anchoring ?? 'as this system allows'}`, async (initial) => {
    for (const [name, content] of Object.entries(initial)) await put(name, content);
    return { files: localFiles(anchoring), root };
  });

describe('what replaces a file', () => {
  test('keeps its mode, whatever the umask', async () => {
    for (const mode of [0o600, 0o640, 0o755, 0o666, 0o1775]) {
      const path = await put('a.txt', 'old');
      await chmod(path, mode);
      await replace(path, 'old', 'new');
      expect((await stat(path)).mode & 0o7777).toBe(mode);
    }
  });

  test('has the mode of the umask if it is new', async () => {
    await (await files.stage(join(root, 'new'), bytes('x'))).commit(undefined);
    expect((await stat(join(root, 'new'))).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test.runIf(isRoot)('keeps its owner and group', async () => {
    const path = await put('a.txt', 'old');
    await chown(path, 1234, 2345);
    await replace(path, 'old', 'new');
    expect(await stat(path)).toMatchObject({ uid: 1234, gid: 2345 });
  });

  test('loses the bits that run it as another user or group, as by each write', async () => {
    for (const mode of [0o4755, 0o2775, 0o6711]) {
      const path = await put('a.txt', 'old');
      await chmod(path, mode);
      await replace(path, 'old', 'new');
      expect((await stat(path)).mode & 0o7777).toBe(mode & 0o777);
    }
  });

  test('takes only one of several hard links along', async () => {
    const path = await put('a.txt', 'old');
    await link(path, join(root, 'other'));
    await replace(path, 'old', 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readFile(join(root, 'other'), 'utf8')).toBe('old');
  });

  test('can be large', async () => {
    const content = new Uint8Array(9_000_001).map((_, i) => i * 31);
    await (await files.stage(join(root, 'large'), content)).commit(undefined);
    expect(Buffer.compare(await files.read(join(root, 'large')), content)).toBe(0);
    expect(
      Buffer.compare(
        await files.read(join(root, 'large'), { start: 8_999_000, end: 9_999_999 }),
        content.subarray(8_999_000),
      ),
    ).toBe(0);
  });

  test('overwrites what a crash left beside it', async () => {
    const path = await put('a.txt', 'old');
    await writeFile(stagingPath(path), 'half of');
    await replace(path, 'old', 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(strays()).toEqual([]);
  });

  test.skipIf(process.platform === 'win32').each([
    ['a folder', (at: string) => mkdir(join(at, 'full'), { recursive: true })],
    ['a link', (at: string) => symlink('elsewhere', at)],
    ['a pipe', async (at: string) => void execFileSync('mkfifo', [at])],
  ])('is staged under another name if %s has the usual one', async (_, take) => {
    const path = await put('a.txt', 'old');
    const taken = [stagingName(path), stagingName(path, 'old')];
    for (const name of taken) await take(join(root, name));
    await replace(path, 'old', 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    await files.remove(path, bytes('new'));
    await (await files.stage(path, bytes('made'))).commit(undefined);
    expect(await readFile(path, 'utf8')).toBe('made');
    expect(readdirSync(root).filter((name) => !taken.includes(name))).toEqual(['a.txt']);
  });

  test('is never the staged content of another writer', async () => {
    const path = await put('a.txt', 'old');
    const first = await files.stage(path, bytes('first'));
    const second = await files.stage(path, bytes('second'));
    await expect(first.commit(bytes('old'))).rejects.toMatchObject({ name: 'FILE_CHANGED' });
    await second.commit(bytes('old'));
    expect(await readFile(path, 'utf8')).toBe('second');
    expect(strays()).toEqual([]);
  });
});

describe('what the system refuses', () => {
  test('a read-only file is not replaced, not even by root', async () => {
    const path = await put('a.txt', 'old');
    await chmod(path, 0o444);
    const failure = await files.stage(path, bytes('new')).catch((error) => error);
    expect(failure).toMatchObject({ name: 'PERMISSION_DENIED' });
    expect(failure.message).toBe(`Permission denied: ${path}`);
    expect(failure.hint).toMatch(/0444.*chmod u\+w/);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(strays()).toEqual([]);
  });

  test.skipIf(isRoot)('a file in a read-only folder cannot be replaced', async () => {
    const path = await put('folder/a.txt', 'old');
    await chmod(dirname(path), 0o555);
    await expect(files.stage(path, bytes('new'))).rejects.toMatchObject({ name: 'PERMISSION_DENIED' });
    await chmod(dirname(path), 0o755);
    expect(strays()).toEqual([]);
  });

  test('a path below a file cannot be made, and no folder is left', async () => {
    await put('file', '');
    await expect(files.stage(join(root, 'file/x/y'), bytes('new'))).rejects.toMatchObject({
      name: 'NOT_A_FILE',
    });
    const tooLong = join(root, 'made/as/well', 'x'.repeat(300));
    await expect(files.stage(tooLong, bytes('new'))).rejects.toMatchObject({ name: 'IO_ERROR' });
    expect(readdirSync(root)).toEqual(['file']);
  });

  test.runIf(isLinux && isRoot)(
    'another user meets the permissions, and may enter a folder that it cannot list',
    async () => {
      await chmod(root, 0o755);
      await put('closed/a.txt', 'old');
      await put('dropbox/a.txt', 'old');
      await chmod(join(root, 'dropbox'), 0o711);
      await chmod(join(root, 'dropbox/a.txt'), 0o444);
      const outcomes = await asNobody(`
      out.push(await attempt(() => files.stage(root + '/closed/a.txt', new Uint8Array(3))));
      out.push(await attempt(() => files.stage(root + '/closed/new/b.txt', new Uint8Array(3))));
      out.push(await attempt(() => files.list(root + '/dropbox')));
      out.push(await attempt(async () => (await files.read(root + '/dropbox/a.txt')).length));
    `);
      expect(outcomes).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED', 'PERMISSION_DENIED', 3]);
      expect(strays()).toEqual([]);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'more than may be written leaves the old file intact',
    async () => {
      const path = await put('a.txt', 'old');
      const program = await bundleProgram(`
      import { localFiles } from './src/adapters/files/local-files.ts';
      const attempts = [${JSON.stringify(path)}, ${JSON.stringify(join(root, 'new/folder/b.txt'))}];
      for (const path of attempts) {
        await localFiles().stage(path, new Uint8Array(100_000)).catch((error) => console.log(error.name, error.message));
      }
    `);
      const { stdout, stderr } = await runChild('bash', [
        '-c',
        `trap '' XFSZ; ulimit -f 8; exec node ${program.file}`,
      ]);
      await program.remove();
      expect(stderr).toBe('');
      expect(stdout.trim().split('\n')).toEqual([
        expect.stringMatching(/^NO_SPACE .*a\.txt.*old file is intact/),
        expect.stringMatching(/^NO_SPACE .*b\.txt/),
      ]);
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(readdirSync(root)).toEqual(['a.txt']);
    },
  );

  test.runIf(isLinux && isRoot)('a full disk leaves the old file intact', async () => {
    const disk = join(root, 'disk');
    await mkdir(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'corvid-test', disk], { stdio: 'ignore' });
    } catch {
      return; // No right to mount, as in most containers.
    }
    try {
      await put('disk/a.txt', 'old');
      const failure = await files
        .stage(join(disk, 'a.txt'), new Uint8Array(1_000_000))
        .catch((error) => error);
      expect(failure).toMatchObject({ name: 'NO_SPACE' });
      expect(await readFile(join(disk, 'a.txt'), 'utf8')).toBe('old');
      expect(readdirSync(disk)).toEqual(['a.txt']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe.skipIf(process.platform === 'win32')('special files', () => {
  test('a pipe is refused at once', async () => {
    const path = join(root, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(files.read(path)).rejects.toMatchObject({ name: 'NOT_A_FILE' });
    await expect(files.stage(path, bytes('x'))).rejects.toMatchObject({ name: 'NOT_A_FILE' });
    expect(await files.info(path)).toMatchObject({ kind: 'other' });
    expect(strays()).toEqual([]);
  });

  test('a socket and a device are refused', async () => {
    const path = join(root, 'socket');
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
    await expect(files.read(path)).rejects.toMatchObject({ name: 'NOT_A_FILE' });
    await new Promise((resolve) => server.close(resolve));
    await expect(files.read('/dev/zero')).rejects.toMatchObject({ name: 'NOT_A_FILE' });
    await expect(files.read('/')).rejects.toMatchObject({ name: 'NOT_A_FILE' });
  });

  test.runIf(isLinux)('a file that claims to be empty is read to its end', async () => {
    expect(text(await files.read('/proc/version'))).toMatch(/^Linux version/);
    expect(text(await files.read('/proc/version', { start: 6, end: 13 }))).toBe('version');
  });

  test('a link is listed as a link', async () => {
    await symlink('nowhere', join(root, 'link'));
    expect(await files.list(root)).toEqual([{ name: 'link', kind: 'link' }]);
  });
});

test.runIf(isLinux)('no file stays open, whether an operation succeeds or fails', async () => {
  const path = await put('a.txt', 'old');
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const exercise = async () => {
    await files.read(path);
    await files.list(root);
    await files.read(join(root, 'none')).catch(() => {});
    await files.read(root).catch(() => {});
    await files.stage(root, bytes('')).catch(() => {});
    await files.stage(join(path, 'below'), bytes('')).catch(() => {});
    await (await files.stage(join(root, 'x/y'), bytes(''))).discard();
    await (await files.stage(path, bytes('x'))).commit(bytes('not this')).catch(() => {});
    await (await files.stage(path, bytes('old'))).commit(bytes('old'));
    await files.remove(path, bytes('not this')).catch(() => {});
  };
  await exercise();
  const before = openFiles();
  for (let round = 0; round < 5; round++) await exercise();
  // A folder is closed when it is on the disk, which is not waited for.
  await expect.poll(openFiles).toBeLessThanOrEqual(before);
});

async function put(name: string, content: string): Promise<string> {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

async function replace(path: string, before: string, after: string): Promise<void> {
  await (await files.stage(path, bytes(after))).commit(bytes(before));
}

function strays(): string[] {
  const names = readdirSync(root, { recursive: true }) as string[];
  return names.filter((name) => name.includes('.corvid-') && existsSync(join(root, name)));
}

/** Runs attempts in a child without root's rights: each gives its value or the name of its error. */
async function asNobody(attempts: string): Promise<unknown[]> {
  const program = await bundleProgram(`
    import { localFiles } from './src/adapters/files/local-files.ts';
    process.setgid(65534);
    process.setuid(65534);
    const files = localFiles();
    const root = ${JSON.stringify(root)};
    const out: unknown[] = [];
    const attempt = (action: () => Promise<unknown>) => action().catch((error) => error.name);
    ${attempts}
    console.log(JSON.stringify(out));
  `);
  const { stdout, stderr } = await runChild(process.execPath, [program.file]);
  await program.remove();
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
