import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DiskHistory } from '../../src/adapters/history/disk-history.ts';
import { corvidCommand } from '../corvid-client.ts';

// Another user of the machine plants compiled code and history where the victim's Corvid looks for its own.

const canMakeUsers =
  process.getuid?.() === 0 && process.platform === 'linux' && existsSync('/usr/sbin/useradd');
const skipped = canMakeUsers ? '' : ' (skipped: only root on Linux can make the two users)';
const HANGING_MS = 20_000;

type User = { readonly name: string; readonly uid: number };
let attacker: User;
let victim: User;
let base: string;
let dist: string;

function makeUser(name: string): User {
  execFileSync('/usr/sbin/useradd', ['--no-create-home', '--user-group', name]);
  return { name, uid: Number(execFileSync('id', ['-u', name], { encoding: 'utf8' })) };
}

beforeAll(async () => {
  if (!canMakeUsers) return;
  attacker = makeUser(`corvid-a${process.pid}`);
  victim = makeUser(`corvid-v${process.pid}`);
  base = await realpath(await mkdtemp(join(tmpdir(), 'corvid-planted-')));
  await chmod(base, 0o755);
  dist = join(base, 'dist');
  await cp(dirname(corvidCommand), dist, { recursive: true });
});

afterAll(async () => {
  for (const user of [attacker, victim]) if (user) execFileSync('/usr/sbin/userdel', [user.name]);
  if (base) await rm(base, { recursive: true, force: true });
});

/** A folder or file of a user, with this mode. */
async function give(path: string, { uid }: User, mode: number): Promise<string> {
  await chown(path, uid, uid);
  await chmod(path, mode);
  return path;
}

async function folderOf(user: User, path: string, mode: number): Promise<string> {
  await mkdir(path, { recursive: true });
  return give(path, user, mode);
}

type Run = { readonly code: number | null; readonly output: string };

/** Corvid as a user runs it; killed, with code null, if it does not end. */
function corvid(
  user: Pick<User, 'uid'>,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<Run> {
  const child = spawn(process.execPath, [join(dist, 'corvid.cjs'), ...args], {
    uid: user.uid,
    gid: user.uid,
    cwd: base,
    env: { PATH: process.env.PATH, HOME: join(base, 'home'), ...env },
    timeout: HANGING_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe.skipIf(!canMakeUsers)(`planted code${skipped}`, () => {
  let cache: string;
  let marker: string;
  let file: string;

  beforeEach(async () => {
    await rm(join(base, 'home'), { recursive: true, force: true });
    const home = await folderOf(victim, join(base, 'home'), 0o700);
    cache = join(await realpath(await mkdtemp(join(base, 'cache-'))), 'corvid');
    await chmod(dirname(cache), 0o755);
    marker = join(home, 'attacked');
    const { version } = JSON.parse(
      await readFile(join(dirname(corvidCommand), '..', 'package.json'), 'utf8'),
    );
    file = join(cache, `server-${version}-node-${process.versions.node}-${process.arch}`);
  });

  /** Compiled code that V8 takes for that of server.cjs, since its source is as long. */
  async function evilCode(): Promise<Buffer> {
    const server = join(dist, 'server.cjs');
    const length = `(function(require,__filename){${await readFile(server, 'latin1')}\n})`.length;
    const head = `(function(require,__filename){require('node:fs').writeFileSync(${JSON.stringify(marker)},'')`;
    const script = new Script(`${head.padEnd(length - 2)}})`, { filename: server });
    // What has run is in the cache.
    script.runInThisContext()(() => ({ writeFileSync() {} }), server);
    const { size, mtimeMs } = await stat(server);
    return Buffer.concat([Buffer.from(`${size} bytes of ${mtimeMs}\n`), script.createCachedData()]);
  }

  const start = (user: Pick<User, 'uid'> = victim) =>
    corvid(user, ['mcp', '--root', dist], { XDG_CACHE_HOME: dirname(cache) });

  async function expectUnharmed(user?: Pick<User, 'uid'>): Promise<void> {
    expect((await start(user)).code).toBe(0);
    expect(existsSync(marker)).toBe(false);
  }

  test.each([0o755, 0o777, 0o1777])("in the attacker's folder with mode %o is not run", async (mode) => {
    await folderOf(attacker, cache, mode);
    await writeFile(file, await evilCode());
    await give(file, attacker, 0o644);
    await expectUnharmed();
    expect((await readdir(cache)).length).toBe(1);
  });

  test("in the victim's folder, which is open to all, is not run", async () => {
    await folderOf(victim, cache, 0o777);
    await writeFile(file, await evilCode());
    await give(file, attacker, 0o644);
    await expectUnharmed();
  });

  test('in a file of the victim that others may write is not run', async () => {
    await folderOf(victim, cache, 0o700);
    await writeFile(file, await evilCode());
    await give(file, victim, 0o666);
    await expectUnharmed();
    // The attack is a real one: it works on a file that is trusted.
    await writeFile(file, await evilCode());
    await give(file, victim, 0o600);
    await start();
    expect(existsSync(marker)).toBe(true);
  });

  test('reached by a link in place of the file is not run', async () => {
    await folderOf(victim, cache, 0o700);
    const evil = join(dirname(cache), 'evil');
    await writeFile(evil, await evilCode());
    await give(evil, attacker, 0o644);
    await symlink(evil, file);
    await expectUnharmed();
  });

  test('reached by a link in place of the folder is not run', async () => {
    const evil = await folderOf(attacker, join(dirname(cache), 'evil'), 0o755);
    await writeFile(join(evil, file.slice(cache.length + 1)), await evilCode());
    await symlink(evil, cache);
    await expectUnharmed();
  });

  test('of a user is not run by root', async () => {
    await folderOf(victim, cache, 0o700);
    await writeFile(file, await evilCode());
    await give(file, victim, 0o600);
    await expectUnharmed({ uid: 0 });
  });

  test('a pipe in place of the file does not keep the start waiting', async () => {
    await folderOf(victim, cache, 0o700);
    execFileSync('mkfifo', ['-m', '666', file]);
    await expectUnharmed();
  });
});

describe.skipIf(!canMakeUsers)(`planted history${skipped}`, () => {
  let state: string;
  let target: string;

  beforeEach(async () => {
    const place = await realpath(await mkdtemp(join(base, 'state-')));
    await chmod(place, 0o1777);
    state = join(place, 'state');
    target = join(await folderOf(victim, join(place, 'project'), 0o700), 'a.sh');
    await writeFile(target, 'safe\n');
    await give(target, victim, 0o600);
  });

  /** An entry by which undo would write `evil` into the file. */
  async function plant(owner: User): Promise<void> {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const history = new DiskHistory({ directory: state });
    const told = { tool: 'x', linesAdded: 1, linesRemoved: 1, diff: '' };
    await history.record({ path: target, before: bytes('evil\n'), after: bytes('safe\n'), ...told });
    execFileSync('chown', ['-R', `${owner.uid}:${owner.uid}`, join(state, 'history')]);
    execFileSync('chmod', ['-R', 'a+rX', state]);
  }

  const undo = (...more: string[]) =>
    corvid(victim, ['undo', target, '--state-dir', state, '--root', dirname(target), ...more], {});

  test.each([
    ['an open folder of the victim', () => victim, 0o777],
    ['an open folder with the sticky bit', () => victim, 0o1777],
    ['a folder of the attacker', () => attacker, 0o755],
    ['a private folder of the victim that was open before', () => victim, 0o700],
  ] as const)('in %s is not undone', async (_, owner, mode) => {
    await mkdir(state);
    await plant(attacker);
    await give(state, owner(), mode);
    const { code, output } = await undo();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/The history is not used: .*(chmod go-w|belongs to)/),
    ]);
    expect(await readFile(target, 'utf8')).toBe('safe\n');
  });

  test('an entry of the attacker among those of the victim is not undone', async () => {
    await mkdir(state);
    await plant(victim);
    await give(state, victim, 0o700);
    const [name] = await readdir(join(state, 'history'));
    const [id] = await readdir(join(state, 'history', name!));
    const entry = join(state, 'history', name!, id!);
    await chown(entry, attacker.uid, attacker.uid);
    await undo();
    expect(await readFile(target, 'utf8')).toBe('safe\n');
    // The attack is a real one: it works with an entry that is trusted.
    await chown(entry, victim.uid, victim.uid);
    expect((await undo()).code).toBe(0);
    expect(await readFile(target, 'utf8')).toBe('evil\n');
  });

  test('pipes in place of entries and locks do not keep an edit or undo waiting', async () => {
    await mkdir(state);
    await plant(victim);
    await give(state, victim, 0o777);
    const [name] = await readdir(join(state, 'history'));
    const locks = await folderOf(attacker, join(state, 'locks'), 0o777);
    execFileSync('mkfifo', ['-m', '666', join(locks, `${name}.lock`)]);
    execFileSync('mkfifo', ['-m', '666', join(state, 'history', name!, `${'9'.repeat(15)}-00000000`)]);
    const input = JSON.stringify({ path: target, old_string: 'safe', new_string: 'sound' });
    const edited = await corvid(
      victim,
      ['call', 'edit_file', input, '--state-dir', state, '--root', dirname(target)],
      {},
    );
    expect([edited.code, edited.output]).toEqual([0, expect.stringContaining('cannot be undone')]);
    expect((await undo()).code).toBe(1);
    expect((await corvid(victim, ['log', '--state-dir', state], {})).code).toBe(1);
  });

  test('doctor names the folder and what to do', async () => {
    await mkdir(state);
    await give(state, victim, 0o777);
    const { code, output } = await corvid(victim, ['doctor', '--state-dir', state], {
      HOME: dirname(target),
    });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`✗ state folder  is not used: ${state} can be written`),
    ]);
  });
});
