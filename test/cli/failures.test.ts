import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corvidCommand } from '../corvid-client.ts';
import { lines, type Shell, shell } from './shell.ts';

describe('an unexpected failure', () => {
  const gone = { env: { TMPDIR: '/gone' } };

  test('is one line on stderr', async () => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid(['demo'], gone);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^corvid: ENOENT: no such file or directory, mkdtemp '\/gone\/[^\n]*\n$/);
  });

  test('shows where it comes from with --verbose', async () => {
    const { corvid } = await shell();
    const { code, stderr } = await corvid(['demo', '--verbose'], gone);
    expect(code).toBe(1);
    expect(lines(stderr)[0]).toMatch(/^corvid: ENOENT: /);
    expect(stderr).toMatch(/^ {4}at /m);
  });

  test('is JSON on stdout with --json', async () => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid(['doctor', '--json'], gone);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: { name: 'FAILED', message: expect.stringMatching(/^ENOENT: /) },
    });
    const verbose = JSON.parse((await corvid(['doctor', '--json', '--verbose'], gone)).stdout);
    expect(verbose.error.stack).toMatch(/\n {4}at /);
  });

  test.each([[['log']], [['mcp']]])('is reported in the same way if it is unhandled: %j', async (args) => {
    const { corvid, path } = await shell();
    const source =
      "process.nextTick(() => { Promise.reject(new Error('boom\\n  twice', { cause: new Error('the cause') })); });";
    await writeFile(path('boom.cjs'), source);
    const env = { NODE_OPTIONS: `--require=${path('boom.cjs')}` };
    const short = await corvid(args, { env });
    expect([short.code, short.stderr]).toEqual([1, 'corvid: boom twice\n']);
    const { stderr } = await corvid([...args, '--verbose'], { env });
    expect(stderr).toMatch(/^corvid: boom twice\nError: boom\n/);
    expect(stderr).toMatch(/^ {4}at .*boom\.cjs/m);
    expect(stderr).toContain('[cause]: Error: the cause');
  });
});

describe('--json reports every failure in one shape', () => {
  test.each<[string[], number, object]>([
    [['udno', '--json'], 2, { name: 'USAGE', message: "there is no command 'udno'; did you mean 'undo'?" }],
    [['log', '--json', '-x'], 2, { name: 'USAGE', message: "there is no option '-x'" }],
    [
      ['call', 'file_raed', '--json'],
      2,
      { name: 'USAGE', message: "there is no tool 'file_raed'; did you mean 'file_read'?" },
    ],
    [['doctor', 'x', '--json'], 2, { name: 'USAGE', message: "doctor takes no 'x'" }],
    [
      ['undo', '/gone.txt', '--json'],
      1,
      { code: -31007, name: 'NO_HISTORY', message: 'No edit history found for /gone.txt.' },
    ],
    [
      ['terminal', 'attach', '--json'],
      1,
      {
        name: 'FAILED',
        message: 'No terminal can be attached to.',
        hint: 'Start the server with `corvid mcp --terminal tmux`; its terminals appear when an agent uses them.',
      },
    ],
    [
      ['call', 'edit_text_file', '{"path": "a.txt", "old_string": "a", "new_string": "b"}', '--json'],
      1,
      {
        code: -32600,
        name: 'INVALID_PARAMS',
        message: 'Path must be absolute: a.txt',
        hint: expect.stringMatching(/^It should start with `\/`, for example .*a\.txt\.$/),
        data: expect.objectContaining({ hint: expect.any(String) }),
      },
    ],
  ])('%j', async (args, code, error) => {
    const { corvid } = await shell();
    const result = await corvid(args);
    expect(result).toMatchObject({ code, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({ ok: false, error });
  });

  test('but the server, whose stdout belongs to the protocol, never does', async () => {
    const { corvid } = await shell();
    for (const args of [['--json'], ['mcp', '--json']])
      expect(await corvid(args)).toMatchObject({ code: 2, stdout: '' });
  });
});

/** The command with a closed stdout. */
async function unread({ folder, environment }: Shell, stream: 'stdout' | 'stderr', ...args: string[]) {
  const child = spawn(process.execPath, [corvidCommand, ...args], { cwd: folder, env: environment });
  let rest = '';
  child[stream === 'stdout' ? 'stderr' : 'stdout'].setEncoding('utf8').on('data', (text) => (rest += text));
  child[stream].destroy();
  const [code] = await once(child, 'close');
  return { code, rest };
}

describe('a reader that has left', () => {
  test('does not stop the command', async () => {
    const opened = await shell();
    const install = ['install', 'cursor', '--project', '-y'];
    expect(await unread(opened, 'stdout', ...install)).toEqual({ code: 0, rest: '' });
    expect(await readFile(opened.path('.cursor/mcp.json'), 'utf8')).toContain('corvid');
    expect(await readdir(join(opened.home, 'state', 'corvid', 'locks'))).toEqual([]);
  });

  test.each<['stdout' | 'stderr', string[], number]>([
    ['stdout', ['call', 'file_read', '--path', 'gone.txt', '--json'], 1],
    ['stderr', ['call', 'file_read', '--path', 'gone.txt'], 1],
    ['stdout', ['udno', '--json'], 2],
    ['stderr', ['udno'], 2],
    ['stdout', ['--help'], 0],
    ['stdout', ['mcp', '--help'], 0],
    ['stdout', ['--version'], 0],
    ['stdout', ['log'], 0],
  ])('changes no exit code: %s, %j', async (stream, args, code) => {
    expect(await unread(await shell(), stream, ...args)).toEqual({ code, rest: '' });
  });
});

describe('exit codes', () => {
  test('0: done, refused is 1, called wrongly is 2', async () => {
    const { corvid } = await shell();
    expect((await corvid(['log'])).code).toBe(0);
    expect((await corvid(['undo'])).code).toBe(1);
    expect((await corvid(['undo', 'a', 'b'])).code).toBe(2);
  });

  test.runIf(process.platform !== 'win32')(
    'of acp are those of the agent, or say why there is none',
    async () => {
      const { corvid, path } = await shell();
      await writeFile(path('no-program'), 'text');
      await chmod(path('no-program'), 0o600);
      const acp = async (...agent: string[]) => (await corvid(['acp', '--', ...agent])).code;
      expect(await acp('sh', '-c', 'exit 7')).toBe(7);
      expect(await acp('sh', '-c', 'kill -9 $$')).toBe(128 + 9);
      expect(await acp(path('no-program'))).toBe(126);
      expect(await acp('no-such-agent')).toBe(127);
      expect((await corvid(['acp'])).code).toBe(2);
    },
  );

  test.runIf(process.platform !== 'win32')(
    'after a signal: 0 of a server, else as shells report it',
    async () => {
      const { folder, home } = await shell();
      const exitOf = async (signal: NodeJS.Signals, ...args: string[]) => {
        const env = { ...process.env, HOME: home, TMPDIR: home };
        const child = spawn(process.execPath, [corvidCommand, ...args], { cwd: folder, env });
        if (args[0] === 'mcp') child.stdin.write('no JSON\n');
        await once(child.stdout, 'data');
        child.kill(signal);
        const [code] = await once(child, 'exit');
        return code;
      };
      expect(await exitOf('SIGTERM', 'mcp')).toBe(0);
      expect(await exitOf('SIGINT', 'demo')).toBe(130);
    },
  );
});
