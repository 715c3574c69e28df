import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newFolder } from '../corvid-client.ts';
import { openTerminal, type TerminalClient } from '../terminal/terminal-client.ts';

// Programs that try to outlive their shell. Each is a `sleep` with a number of its own, by which it is found again
// without its environment.

const isLinux = process.platform === 'linux';
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

const DAEMON = `import os,sys
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.chdir("/"); os.closerange(0, 256)
os.execve("/bin/sleep", ["sleep", sys.argv[1]], {})`;

/** How it leaves the shell, and whether it is found without a cgroup. */
const escapes: Readonly<
  Record<string, { readonly run: (n: string) => string; readonly isWatched: boolean }>
> = {
  'a job': { run: (n) => `sleep ${n} &`, isWatched: true },
  'nohup and disown': { run: (n) => `nohup sleep ${n} >/dev/null 2>&1 & disown`, isWatched: true },
  setsid: { run: (n) => `setsid sleep ${n} >/dev/null 2>&1 &`, isWatched: true },
  'setsid without an environment': { run: (n) => `env -i setsid sleep ${n} &`, isWatched: true },
  'exec -c': { run: (n) => `(exec -c "$(type -P setsid)" "$(type -P sleep)" ${n}) &`, isWatched: true },
  'nohup without an environment': {
    run: (n) => `env -i nohup sleep ${n} </dev/null >/dev/null 2>&1 & disown`,
    isWatched: true,
  },
  'a program that ignores signals, without an environment': {
    run: (n) => `env -i setsid bash -c "trap '' HUP TERM INT; exec sleep ${n}" &`,
    isWatched: true,
  },
  'a program that starts another one when it is asked to end': {
    run: (n) =>
      `env -i setsid bash -c 'trap "setsid sleep ${n} & exit" TERM HUP; while :; do sleep 0.05; done' ${n} &`,
    isWatched: true,
  },
  'one that leaves after a while': {
    run: (n) => `(sleep 0.5; env -i setsid sleep ${n} </dev/null >/dev/null 2>&1) & sleep 1`,
    isWatched: true,
  },
  'setsid without environment and terminal': {
    run: (n) => `env -i setsid sleep ${n} </dev/null >/dev/null 2>&1 &`,
    isWatched: false,
  },
  'two forks without environment and terminal': {
    run: (n) => `( ( env -i setsid sleep ${n} </dev/null >/dev/null 2>&1 & ) & )`,
    isWatched: false,
  },
  'a daemon': { run: (n) => `python3 -c '${DAEMON}' ${n}`, isWatched: false },
};

/** Hides the cgroups from the server, as they are for most users in a container. */
const WITHOUT_CGROUPS = [
  'unshare',
  '-m',
  'sh',
  '-c',
  'mount -t tmpfs none /sys/fs/cgroup && exec "$@"',
  'sh',
];

const hasCgroups =
  isLinux && /^0::/m.test(readFileSync('/proc/self/cgroup', 'utf8')) && process.getuid?.() === 0;
const canHide = isLinux && succeeds(WITHOUT_CGROUPS[0]!, ...WITHOUT_CGROUPS.slice(1), 'true');

const backends = {
  'with cgroups': { isUsable: hasCgroups, wrapper: [], flags: [] },
  'with cgroups, in tmux': {
    isUsable: hasCgroups && succeeds('tmux', '-V'),
    wrapper: [],
    flags: ['--terminal', 'tmux'],
  },
  'without cgroups': { isUsable: canHide, wrapper: WITHOUT_CGROUPS, flags: [] },
} as const;

const ends: Readonly<Record<string, (terminal: TerminalClient) => Promise<unknown>>> = {
  'the client closes': ({ close }) => close(),
  'kill -9 of the server': async ({ pid }) => process.kill(pid, 'SIGKILL'),
  'a reset': ({ run }) => run('', { reset: true }),
  'the shell exits and the client closes': async ({ run, close }) => {
    await run('exit 3');
    await close();
  },
};

for (const [backend, { isUsable, wrapper, flags }] of Object.entries(backends))
  describe.skipIf(!isUsable).each(Object.entries(ends))(
    `${backend}, after %s, nothing is left of`,
    (_, end) => {
      const numbers = Object.fromEntries(
        Object.keys(escapes).map((name) => [name, `30000${randomInt(10_000, 99_999)}`]),
      );
      const tried = Object.entries(escapes).filter(
        ([, { isWatched }]) => isWatched || backend !== 'without cgroups',
      );
      let folder: string;
      let terminal: TerminalClient;
      beforeAll(async () => {
        folder = await newFolder();
        terminal = await openTerminal({ folder, wrapper, flags, isShared: true });
        for (const [name, { run }] of tried) await terminal.run(run(numbers[name]!));
        for (const [name] of tried)
          await vi.waitFor(() => expect(withNumber(numbers[name]!), name).not.toEqual([]), 10_000);
        await end(terminal);
      });
      afterAll(async () => {
        await terminal?.client.close();
        // Should one be left, it is ended here.
        for (const pid of Object.values(numbers).flatMap(withNumber)) process.kill(pid, 'SIGKILL');
        await rm(folder, { recursive: true, force: true });
      });

      test.each(tried.map(([name]) => name))('%s', async (name) => {
        await expect.poll(() => withNumber(numbers[name]!), { timeout: 5_000 }).toEqual([]);
      });
    },
  );

/** The processes that have this number among their arguments. */
function withNumber(number: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOr(`/proc/${pid}/cmdline`).split('\0').includes(number))
    .map(Number);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
