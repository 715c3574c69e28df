import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { openTerminal, plainEnvironment } from './terminal-client.ts';

// Terminals that a person can look at.

const isInstalled = spawnSync('tmux', ['-V']).status === 0;

function corvid(home: string, ...args: string[]) {
  return corvidWith(plainEnvironment(home), ...args);
}

function corvidWith(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [corvidCommand, ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

describe.skipIf(!isInstalled)('corvid terminal', () => {
  test('lists the terminals of servers with tmux', async () => {
    const { run, folder, home } = await openTerminal({ flags: ['--terminal', 'tmux'] });
    await run('true', { terminal: 'listed' });
    const { status, stdout } = corvid(home, 'terminal', 'list', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'listed',
      directory: folder,
      socket: expect.stringMatching(/(\/terminals\/server-\w+|\/corvid-\w+)\/tmux$/),
    });
  });

  test('lists them also where the locale is not UTF-8', async () => {
    const { run, home } = await openTerminal({ flags: ['--terminal', 'tmux'] });
    await run('mkdir ä; cd ä', { terminal: 'in-latin' });
    const { stdout } = corvidWith({ ...plainEnvironment(home), LANG: 'C' }, 'terminal', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ name: 'in-latin', directory: expect.stringMatching(/\/ä$/) }),
    );
  });

  test('attach: a person sees the terminal, types, and leaves; the agent goes on', async () => {
    const agent = await openTerminal({ flags: ['--terminal', 'tmux'] });
    await agent.run('echo from the agent; mark=kept', { terminal: 'shared' });
    const person = await openTerminal({ env: { HOME: agent.home } });
    const attach = `node ${corvidCommand} terminal attach shared`;
    expect((await person.run(attach)).output).toContain('from the agent');
    await person.type('touch made-by-the-person');
    await person.type('C-b');
    expect(await person.type('d')).toMatchObject({ running: false });
    const next = await agent.run('ls; echo $mark', { terminal: 'shared' });
    expect(next).toMatchObject({ output: 'made-by-the-person\nkept', exit_code: 0 });
  });

  test('attach --watch: what a person types goes nowhere', async () => {
    const agent = await openTerminal({ flags: ['--terminal', 'tmux'] });
    await agent.run('true', { terminal: 'watched' });
    const person = await openTerminal({ env: { HOME: agent.home } });
    await person.run(`node ${corvidCommand} terminal attach watched --watch`);
    await person.type('touch not-made');
    expect((await agent.run('ls; echo seen', { terminal: 'watched' })).output).toBe('seen');
    expect((await person.run('')).output).toContain('seen');
  });
});

test.each([
  [
    ['attach', 'no-such-terminal'],
    1,
    /There is no terminal 'no-such-terminal'|No terminal can be attached to/,
  ],
  [['attach', 'a', 'b'], 2, /terminal takes one name; 'b' is one too many/],
  [['detach'], 2, /terminal takes 'list' or 'attach \[name\]', not 'detach'/],
])('corvid terminal %j', async (args, status, message) => {
  const result = corvid(await temporaryFolder(), 'terminal', ...args);
  expect(result.status).toBe(status);
  expect(result.stderr).toMatch(message);
});

test('without tmux there is a clear error', async () => {
  const empty = await temporaryFolder();
  const { run } = await openTerminal({ env: { PATH: empty }, flags: ['--terminal', 'tmux'] });
  expect((await run('ls')).text).toBe(
    'Error -31015 TERMINAL_UNAVAILABLE: No terminal can be opened: tmux is not installed.\nInstall tmux, or start the server without `--terminal tmux`. All other tools work.',
  );
});
