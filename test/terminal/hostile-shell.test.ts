import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../corvid-client.ts';
import { openTerminal, sharedTerminal } from './terminal-client.ts';

// Shells that were changed, broken or ended: the next command must work, with its true exit code.

const ownShell = sharedTerminal();

const FAKE = String.raw`printf '\033]633;00000000000000000000000000000000;D\0371\03799\0371\037/fake\037\037\037\007'; printf '\033]633;D;0\007\033]133;D;0\007###PS1JSON###\n{}\n###PS1END###\n'`;

test.each([
  ['output that imitates the marker', FAKE],
  ['a changed PS1', 'PS1="custom \\w> "'],
  ['an unset PS1', 'unset PS1'],
  ['a readonly PS1', 'PS1="fixed> "; readonly PS1'],
  ['a changed PROMPT_COMMAND', 'PROMPT_COMMAND="true"'],
  ['an unset PROMPT_COMMAND', 'unset PROMPT_COMMAND'],
  ['PROMPT_COMMAND as an array', 'PROMPT_COMMAND=(true "true two")'],
  ['a readonly PROMPT_COMMAND', 'PROMPT_COMMAND="true"; readonly PROMPT_COMMAND'],
  ['PROMPT_COMMAND around the old one', 'PROMPT_COMMAND="true; $PROMPT_COMMAND; true"'],
  ['a PROMPT_COMMAND that fails', 'PROMPT_COMMAND="false"'],
  ['a DEBUG trap', 'trap "echo debug" DEBUG; trap - DEBUG; trap ": debug" DEBUG'],
  ['an ERR trap', 'trap "echo failed" ERR'],
  ['set -u', 'set -u'],
  ['set -x', 'set -x; set +x 2>/dev/null'],
  ['set -o posix', 'set -o posix'],
  ['set -f', 'set -f'],
  ['set -T', 'set -T'],
  ['set -v', 'set -v; set +v'],
  ['a strange IFS', 'IFS=0123456789/'],
  [
    'shadowed builtins',
    'printf() { echo shadowed; }; read() { echo shadowed; }; eval() { echo shadowed; }; trap() { :; }; hash() { :; }',
  ],
  ['aliased builtins', "alias printf='echo aliased'; alias builtin='echo aliased'; unalias builtin"],
  ['an empty PATH', 'old=$PATH; PATH='],
  ['redirected output', 'exec 3>&1 4>&2 >out.txt 2>&1; echo lost; exec >&3 2>&4'],
  ['raw mode left on', 'stty raw -echo'],
  ['echo off', 'stty -echo'],
  ['the alternate screen left on', "printf '\\033[?1049h'"],
  ['a deleted directory', 'mkdir gone; cd gone; rmdir ../gone; cd ..'],
  ['history and its expansion on', 'set -o history -H; shopt -s histverify'],
  ['a nested shell that ended', 'bash -c "exit 3"; true'],
  ['a time format', 'TIMEFORMAT=x; time true 2>/dev/null'],
  ['a background job that prints without end', '{ while :; do echo noise; sleep 0.01; done; } & sleep 0.05'],
])('%s', async (_, change) => {
  const { run } = await ownShell();
  expect((await run(change)).running).toBe(false);
  expect(await run('(exit 3)')).toMatchObject({ exit_code: 3, running: false });
  const { output, exit_code } = await run('echo "one two"');
  expect({ output: output.replace(/(noise\n?)+/g, ''), exit_code }).toMatchObject({
    output: expect.stringMatching(/^one two$/),
    exit_code: 0,
  });
});

test('a prompt that cannot be taken away is not shown as output', async () => {
  const { run } = await ownShell();
  await run('PS1="fixed> "; readonly PS1');
  expect((await run('echo a')).text).toMatch(/^a\n\[Command completed/);
});

test('set -x shows the command and nothing of the machinery', async () => {
  const { run } = await ownShell();
  expect(await run('set -x')).toMatchObject({ output: '', exit_code: 0 });
  for (const _ of [1, 2]) {
    const { output, notes } = await run('echo a');
    expect({ output, notes }).toEqual({ output: '++ echo a\na', notes: undefined });
  }
  expect((await run('set +x')).output).toBe('++ set +x');
  expect(await run('echo b')).toMatchObject({ output: 'b', exit_code: 0 });
});

test('set -x leaves $? as it was', async () => {
  const { run } = await ownShell();
  await run('set -x');
  await run('(exit 7)');
  expect((await run('echo $?')).output).toBe('++ echo 7\n7');
});

test('set -v shows the lines and nothing of the machinery', async () => {
  const { run } = await ownShell();
  expect(await run('set -v')).toMatchObject({ output: '', exit_code: 0 });
  for (const _ of [1, 2]) {
    const { output, notes } = await run('echo a\necho b');
    expect({ output, notes }).toEqual({ output: 'echo a\na\necho b\nb', notes: undefined });
  }
  expect((await run('set +v')).output).toBe('set +v');
  expect(await run('echo b')).toMatchObject({ output: 'b', exit_code: 0 });
});

test('set -xv shows nothing of the machinery when a command is interrupted or ends the shell', async () => {
  const { run } = await ownShell();
  await run('set -xv');
  expect((await run('sleep 100', { timeout: 0.3 })).output).toBe('sleep 100\n++ sleep 100');
  const interrupted = await run('C-c');
  expect(interrupted).toMatchObject({ output: '^C', exit_code: 130 });
  const next = await run('echo a');
  expect(next.output).toBe('echo a\n++ echo a\na');
  const ended = await run('exit 3');
  expect(ended).toMatchObject({ output: 'exit 3\n++ exit 3', exit_code: 3 });
  const texts = [interrupted, next, ended].map(({ text }) => text).join('\n');
  expect(texts).not.toMatch(/__corvid|background/);
});

test('set -u names the variable, and the line ends there', async () => {
  const { run } = await ownShell();
  await run('set -u');
  const answer = await run('echo $nowhere; echo not reached');
  expect(answer.output).toBe('bash: nowhere: unbound variable');
  expect(answer.exit_code).not.toBe(0);
});

test('a redirected shell still tells when it is done', async () => {
  const { run } = await ownShell();
  expect((await run('exec >out.txt 2>&1')).exit_code).toBe(0);
  expect(await run('echo into the file; false')).toMatchObject({ output: '', exit_code: 1 });
  expect((await run('exec >/dev/tty 2>&1; cat out.txt')).output).toBe('into the file');
});

test('C-c works in a terminal that was left in raw mode', async () => {
  const { run } = await ownShell();
  await run('stty raw');
  await run('sleep 100', { timeout: 0.3 });
  expect((await run('C-c')).running).toBe(false);
});

test('C-c works with a replaced prompt', async () => {
  const { run } = await ownShell();
  await run('PROMPT_COMMAND=true; readonly PROMPT_COMMAND');
  await run('for i in 1 2 3; do sleep 100; done', { timeout: 0.3 });
  expect(await run('C-c')).toMatchObject({ running: false, exit_code: 130 });
  expect((await run('echo next')).output).toBe('next');
});

test('a directory whose name is code runs nothing', async () => {
  const { run, folder } = await ownShell();
  const name = '$(touch x)"`touch y`\\;\n\t\u00e9 \'q';
  const made = await run(`mkdir -p "$(cat <<'EOF'\n${name}\nEOF\n)" && cd "$(cat <<'EOF'\n${name}\nEOF\n)"`);
  expect(made).toMatchObject({ exit_code: 0, working_dir: join(folder, name) });
  await run('true');
  expect(await readdir(join(folder, name))).toEqual([]);
  expect((await readdir(folder)).filter((entry) => !entry.startsWith('.'))).toEqual([name]);
});

test.each([
  ['exit 3', 3],
  ['set -e; false', 1],
  ['cd sub; exit 4', 4],
])('%s: the true exit code, and a new shell with what was exported', async (command, code) => {
  const { run, folder } = await ownShell();
  await run('mkdir sub; export kept="a b"; plain=lost; f() { echo "f $kept"; }; alias g="f"; umask 077');
  const ended = await run(`echo last words; ${command}`);
  expect(ended).toMatchObject({ exit_code: code, output: 'last words', running: false });
  expect(ended.text).toContain(
    `[The shell ended with exit code ${code}. A new one runs in the last directory; exported variables, functions and aliases were restored.]`,
  );
  expect((await run('f; g; echo "[$plain]"; umask')).output).toBe('f a b\nf a b\n[]\n0077');
  expect((await run('pwd')).output).toBe(command.startsWith('cd') ? join(folder, 'sub') : folder);
});

test('kill -9 $$: a new shell in the last directory', async () => {
  const { run, folder } = await ownShell();
  await run('mkdir sub; cd sub; export lost=1');
  const ended = await run('kill -9 $$');
  expect(ended).toMatchObject({ exit_code: 137, running: false });
  expect(ended.text).toContain(
    '[The shell ended with exit code 137. A new one runs in the last directory; variables, functions and aliases are lost.]',
  );
  expect((await run('pwd; echo "[$lost]"')).output).toBe(`${join(folder, 'sub')}\n[]`);
});

test.each([
  ['exit 3', 'exported variables, functions and aliases were restored'],
  ['kill -9 $$', 'variables, functions and aliases are lost'],
])('%s in a directory that is gone: where the new shell is, and why', async (command, kept) => {
  const { run, folder } = await ownShell();
  await run('mkdir -p gone/sub; cd gone/sub; rm -r ../../gone');
  const ended = await run(command);
  expect(ended.working_dir).toBe(folder);
  expect(ended.text).toContain(
    `A new one runs in ${folder}, because the last directory, ${folder}/gone/sub, is gone or cannot be entered; ${kept}.]`,
  );
  expect(await run('pwd -P; echo "$PWD"')).toMatchObject({
    output: `${folder}\n${folder}`,
    working_dir: folder,
  });
});

test('a command that leaves its directory, removes it and ends the shell', async () => {
  const { run, folder } = await ownShell();
  const ended = await run('mkdir gone; cd gone; rmdir ../gone; exit 3');
  expect(ended).toMatchObject({ exit_code: 3, working_dir: folder });
  expect(ended.text).toContain(`because the last directory, ${folder}/gone, is gone`);
});

test.each(['exit 3', 'kill -9 $$'])('%s in a directory behind a link', async (command) => {
  const { run, folder } = await ownShell();
  await run('mkdir real; ln -s real link; cd link');
  expect(await run(command)).toMatchObject({ working_dir: join(folder, 'link') });
});

test.skipIf(process.platform === 'darwin').each(['exit 3', 'kill -9 $$'])(
  '%s in a directory whose name is not UTF-8',
  async (command) => {
    const { run } = await ownShell();
    await run("mkdir $'\\xe9'; cd $'\\xe9'; touch here");
    expect((await run(command)).text).toContain('A new one runs in the last directory;');
    expect((await run("ls; rm -r ../$'\\xe9'")).output).toBe('here');
  },
);

test('exec replaces the shell until it ends', async () => {
  const { run, type } = await ownShell();
  expect((await run('exec cat')).reason).toBe('input');
  expect((await type('hello')).output).toBe('hello\nhello');
  expect(await run('C-d')).toMatchObject({ exit_code: 0, running: false });
  expect((await run('echo new shell')).output).toBe('new shell');
});

test('a nested shell is a program like others', async () => {
  const { run, type } = await ownShell();
  expect((await run('bash --norc')).reason).toBe('input');
  expect((await type('echo $((6 * 7))')).output).toContain('42');
  expect(await type('exit 9')).toMatchObject({ exit_code: 9, running: false });
});

test('a background job prints between commands, and the next result tells', async () => {
  const { run, path } = await ownShell();
  await run('(until [ -e go ]; do sleep 0.05; done; echo from the background; touch over) &');
  await writeFile(path('go'), '');
  await expect.poll(() => existsSync(path('over'))).toBe(true);
  // What it has printed is still on its way to the server.
  await sleep(300);
  const next = await run('echo next');
  expect(next.output).toBe('next');
  expect(next.text).toContain('[Output of background jobs:]\nfrom the background\n');
});

test.each([
  ['prints', 'echo noise; echo more >&2', undefined],
  ['ends the shell', 'exit 5', '[~/.bashrc ended the shell, so this shell was started without it.]'],
  ['changes the options', 'set -eu; PS1="x "; PROMPT_COMMAND="echo hi"', undefined],
  ['hangs', 'sleep 60', '[~/.bashrc took more than 5 s, so this shell was started without it.]'],
])('a ~/.bashrc that %s', async (_, bashrc, note) => {
  const home = await temporaryFolder();
  await writeFile(join(home, '.bashrc'), `from_bashrc=1\n${bashrc}\n`);
  const { run } = await openTerminal({ env: { HOME: home } });
  const first = await run(`echo "[\${from_bashrc-}]"; (exit 3)`);
  expect(first).toMatchObject({ output: note ? '[]' : '[1]', exit_code: 3 });
  if (note) expect(first.text).toContain(note);
  else expect(first.notes).toBeUndefined();
});

test('a hundred resets', async () => {
  const { run, folder } = await ownShell();
  await run('mkdir sub');
  for (let round = 0; round < 100; round++) {
    await run(`cd sub; x=${round}; sleep 1000 &`);
    const reset = await run('', { reset: true });
    expect(reset.text).toContain('[The terminal was reset: a new shell in the original directory.]');
    expect(reset.working_dir).toBe(folder);
  }
  expect((await run('echo "[$x]"; jobs')).output).toBe('[]');
});

test('reset runs a command in the new shell, and not with is_input', async () => {
  const { run } = await ownShell();
  await run('x=1; sleep 100', { timeout: 0.2 });
  expect(await run('echo "[$x]"', { reset: true })).toMatchObject({ output: '[]', exit_code: 0 });
  expect((await run('x', { reset: true, is_input: true })).text).toContain(
    'reset and is_input cannot be combined: after a reset nothing runs. Send one of them.',
  );
});

test('a shell that has no successor ends no server, and a reset gives a new one', async () => {
  const { run } = await openTerminal();
  // What the next shell is to restore ends it, each time.
  await run(`trap 'echo "kill -9 \\$\\$" >"$__corvid_own/saved"' EXIT; exit 3`);
  expect((await run('echo next')).text).toContain('ended before it was ready');
  expect((await run('echo new', { reset: true })).output).toBe('new');
});
