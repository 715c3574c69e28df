import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../corvid-client.ts';
import { openTerminal, sharedTerminal } from './terminal-client.ts';

// What of a program's output reaches a model.

const ownShell = sharedTerminal();

test.each([
  ['carriage returns', String.raw`printf '10%%\r50%%\r100%%\n'`, '100%'],
  ['a shorter line over a longer one', String.raw`printf 'longer\rab\n'`, 'abnger'],
  ['erased lines', String.raw`printf 'longer\r\033[Kab\n'`, 'ab'],
  ['backspaces', String.raw`printf 'abc\b\bX\n'`, 'aXc'],
  ['cursor movement in a line', String.raw`printf 'abc\033[2DX\033[6GY\n'`, 'aXc  Y'],
  ['colours', String.raw`printf '\033[1;31mred\033[0m \033[38;5;1mx\033[m\n'`, 'red x'],
  [
    'titles and links',
    String.raw`printf '\033]0;title\007a\033]8;;http://x\033\\link\033]8;;\033\\\n'`,
    'alink',
  ],
  ['tabs', String.raw`printf 'a\tb\n\tc\n'`, 'a\tb\n\tc'],
  ['CRLF', String.raw`printf 'a\r\nb\r\n'`, 'a\nb'],
  ['blank lines and indentation', String.raw`printf '\n  a\n\n  b\n\n'`, '\n  a\n\n  b\n'],
  ['no final newline', "printf 'a'", 'a'],
  ['bells and other controls', String.raw`printf 'a\007b\016c\n'`, 'abc'],
  ['broken UTF-8', String.raw`printf 'a\377b\303(c\n'`, 'a\ufffdb\ufffd(c'],
  ['lines rewritten from below', String.raw`printf 'one\ntwo\n\033[2A\033[2KONE\n\033[2KTWO\n'`, 'ONE\nTWO'],
  ['a cleared screen', String.raw`printf 'before\n\033[H\033[2Jafter\n'`, 'after'],
  [
    'a full-screen program that has ended',
    String.raw`printf 'a\n\033[?1049hsecret screen\033[?1049lb\n'`,
    'a\nb',
  ],
])('%s', async (_, command, output) => {
  const { run } = await ownShell();
  expect((await run(command)).output).toBe(output);
});

test('a character that two reads cut in half is one character', async () => {
  const { run, path } = await ownShell();
  const halves = String.raw`printf 'Z\303'; until [ -e go ]; do sleep 0.05; done; printf '\274rich\n'`;
  const first = await run(halves, { timeout: 1 });
  await writeFile(path('go'), '');
  expect([first.output, (await run('')).output]).toEqual(['Z', '\u00fcrich']);
});

test('long output is cut at line ends; all of it is in a file that goes with the server', async () => {
  const { run, close } = await openTerminal();
  const { output, text, truncated, full_output_path: path } = await run('seq 1 20000');
  expect(truncated).toBe(true);
  expect(output.length).toBeLessThan(30_300);
  expect(output).toMatch(/^1\n2\n3\n/);
  expect(output).toMatch(/\n19999\n20000$/);
  const notice =
    /\n\[(\d+) characters left out, after (\d+) lines\. The whole output is in (.+) \(20000 lines, 108894 bytes\)\]\n(\d+)\n/;
  expect(text).toContain(`\n20000\n[Output was cut. The whole output: ${path}]\n`);
  expect(output.split('\n').length).toBeLessThan(1_505);
  const [, , lines, told] = notice.exec(text)!;
  expect(told).toBe(path);
  expect(output.split('\n')[Number(lines) - 1]).toBe(lines);
  const whole = await readFile(path!, 'utf8');
  expect(whole).toBe(Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join(''));
  expect((await stat(path!)).mode & 0o777).toBe(0o600);
  await close();
  // One that takes long to end is killed by the client, and another process clears up.
  await expect.poll(() => existsSync(path!)).toBe(false);
});

test('the limit of what is shown can be set', async () => {
  const { run } = await openTerminal({ flags: ['--max-output', '1000'] });
  expect((await run('seq 1 150')).truncated).toBe(false);
  const { output, truncated } = await run('seq 1 1000');
  expect(truncated).toBe(true);
  expect(output.length).toBeLessThan(1300);
});

test('the file is clean text', async () => {
  const { run } = await ownShell();
  const { full_output_path: path } = await run(
    String.raw`for i in {1..20000}; do printf '\033[32m%s\033[0m x\rok\t\n' $i; done`,
  );
  const lines = (await readFile(path!, 'utf8')).split('\n');
  expect(lines.length).toBe(20_001);
  expect(lines.slice(0, 3)).toEqual(['ok\tx', 'ok\tx', 'ok\tx'].map((_, i) => expectedLine(i + 1)));
});

function expectedLine(number: number): string {
  const cells = [...`${number} x`];
  for (const [i, character] of [...'ok\t'].entries()) cells[i] = character;
  return cells.join('');
}

test('100 MB neither hang nor stay in memory', async () => {
  const { run, pid, path } = await openTerminal();
  await writeFile(path('line'), `${'x'.repeat(99)}\n`.repeat(10_000));
  const before = await residentMb(pid);
  const answer = await run('for i in {1..100}; do cat line; done; echo end', { timeout: 50 });
  expect(answer).toMatchObject({ exit_code: 0, running: false, truncated: true });
  expect(answer.output).toMatch(/^x{99}\n[\s\S]*\nend$/);
  expect((await stat(answer.full_output_path!)).size).toBe(100_000_004);
  expect((await residentMb(pid)) - before).toBeLessThan(60);
});

test('endless output ends with the timeout and C-c', async () => {
  const { run } = await ownShell();
  const first = await run('yes', { timeout: 1 });
  expect(first).toMatchObject({ exit_code: -1, reason: 'hard', truncated: true });
  expect(first.output).toMatch(/^y\ny\n/);
  expect(await run('C-c')).toMatchObject({ exit_code: 130, running: false });
  expect((await run('echo next')).output).toBe('next');
});

test('binary output and a line of a megabyte', async () => {
  const { run } = await ownShell();
  const binary = await run('head -c 300000 /dev/urandom; echo; echo end');
  expect(binary).toMatchObject({ running: false, exit_code: 0 });
  const line = await run("head -c 1000000 /dev/zero | tr '\\0' z; echo");
  expect(line).toMatchObject({ exit_code: 0, truncated: true });
  expect(line.output).toMatch(/^z{14000,}/);
  expect((await stat(line.full_output_path!)).size).toBe(1_000_001);
  expect((await run('reset 2>/dev/null; echo next')).output).toContain('next');
});

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmRSS: 0 kB');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

test.skipIf(process.platform === 'win32')(
  'output whose file cannot be written is shown all the same, and the result says so',
  async () => {
    const folder = await temporaryFolder();
    const terminal = await openTerminal({ folder, env: { TMPDIR: folder } });
    const { output, text, exit_code, full_output_path } = await terminal.run(
      'rm -rf ~/.local/state/corvid/terminals; seq 1 100000; echo the end',
    );
    expect(exit_code).toBe(0);
    expect(output).toMatch(/^1\n2\n3\n[\s\S]*\n100000\nthe end$/);
    expect(full_output_path).toBe(null);
    expect(text).toMatch(
      /The rest is lost: its file could not be written \(ENOENT: .*\)\. Make room, or let the command print less\]/,
    );
  },
);
