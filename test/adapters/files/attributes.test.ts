import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localFiles } from '../../../src/adapters/files/local-files.ts';
import { newMode } from '../../../src/adapters/files/staging/permissions.ts';
import { bundleProgram, runChild } from '../child-program.ts';

// What the mode does not say: access control lists, extended attributes, and whose group a file is of.

const files = localFiles();
const bytes = (text: string) => new TextEncoder().encode(text);
const isRoot = process.getuid?.() === 0;

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'corvid-attributes-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const replace = async (path: string, before: string, after: string) =>
  (await files.stage(path, bytes(after))).commit(bytes(before));

async function put(name: string, mode: number): Promise<string> {
  await writeFile(join(root, name), 'old');
  await chmod(join(root, name), mode);
  return join(root, name);
}

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const listOf = (path: string) => run('getfacl', '--omit-header', '--absolute-names', '--numeric', path);
const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

/** Undefined if lists and attributes can be set and looked at here. */
function missing(): string | undefined {
  try {
    run('setfacl', '--version');
    run('getfattr', '--version');
    return undefined;
  } catch {
    return 'setfacl or getfattr is not installed (packages acl and attr)';
  }
}
const reason = process.platform === 'linux' ? missing() : 'lists are set by setfacl only on Linux';

describe.skipIf(reason !== undefined)(`what replaces a file${reason ? `: ${reason}` : ''}`, () => {
  test('keeps its access control list, and gives its group nothing', async () => {
    const path = await put('a.txt', 0o600);
    run('setfacl', '-m', 'u:1234:r', path);
    const before = listOf(path);
    await replace(path, 'old', 'new');
    expect(listOf(path)).toBe(before);
    expect(before).toContain('group::---');
    // Once more, when all is known, and after the list was changed meanwhile.
    await replace(path, 'new', 'newer');
    expect(listOf(path)).toBe(before);
    run('setfacl', '-m', 'u:4321:rw', path);
    const changed = listOf(path);
    await replace(path, 'newer', 'newest');
    expect(listOf(path)).toBe(changed);
  });

  test('gets a list that its file was given since the last edit', async () => {
    const path = await put('a.txt', 0o640);
    await replace(path, 'old', 'new');
    await replace(path, 'new', 'newer');
    run('setfacl', '-m', 'u:1234:rw,g::-', path);
    const before = listOf(path);
    await replace(path, 'newer', 'newest');
    expect(listOf(path)).toBe(before);
  });

  test('keeps extended attributes, with and without a list', async () => {
    const path = await put('a.txt', 0o644);
    run('setfattr', '-n', 'user.note', '-v', 'kept', path);
    await replace(path, 'old', 'new');
    expect(run('getfattr', '--only-values', '--absolute-names', '-n', 'user.note', path)).toBe('kept');
    run('setfacl', '-m', 'u:1234:r', path);
    await replace(path, 'new', 'newer');
    expect(run('getfattr', '--only-values', '--absolute-names', '-n', 'user.note', path)).toBe('kept');
    expect(listOf(path)).toContain('user:1234:r--');
  });

  test.runIf(isRoot)('loses the capabilities of a program, as by each write', async (it) => {
    const path = await put('a.txt', 0o755);
    const capability = '0x0100000200040000000000000000000000000000';
    try {
      run('setfattr', '-n', 'security.capability', '-v', capability, path);
    } catch {
      return it.skip('this system does not let capabilities be set');
    }
    run('setfattr', '-n', 'user.note', '-v', 'kept', path);
    await replace(path, 'old', 'new');
    const attributes = run('getfattr', '--absolute-names', '-m', '-', path);
    expect(attributes).toContain('user.note');
    expect(attributes).not.toContain('capability');
  });

  test('does not inherit the list that its folder gives to new files', async () => {
    const path = await put('a.txt', 0o640);
    const before = listOf(path);
    run('setfacl', '-d', '-m', 'u:1234:rw', root);
    await replace(path, 'old', 'new');
    expect(listOf(path)).toBe(before);
  });

  test('has many files asked about at once', async () => {
    const paths = await Promise.all(Array.from({ length: 30 }, (_, i) => put(`${i}.txt`, 0o640)));
    for (const path of paths.filter((_, i) => i % 3 === 0)) run('setfacl', '-m', 'u:1234:r', path);
    const before = paths.map(listOf);
    await Promise.all(paths.map((path) => replace(path, 'old', 'new')));
    expect(paths.map(listOf)).toEqual(before);
  });

  test.runIf(isRoot)('is refused if the list would be that of another group', async () => {
    const path = await put('a.txt', 0o600);
    await chmod(root, 0o777);
    run('setfacl', '-m', 'u:65534:rw,g::rw', path);
    const before = listOf(path);
    const [message, hint] = await asNobody(path);
    expect(message).toBe(
      `Permission denied: ${path} has an access control list or attributes that a new version of it cannot have. Nothing was written.`,
    );
    expect(hint).toContain('setfacl -b');
    expect(listOf(path)).toBe(before);
  });
});

test.runIf(isRoot && process.platform === 'linux')(
  'what replaces a file of another group gives that of the writer nothing of it',
  async () => {
    await mkdir(join(root, 'open'));
    await chmod(join(root, 'open'), 0o777);
    await chmod(root, 0o755);
    const path = await put('open/a.txt', 0o676);
    await chown(path, 1234, 2345);
    expect(await asNobody(path)).toEqual(['done']);
    expect(await stat(path)).toMatchObject({ uid: 65534, gid: 65534 });
    expect(await modeOf(path)).toBe(0o666);
  },
);

describe('the permissions of a new file', () => {
  const all = { owner: true, group: true };
  test('are those of the old one', () => {
    for (const mode of [0o600, 0o640, 0o755, 0o777]) expect(newMode(mode, all, true)).toBe(mode);
    expect(newMode(0o6755, all, true)).toBe(0o755);
  });

  test('give the group no more than others where its bits may be the mask of a list', () => {
    expect(newMode(0o640, all, false)).toBe(0o600);
    expect(newMode(0o664, all, false)).toBe(0o644);
    expect(newMode(0o755, all, false)).toBe(0o755);
  });

  test('give neither another group nor the former one more than both had', () => {
    expect(newMode(0o640, { owner: true, group: false }, true)).toBe(0o600);
    expect(newMode(0o664, { owner: true, group: false }, true)).toBe(0o644);
    expect(newMode(0o604, { owner: true, group: false }, true)).toBe(0o600);
    expect(newMode(0o466, { owner: false, group: true }, true)).toBe(0o444);
  });
});

/** Replaces a file in a process without root's rights: its message and hint, or `done`. */
async function asNobody(path: string): Promise<string[]> {
  const program = await bundleProgram(`
    import { localFiles } from './src/adapters/files/local-files.ts';
    process.setgroups([65534]);
    process.setgid(65534);
    process.setuid(65534);
    const bytes = (text) => new TextEncoder().encode(text);
    const outcome = await localFiles().stage(${JSON.stringify(path)}, bytes('new'))
      .then((staged) => staged.commit(bytes('old')))
      .then(() => ['done'], (error) => [error.message, error.hint]);
    console.log(JSON.stringify(outcome));
  `);
  const { stdout, stderr } = await runChild(process.execPath, [program.file]);
  await program.remove();
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
