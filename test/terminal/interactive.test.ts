import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTerminal, sharedTerminal } from './terminal-client.ts';

// Programs that wait for someone, keys, and time.

const ownShell = sharedTerminal();

/** Waits for the test, however slow the machine is. */
const UNTIL_GO = 'until [ -e go ]; do sleep 0.05; done';

const WAITS = '[Process still running (waits for input)]';

test('read: a question is recognised and answered', async () => {
  const { run, type } = await ownShell();
  const asked = await run('read -p "name? " name; echo "hello $name"');
  expect(asked).toMatchObject({ output: 'name? ', exit_code: -1, running: true, reason: 'input' });
  expect(asked.text).toContain(
    `${WAITS}\nAnswer with is_input: true or a key ("ENTER" presses Enter alone); "C-c" interrupts it.`,
  );
  expect(await type('  bob ')).toMatchObject({ output: '  bob \nhello bob', exit_code: 0, running: false });
});

test('an empty text types nothing, and the result tells how to press Enter', async () => {
  const { run, type } = await ownShell();
  await run('read -p "sure? [Y] " answer; echo "[$answer]"');
  const unanswered = await type('');
  expect(unanswered).toMatchObject({ output: '', running: true, reason: 'input' });
  expect(unanswered.text).toContain('("ENTER" presses Enter alone)');
  expect(await run('ENTER')).toMatchObject({ output: '\n[]', exit_code: 0, running: false });
});

test('a password is asked for without echo', async () => {
  const { run, type } = await ownShell();
  const asked = await run(`read -rsp "Password: " p; echo; echo \${#p}`);
  expect(asked).toMatchObject({ output: 'Password: ', running: true });
  expect(await type('geheim')).toMatchObject({ output: '\n6', exit_code: 0 });
});

test('a program that reads /dev/tty is recognised', async () => {
  const { run, type } = await ownShell();
  expect(await run('echo data | sh -c \'printf "sure? "; read a </dev/tty; echo "$a"\'')).toMatchObject({
    output: 'sure? ',
    reason: 'input',
  });
  expect(await type('yes')).toMatchObject({ output: 'yes\nyes', exit_code: 0 });
});

test('a silent reader is recognised, also after a while', async () => {
  const { run } = await ownShell();
  const started = performance.now();
  expect(await run('sleep 1; cat')).toMatchObject({ output: '', reason: 'input' });
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await run('C-d')).toMatchObject({ exit_code: 0 });
});

test('a Python REPL', async () => {
  const { run, type } = await ownShell();
  expect(await run('python3 -q')).toMatchObject({ output: '>>> ', reason: 'input' });
  expect((await type('6 * 7')).output).toBe('6 * 7\n42\n>>> ');
  expect((await type('for i in range(2):\n    print(i)\n\n')).output).toContain('\n0\n1\n>>> ');
  expect((await type("input('? ')")).output).toContain('? ');
  expect((await type('x')).output).toContain("'x'");
  expect(await run('C-d')).toMatchObject({ running: false, exit_code: 0 });
});

test('a Node REPL', async () => {
  const { run, type } = await ownShell();
  expect((await run('NO_COLOR=1 node')).output).toMatch(/> $/);
  expect((await type('6 * 7')).output).toMatch(/42\n> $/);
  expect(await type('.exit')).toMatchObject({ running: false, exit_code: 0 });
});

test('less shows a page and is left by its key', async () => {
  const { run, type } = await ownShell();
  const page = await run('seq 1 200 | less');
  expect(page).toMatchObject({ running: true, reason: 'input' });
  expect(page.text).toContain('[Screen of the program:]\n1\n2\n3\n');
  expect(page.output).not.toContain('\x1b');
  expect((await run('PGDN')).output).toContain('\n60\n');
  expect(await type('q')).toMatchObject({ running: false, exit_code: 0, output: '' });
});

test('vim writes a file', async () => {
  const { run, type } = await ownShell();
  const screen = await run('vim -u NONE -N note.txt');
  expect(screen.reason).toBe('input');
  expect(screen.output).toMatch(/^\n~\n~\n/);
  await type('ihello from vim');
  expect((await run('ESC')).output).toContain('hello from vim');
  expect(await type(':wq')).toMatchObject({ running: false, exit_code: 0, output: '' });
  expect((await run('cat note.txt')).output).toBe('hello from vim\n');
});

test('top shows its screen and ends', async () => {
  const { run, type } = await ownShell();
  const screen = await run('top -d 5');
  expect(screen.running).toBe(true);
  expect(screen.output).toMatch(/PID\s+USER/);
  expect(await type('q')).toMatchObject({ running: false, exit_code: 0 });
});

test('C-c ends sleep and the rest of the line', async () => {
  const { run } = await ownShell();
  expect(await run('sleep 100; echo not reached', { timeout: 0.3 })).toMatchObject({ exit_code: -1 });
  expect(await run('C-c')).toMatchObject({ output: '^C', exit_code: 130, running: false });
  expect((await run('echo next')).output).toBe('next');
});

test('a process that ignores C-c is told, and the way to end it', async () => {
  const { run } = await ownShell();
  await run('sh -c \'trap "" INT; sleep 100\'', { timeout: 0.3 });
  const ignored = await run('C-c');
  expect(ignored).toMatchObject({ running: true, reason: 'ignored' });
  expect(ignored.text).toContain(
    '[Process still running (the key did not end it)]\nSend "" to wait, "C-\\" to quit it, or reset: true to kill everything.',
  );
  expect(await run('C-\\')).toMatchObject({ running: false, exit_code: 131 });
});

test('C-z, bg and fg', async () => {
  const { run } = await ownShell();
  await run('sleep 1.5', { timeout: 0.3 });
  expect(await run('C-z')).toMatchObject({ exit_code: 148, running: false });
  expect((await run('jobs')).output).toMatch(/\[1\]\+\s+Stopped\s+sleep 1.5/);
  expect((await run('bg')).exit_code).toBe(0);
  expect(await run('fg')).toMatchObject({ exit_code: 0, running: false });
});

test('keys work with and without is_input; text that only begins like one is text', async () => {
  const { run, type } = await ownShell();
  await run('cat');
  expect((await type('C-cat')).output).toBe('C-cat\nC-cat');
  expect(await type('C-c')).toMatchObject({ exit_code: 130 });
});

test('a soft timeout, reading on, and completion: no output is lost or shown twice', async () => {
  const { run } = await openTerminal({ flags: ['--soft-timeout', '1'] });
  const first = await run('for i in 1 2 3; do echo $i; sleep 1.4; done; echo end');
  expect(first).toMatchObject({ exit_code: -1, reason: 'soft' });
  expect(first.text).toMatch(
    /\[Process still running \(soft timeout\)\]\nWaited [\d.]+ s; `timeout` can be raised to wait longer\. Send "" to wait for more, is_input: true to type into it, or "C-c" to interrupt it\.$/,
  );
  const outputs = [first.output];
  for (let calls = 0; calls < 10 && !outputs.at(-1)!.endsWith('end'); calls++)
    outputs.push((await run('')).output);
  expect(outputs.filter(Boolean).join('\n')).toBe('1\n2\n3\nend');
  expect((await run('')).text).toContain(
    'NOTHING_RUNNING: No command is running in terminal "main" to read from.\nSend a command without is_input to run it.',
  );
});

test('typed text that ends with a line break presses Enter once', async () => {
  const { run, type } = await ownShell();
  await run('read -r one; read -r two; echo "[$one][$two]"');
  expect((await type('first\n')).running).toBe(true);
  expect((await type('\n')).output).toContain('[first][]');
});

test('what ended between two calls is told by the next one', async () => {
  const { run, path } = await ownShell();
  const command = (end: string) => `rm -f go; echo early; ${UNTIL_GO}; echo late; ${end}`;
  expect(await run(command('exit_with() { return 5; }; exit_with'), { timeout: 1 })).toMatchObject({
    output: 'early',
    reason: 'hard',
  });
  await writeFile(path('go'), '');
  await sleep(1000);
  expect(await run('')).toMatchObject({ output: 'late', exit_code: 5, running: false });
  await run(command('touch over'), { timeout: 1 });
  await writeFile(path('go'), '');
  await expect.poll(() => existsSync(path('over'))).toBe(true);
  await sleep(500);
  const next = await run('echo next');
  expect(next.output).toBe('next');
  expect(next.text).toContain(
    '[The previous command ended meanwhile with exit code 0. Its last output:\nlate]',
  );
});

test('a command while one runs is refused with its new output and the way out', async () => {
  const { run, path } = await ownShell();
  const command = `echo one; ${UNTIL_GO}; echo two; touch over; sleep 100`;
  await run(command, { timeout: 1 });
  await writeFile(path('go'), '');
  await expect.poll(() => existsSync(path('over'))).toBe(true);
  // What it has printed is still on its way to the server.
  await sleep(300);
  const refused = await run('ls');
  expect(refused.failed).toBe(true);
  expect(refused.text).toContain(
    `BUSY: The command "ls" was NOT run: "${command}" still runs in terminal "main".\nIts new output:\ntwo\nSend "" to wait for it, `,
  );
  expect(await run('C-c')).toMatchObject({ exit_code: 130, output: '^C' });
});

test.each([
  ['text', 'yes', { is_input: true }, 'to type "yes" into'],
  ['a key', 'C-c', {}, 'to send C-c to'],
  ['nothing', '', { is_input: true }, 'to read from'],
])('an idle shell gets no %s', async (_, command, more, purpose) => {
  const { run } = await ownShell();
  await run('true');
  expect((await run(command, more)).text).toContain(
    `NOTHING_RUNNING: No command is running in terminal "main" ${purpose}.`,
  );
  expect((await run('echo ok')).output).toBe('ok');
});

test('what a program leaves unread is not taken for a command', async () => {
  const { run, type } = await ownShell();
  await run('sleep 1', { timeout: 0.2 });
  await type('touch should-not-exist', { timeout: 0.1 });
  await run('', { timeout: 5 });
  expect((await run('ls')).output).toBe('');
});

test('a line that a terminal cannot take is refused', async () => {
  const { run, type } = await ownShell();
  await run('cat > file');
  const refused = await type('x'.repeat(5000));
  expect(refused.text).toContain(
    'A line of 5000 bytes cannot be typed: the program reads lines, and a terminal takes at most 4095 bytes in one.\nNothing was typed. ',
  );
  await type('y'.repeat(4000));
  await run('C-d');
  expect((await run('wc -c < file')).output).toBe('4001');
});

test('input goes to the program while another call waits for it', async () => {
  const { run, type } = await ownShell();
  const waiting = run('sleep 0.5; read -t 20 x; echo "got $x"', { timeout: 10 });
  await sleep(300);
  const typed = await type('early');
  expect([(await waiting).output, typed.output].join('')).toContain('got early');
});

test('what ended in another terminal is reported once, with its exit code and last line', async () => {
  const { run, path } = await ownShell();
  await run(`cd "$PWD"; ${UNTIL_GO}; echo almost; echo over; touch over; (exit 6)`, {
    terminal: 'other',
    timeout: 0.3,
  });
  await run('(until [ -e go ]; do sleep 0.05; done; echo job; touch job; exit 5) &', { terminal: 'third' });
  await writeFile(path('go'), '');
  await expect.poll(() => existsSync(path('over')) && existsSync(path('job'))).toBe(true);
  await sleep(500);
  const next = await run('echo next');
  expect(next.output).toBe('next');
  expect(next.text).toMatch(/\[Terminal "other": `cd .*` ended with exit code 6; last line: over\.\]/);
  expect(next.text).toMatch(
    /\[Terminal "third": background job \d+ \(.*\) ended with exit code 5; last line: job\.\]/,
  );
  expect((await run('echo again')).text).not.toContain('Terminal "');
  expect(await run('', { terminal: 'other' })).toMatchObject({ output: 'almost\nover', exit_code: 6 });
});
