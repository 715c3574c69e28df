import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterTest } from '../after-test.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { openTerminal, plainEnvironment, type TerminalClient } from '../terminal/terminal-client.ts';

// Programs of a shell that want to speak for it, or to have the server write elsewhere; users who want to be contacted.

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const hasTmux = succeeds('tmux', '-V');
const isRoot = process.getuid?.() === 0;

const backends = [
  ['of this process', []],
  ...(hasTmux ? [['of tmux', ['--terminal', 'tmux']] as const] : []),
] as const;

/** All that a program can read of the shell that started it, written to a file. */
const COLLECT = `collect() { {
  env; export -p
  for pid in "$PPID" "$(ps -o ppid= -p "$PPID" | tr -d ' ')"; do
    for name in environ cmdline status comm stat maps wchan limits; do cat "/proc/$pid/$name"; done
    for fd in /proc/"$pid"/fd/*; do readlink "$fd"; [ -f "$fd" ] && cat "$fd"; done
  done
  find ~ -type f ! -name 'found*' -exec cat {} +
  for socket in $(find ~ /tmp/corvid-* -name tmux -type s); do
    tmux -S "$socket" show-environment -g; tmux -S "$socket" capture-pane -p -S - -t :; tmux -S "$socket" show-messages
    tmux -S "$socket" list-panes -a -F '#{pane_start_command} #{pane_title}'
  done
} >>"$1" 2>/dev/null </dev/null; }`;

async function tokenOf({ run }: TerminalClient, terminal = 'main'): Promise<string> {
  const { output } = await run('printf %s "$__corvid_token"', { terminal });
  expect(output).toMatch(/^[0-9a-f]{32}$/);
  return output;
}

describe.each(backends)('in a terminal %s', (_, flags) => {
  test('a program finds the token of the markers nowhere', async () => {
    const terminal = await openTerminal({ flags });
    await terminal.run(`cat >collect.sh <<'EOF'\n${COLLECT}\ncollect "$1"\nEOF`);
    await terminal.run('set -a; bash collect.sh found1; set +a; (bash collect.sh found2); exec 9<collect.sh');
    const token = await tokenOf(terminal);
    for (const name of ['found1', 'found2']) {
      const found = await readFile(terminal.path(name), 'latin1');
      expect(found.length).toBeGreaterThan(1000);
      expect(found).not.toContain(token);
    }
  });

  test('nor does one that ~/.bashrc starts, or that watches while another shell starts', async () => {
    const home = await temporaryFolder();
    await writeFile(
      join(home, '.bashrc'),
      `set -a\n${COLLECT}\nexport -f collect\nbash -c 'collect ~/found1'\n`,
    );
    const terminal = await openTerminal({ flags, env: { HOME: home } });
    await terminal.run(
      `(until [ -e ~/enough ]; do find ~/.local -type f -exec cat {} + ; done >~/found2 2>/dev/null) &`,
    );
    const tokens = [await tokenOf(terminal), await tokenOf(terminal, 'second')];
    await terminal.run('', { reset: true, terminal: 'second' });
    tokens.push(await tokenOf(terminal, 'second'));
    await terminal.run('touch ~/enough; wait');
    for (const name of ['found1', 'found2']) {
      const found = await readFile(join(home, name), 'latin1');
      // What was handed over for a moment only was seen, so the watcher was quick enough.
      expect(found).toContain('__corvid_run');
      for (const token of tokens) expect(found).not.toContain(token);
    }
  });

  test('a program that prints all it can find as markers does not end its command', async () => {
    const { run } = await openTerminal({ flags });
    const forge = `for token in corvid $(cat found | tr -c 0-9a-f '\\n' | grep -E '^.{16,}$' | sort -u | head -300); do
      printf '\\033]633;%s;D\\0372\\0370\\037%s\\037/forged\\037\\037\\037\\007' "$token" "$PPID" >/dev/tty; done`;
    await run(`cat >forge.sh <<'EOF'\n${COLLECT}\ncollect found\n${forge}\nsleep 0.3; exit 7\nEOF`);
    const answer = await run('bash forge.sh');
    expect(answer).toMatchObject({ exit_code: 7, running: false });
    expect(answer.working_dir).not.toBe('/forged');
  });

  test.each([
    ['a link', 'ln -s "$victim" "$inbox/$next"'],
    ['a link to a link', 'ln -s "$victim" l; ln -s "$PWD/l" "$inbox/$next"'],
    ['a hard link', 'ln "$victim" "$inbox/$next"'],
    ['a pipe', 'mkfifo "$inbox/$next"'],
    ['a folder', 'mkdir "$inbox/$next"'],
    ['links at all the next numbers', 'for i in 3 4 5 6 7 8 9; do ln -s "$victim" "$inbox/$i"; done'],
    ['a link in the place of the folder', 'mkdir away; mv "$inbox" away; ln -s "$PWD/target" "$inbox"'],
    [
      'a link in the place of its own folder',
      'own=$(echo ~/.local/state/corvid/terminals/*/own-1); rm -r "$own"; ln -s "$PWD/target" "$own"',
    ],
  ])('the server does not write through %s', async (_, plant) => {
    const { run, path } = await openTerminal({ flags });
    await run('mkdir target; echo untouched >target/victim; echo untouched >target/saved');
    const find = 'victim=$PWD/target/victim inbox=$(echo ~/.local/state/corvid/terminals/*/1-*/in) next=3';
    await run(`${find}; ${plant}`);
    await run('echo from the server');
    await run('cat', { timeout: 0.3 });
    await run('typed text', { is_input: true, timeout: 0.3 });
    await run('', { reset: true });
    expect(await readFile(path('target/victim'), 'utf8')).toBe('untouched\n');
    expect(await run('cat target/saved; ls target')).toMatchObject({ exit_code: 0 });
    expect(
      (await run('ls target')).output.split('\n').filter((name) => /^\d|typed|start/.test(name)),
    ).toEqual([]);
    expect((await run('echo works')).output).toBe('works');
  });
});

const canSeparate = succeeds('unshare', '-p', '-f', '--mount-proc', 'true');

test.skipIf(!hasTmux || !canSeparate)(
  'terminals whose names tmux would take for one: no process of others is ended (in a pid namespace)',
  async () => {
    const folder = await temporaryFolder();
    const program = `
      import { callTool, openWorkspace } from ${JSON.stringify(join(dirname(corvidCommand), 'index.js'))};
      const workspace = openWorkspace({ roots: [process.cwd()], stateDirectory: process.cwd() + '/.state', terminal: 'tmux' });
      const answers = [];
      for (const terminal of ['a.b', 'a_b', 'a-b', 'a', 'a.', 'a..b', '_', '.', '__', '_2e_'])
        answers.push((await callTool(workspace, 'terminal', { command: 'echo $((6 * 7))', terminal })).text);
      await workspace.close();
      console.log(answers.filter((text) => text.startsWith('42\\n')).length, 'answers');`;
    await writeFile(join(folder, 'program.mjs'), program);
    const canaries = 'sleep 1000 & a=$!; setsid sleep 1001 & b=$!';
    const script = `${canaries}; "$0" program.mjs; kill -0 $a && kill -0 $b && echo all live; kill $a $b`;
    const { stdout } = spawnSync(
      'unshare',
      ['-p', '-f', '--mount-proc', '--kill-child', 'sh', '-c', script, process.execPath],
      { cwd: folder, env: plainEnvironment(folder), encoding: 'utf8', timeout: 60_000 },
    );
    expect(stdout).toBe('10 answers\nall live\n');
  },
);

describe.skipIf(!isRoot || !hasTmux || !succeeds('setpriv', '--reuid=54321', 'true'))('another user', () => {
  const OTHER = 54_321;

  /** A socket of the other user, which writes down that it was contacted. */
  async function listenAsOther(socket: string, contacted: string): Promise<void> {
    const code = `require('net').createServer((c) => { require('fs').writeFileSync(${JSON.stringify(contacted)}, 'x'); c.end(); }).listen(${JSON.stringify(socket)}, () => { require('fs').chmodSync(${JSON.stringify(socket)}, 0o666); console.log('ready'); })`;
    const child = spawn(
      'setpriv',
      [`--reuid=${OTHER}`, `--regid=${OTHER}`, '--clear-groups', process.execPath, '-e', code],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' },
    );
    afterTest(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
  }

  test.each([
    ['in the temporary folder', async (_home: string, shared: string) => join(shared, 'corvid-terminal-x')],
    [
      'in a state folder that is open to all',
      async (home: string) => {
        const state = join(home, '.local', 'state', 'corvid');
        await mkdir(join(state, 'terminals', 'server-x'), { recursive: true });
        for (const folder of [state, join(state, 'terminals')]) await chmod(folder, 0o777);
        return join(state, 'terminals', 'server-x');
      },
    ],
    [
      'in a private folder, named by a record',
      async (home: string, shared: string) => {
        const server = join(home, '.local', 'state', 'corvid', 'terminals', 'server-x');
        await mkdir(server, { recursive: true, mode: 0o700 });
        await chmod(dirname(server), 0o700);
        await writeFile(join(server, 'socket'), join(shared, 'sockets', 'tmux'), { mode: 0o600 });
        return join(shared, 'sockets');
      },
    ],
  ])('that listens %s is not contacted', async (_, prepare) => {
    const home = await temporaryFolder();
    const shared = await temporaryFolder();
    await chmod(home, 0o755);
    await chmod(shared, 0o1777);
    const folder = await prepare(home, shared);
    await mkdir(folder, { recursive: true });
    await chown(folder, OTHER, OTHER);
    const contacted = join(shared, 'contacted');
    await writeFile(join(folder, 'socket'), join(folder, 'tmux')).catch(() => {});
    await listenAsOther(join(folder, 'tmux'), contacted);
    const env = { ...plainEnvironment(home), TMPDIR: shared };
    for (const args of [['list'], ['attach'], ['attach', 'main']])
      spawnSync(process.execPath, [corvidCommand, 'terminal', ...args], { env });
    await expect(readFile(contacted)).rejects.toThrow('ENOENT');
    await rm(folder, { recursive: true });
  });
});
