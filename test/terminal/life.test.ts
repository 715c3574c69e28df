import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, openWorkspace } from '../../src/index.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { processesIn } from './processes.ts';
import { openTerminal, plainEnvironment } from './terminal-client.ts';

// Nothing is left behind, however it ends.

/** Ordinary jobs, jobs that ignore a closed terminal, and one that has left it. */
const STRAYS = `sleep 3001 & nohup sleep 3002 >/dev/null 2>&1 & setsid sleep 3003 & (trap '' HUP TERM; sleep 3004; :) & echo $$`;

describe.skipIf(process.platform !== 'linux')('no process and no file is left', () => {
  test.each([
    ['the client closes', async (_: number, close: () => Promise<void>) => close()],
    ['SIGTERM', async (pid: number) => void process.kill(pid, 'SIGTERM')],
    ['SIGINT', async (pid: number) => void process.kill(pid, 'SIGINT')],
    ['SIGHUP', async (pid: number) => void process.kill(pid, 'SIGHUP')],
    ['a crash', async (pid: number) => void process.kill(pid, 'SIGABRT')],
    ['SIGKILL', async (pid: number) => void process.kill(pid, 'SIGKILL')],
  ])('after %s', async (_, end) => {
    const { run, home, pid, close } = await openTerminal();
    await run(STRAYS);
    const { full_output_path: file } = await run('seq 1 20000');
    await run('sleep 3005', { terminal: 'other', timeout: 0.2 });
    expect(file).toMatch(/\/\.local\/state\/corvid\/terminals\/server-\w+\/outputs\/output-\w+\.txt$/);
    const before = await processesIn(home);
    expect(before.length, before.join('\n')).toBeGreaterThan(5);
    await end(pid, close);
    await expect.poll(() => processesIn(home)).toEqual([]);
    await expect.poll(() => readdir(dirname(dirname(dirname(file!))))).toEqual([]);
  });

  test.skipIf(spawnSync('tmux', ['-V']).status !== 0).each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s, of tmux',
    async (signal) => {
      const { run, home, pid } = await openTerminal({ flags: ['--terminal', 'tmux'] });
      await run(STRAYS);
      process.kill(pid, signal);
      await expect.poll(() => processesIn(home)).toEqual([]);
    },
  );

  test('after a reset', async () => {
    const { run, home } = await openTerminal();
    await run(STRAYS);
    await run('sleep 3005', { timeout: 0.2 });
    await run('', { reset: true });
    expect((await processesIn(home)).filter((process) => process.includes('sleep'))).toEqual([]);
  });

  test('after the command line has run one command', async () => {
    const home = await temporaryFolder();
    const child = spawn(process.execPath, [corvidCommand, 'call', 'terminal', '--command', STRAYS], {
      env: plainEnvironment(home),
      cwd: home,
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    expect(await processesIn(home)).toEqual([]);
  });
});

test('a cancelled call interrupts the command, and the terminal can be used again', async () => {
  const { client, run } = await openTerminal();
  await run('true');
  const abort = new AbortController();
  const call = client.callTool(
    { name: 'terminal', arguments: { command: 'sleep 3006; echo not reached' } },
    { signal: abort.signal },
  );
  setTimeout(() => abort.abort(), 300);
  await expect(call).rejects.toThrow();
  const next = await run('echo next');
  expect(next.output).toBe('next');
  expect(next.text).toContain('[The previous command ended meanwhile with exit code 130.');
});

test('an aborted call of the library says how the command ended', async () => {
  const folder = await temporaryFolder();
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
  try {
    const command = (command: string, signal?: AbortSignal) =>
      callTool(workspace, 'terminal', { command }, signal ? { signal } : {});
    await command('true');
    expect((await command('echo begun; sleep 3007', AbortSignal.timeout(300))).text).toBe(
      'Error -31011 CANCELLED: Cancelled: the command in terminal "main" ended with exit code 130 after C-c.\nThe next call returns what it printed; reset: true ends everything.',
    );
    expect((await command('echo next')).text).toMatch(
      /^\[The previous command ended meanwhile with exit code 130\. Its last output:\nbegun\n\^C\]\nnext\n/,
    );
  } finally {
    await workspace.close();
  }
});

test('progress is told while a command runs', async () => {
  const { client } = await openTerminal();
  const told: unknown[] = [];
  await client.callTool(
    { name: 'terminal', arguments: { command: 'echo hi; sleep 6', timeout: 10 } },
    { onprogress: (progress) => told.push(progress) },
  );
  expect(told).toEqual([{ progress: 5, message: 'running for 5 s, 4 bytes of output' }]);
});

test('without the native module there is a clear error, and the other tools work', async () => {
  const folder = await temporaryFolder();
  await cp(dirname(corvidCommand), join(folder, 'dist'), { recursive: true });
  await mkdir(join(folder, 'home'));
  const call = (...args: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [join(folder, 'dist', 'corvid.cjs'), 'call', ...args], {
        cwd: folder,
        env: plainEnvironment(join(folder, 'home')),
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      child.once('close', (code) => resolve({ code, output }));
    });
  const failed = await call('terminal', '--command', 'ls');
  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(
    /^Error -31015 TERMINAL_UNAVAILABLE: No terminal can be opened: the native module @lydell\/node-pty does not load on \S+ \(Cannot find module '@lydell\/node-pty'\)\.\nInstall Corvid again without --omit=optional, or install tmux and start the server with `--terminal tmux`\. All other tools work\./,
  );
  const created = await call(
    'file_editor',
    '--command',
    'create',
    '--path',
    join(folder, 'a'),
    '--file_text',
    'x',
  );
  expect(created.code).toBe(0);
});
