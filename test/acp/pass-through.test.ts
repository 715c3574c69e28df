import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { rawEditor } from './raw-editor.ts';

const execute = promisify(execFile);
const isLinux = process.platform === 'linux';

/** Echoes each line and stores the received bytes. It does not call `exit`, which would drop unsent output. */
const echo = `
  import { appendFileSync } from 'node:fs';
  process.stdin.on('data', (chunk) => {
    appendFileSync('received', chunk);
    process.stdout.write(chunk);
  });
  process.stdin.on('end', () => {
    process.exitCode = 5;
  });
`;

const LONG_HEAD = '{"jsonrpc":"2.0","method":"session/update","params":{"tool_call":"';
const LONG_TAIL = '"}}\n';

/** An agent that writes one line of this size. */
function longLine(megabytes: number, word: string): string {
  return `
    const piece = '${word}'.padEnd(100_000, 'x');
    process.stdout.write('${LONG_HEAD}');
    for (let i = 0; i < ${megabytes * 10}; i++)
      await new Promise((resolve) => process.stdout.write(piece, resolve));
    process.stdout.write('${LONG_TAIL.replace('\n', '\\n')}');
  `;
}

describe('a line', () => {
  test('passes byte for byte, in both directions and in order', async () => {
    const lines = [
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"x":1.0,"y":1e400}}',
      '{ "jsonrpc" : "2.0",\t"id": "a",  "method": "_vendor/thing", "params": [1,2,{"deep":null}] }',
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"session\\/prompt","params":{}}',
      '{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"no","data":{"tool_call":1}}}',
      '{"jsonrpc":"2.0","id":8,"result":null}',
      '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":3}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Bash","status":"pending"}}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"tool_call_update"},"new":"é \\ud83d"}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"in_progress"}}}',
      '{"not even":"json-rpc"',
    ];
    const text = `${[...lines, ...lines.map((line) => line.replace('2.0"', '2.0"  '))].join('\n')}\n`;
    const editor = await rawEditor(echo);
    for (let at = 0; at < text.length; at += 97) editor.send(text.slice(at, at + 97));
    editor.child.stdin!.end();
    expect(await editor.exited).toBe(5);
    expect(await readFile(join(editor.folder, 'received'), 'utf8')).toBe(text);
    expect(editor.output().toString()).toBe(text);
  });

  test('can be 40 MB long in both directions, also if it is parsed', async () => {
    const editor = await rawEditor(echo);
    const long = 'x'.repeat(40_000_000);
    const plain = `{"jsonrpc":"2.0","method":"_big","params":{"text":"${long}"}}\n`;
    const update = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","text":"${long}"}}}\n`;
    editor.send(plain);
    editor.send(update);
    editor.child.stdin!.end();
    expect(await editor.exited).toBe(5);
    expect(editor.output().equals(Buffer.from(plain + update))).toBe(true);
  });

  test('passes in chunks if it is too long to be parsed', async () => {
    const editor = await rawEditor(longLine(60, 'tool_call'));
    let bytes = 0;
    editor.child.stdout!.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    expect(await editor.exited).toBe(0);
    expect(bytes).toBe(60_000_000 + LONG_HEAD.length + LONG_TAIL.length);
  });

  test('that is no message goes to stderr', async () => {
    const editor = await rawEditor(`
      process.stdout.write('[INFO] starting\\nplain words\\n{"jsonrpc":"2.0","id":1,"result":{}}\\n\\n');
    `);
    expect(await editor.exited).toBe(0);
    expect(editor.output().toString()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
    expect(editor.stderr()).toBe('[INFO] starting\nplain words\n');
  });
});

describe('at the end', () => {
  test('the exit code is that of the agent, after all of its output', async () => {
    const editor = await rawEditor(`
      process.stdout.write('{"jsonrpc":"2.0","method":"_last","params":{"text":"' + 'x'.repeat(3_000_000) + '"}}\\n', () => process.exit(7));
    `);
    expect(await editor.exited).toBe(7);
    expect(editor.output().length).toBeGreaterThan(3_000_000);
    expect(editor.output().subarray(-4).toString()).toBe('"}}\n');
  });

  test('an agent that does not exit after its client gets SIGTERM, then SIGKILL', async () => {
    const staying = `setInterval(() => {}, 1000); process.stdin.resume();`;
    const ignoring = `process.on('SIGTERM', () => {}); ${staying}`;
    const ends = await Promise.all(
      [staying, ignoring].map(async (agent) => {
        const editor = await rawEditor(agent);
        const started = performance.now();
        editor.child.stdin!.end();
        return { code: await editor.exited, ms: performance.now() - started };
      }),
    );
    expect(ends.map(({ code }) => code)).toEqual([143, 137]);
    // Not before the time limits; a busy machine takes longer.
    expect(ends[0]!.ms).toBeGreaterThan(2_900);
    expect(ends[1]!.ms).toBeGreaterThan(5_900);
  });

  test('a signal stops the agent at once, and no process is left', async () => {
    const editor = await rawEditor(`
      process.stdout.write('{"jsonrpc":"2.0","method":"_pid","params":{"pid":' + process.pid + '}}\\n');
      process.stdin.resume();
    `);
    const { pid } = await editor.until((message) => message.params as { pid: number });
    editor.child.kill('SIGTERM');
    expect(await editor.exited).toBe(143);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('a client that closes its end of the pipe ends the agent', async () => {
    const editor = await rawEditor(`
      process.stdin.on('end', () => process.exit(0)).resume();
      setInterval(() => process.stdout.write('{"jsonrpc":"2.0","method":"_tick"}\\n'), 20);
    `);
    await editor.until((message) => message.method);
    editor.child.stdout!.destroy();
    expect(await editor.exited).toBe(0);
  });
});

describe('an agent that cannot be started', () => {
  test('is named in the error, with advice', async () => {
    const editor = await rawEditor(['no-such-agent-anywhere']);
    expect(await editor.exited).toBe(127);
    expect(editor.stderr()).toBe(
      "corvid: cannot start the agent 'no-such-agent-anywhere': spawn no-such-agent-anywhere ENOENT. Install it, or give its full path.\n",
    );
  });

  test('because none is given is a usage error', () => {
    const { status, stderr } = spawnSync(process.execPath, [corvidCommand, 'acp'], {
      encoding: 'utf8',
      input: '',
    });
    expect(status).toBe(2);
    expect(stderr).toBe(
      'corvid: acp needs the command of an agent, as in `corvid acp -- opencode acp`\nRun `corvid acp --help` for usage.\n',
    );
  });
});

test('flags after -- are passed to the agent', async () => {
  const editor = await rawEditor([
    'node',
    '-e',
    'console.error(process.argv.slice(1).join())',
    '--',
    '--help',
    '-h',
  ]);
  expect(await editor.exited).toBe(0);
  expect(editor.stderr()).toBe('--help,-h\n');
});

test.runIf(isLinux && existsSync('/usr/bin/script'))(
  'in a terminal the agent runs with inherited stdio, to log in',
  async () => {
    const folder = await temporaryFolder();
    const agent = `process.stdout.write(process.stdin.isTTY + ' ' + process.stdout.isTTY + ' ' + process.argv[2]); process.exit(4)`;
    await writeFile(join(folder, 'agent.cjs'), agent);
    const line = `${process.execPath} ${corvidCommand} acp -- ${process.execPath} ${folder}/agent.cjs --login`;
    const run = execute('/usr/bin/script', ['-qec', line, '/dev/null'], { timeout: 100_000 });
    await expect(run).rejects.toMatchObject({
      code: 4,
      stdout: expect.stringContaining('true true --login'),
    });
  },
);

test('kill -9 of the proxy leaves no process if the agent exits when its stdin ends', async () => {
  const editor = await rawEditor(`
    process.stdin.on('end', () => process.exit(0)).resume();
    process.stdout.write('{"jsonrpc":"2.0","method":"_pid","params":{"pid":' + process.pid + '}}\\n');
  `);
  const { pid } = await editor.until((message) => message.params as { pid: number });
  editor.child.kill('SIGKILL');
  await editor.exited;
  for (let waited = 0; waited < 2000 && isAlive(pid); waited += 20) await sleep(20);
  expect(isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
