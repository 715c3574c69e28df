import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { openTerminal, sharedTerminal } from './terminal-client.ts';

// What stays between calls, and what a command may look like.

const ownShell = sharedTerminal();

type Step = readonly [command: string, output: string, exitCode?: number];

const scenarios: readonly (readonly [name: string, ...Step[]])[] = [
  ['the directory', ['mkdir -p a/b && cd a/b', ''], ['basename "$PWD"', 'b']],
  [
    'variables, exported or not',
    ['x=1; export y=2', ''],
    ['echo $x $y; sh -c \'echo "[$x$y]"\'', '1 2\n[2]'],
  ],
  [
    'arrays and declared variables',
    ['declare -a list=(a b); declare -i n=2+3', ''],
    [`echo \${list[1]} $n`, 'b 5'],
  ],
  ['functions', ['greet() { echo "hi $1"; }', ''], ['greet you', 'hi you']],
  ['aliases', ["alias say='echo said'", ''], ['say it', 'said it']],
  ['the umask', ['umask 027', ''], ['umask', '0027']],
  ['shell options', ['shopt -s nullglob; set -o pipefail', ''], ['echo *.none; false | true', '', 1]],
  ['the exit code, for the next command', ['(exit 7)', '', 7], ['echo $?', '7']],
  [
    'exit codes as they are',
    ['true', '', 0],
    ['false', '', 1],
    ['exit_code() { return 42; }; exit_code', '', 42],
    ['no-such-command 2>/dev/null', '', 127],
  ],
  ['a pipeline', ['printf "b\\na\\n" | sort | tr a-z A-Z', 'A\nB'], ['true | false', '', 1]],
  [
    'several lines',
    ['echo one\necho two\n\n# a comment\nfor i in 3 4; do\n  echo $i\ndone', 'one\ntwo\n3\n4'],
  ],
  ['only a comment', ['# nothing', '']],
  [
    'a heredoc with tabs and quotes',
    ["cat <<'EOF'\n\ta \"b\" 'c' $d `e` \\f\nEOF", '\ta "b" \'c\' $d `e` \\f'],
  ],
  ['CRLF line ends', ['mkdir d\r\ncd d\r\nbasename "$PWD"\r\n', 'd']],
  ['Unicode', ['echo "Zürich 日本語 🎉"', 'Zürich 日本語 🎉']],
  ['quoting', [`echo "a'b" 'c"d' e\\ f $'g\\th'`, `a'b c"d e f g\th`]],
  ['find with an escaped semicolon', ['touch f.txt; find . -name f.txt -exec echo {} \\;', './f.txt']],
  ['an exclamation mark', ['echo "hey!" !x', 'hey! !x']],
  [
    'an unterminated quotation, at once',
    [
      "echo 'a",
      "line 1: a quotation, substitution or bracket is not closed: the closing ' is missing. Nothing was run.",
      2,
    ],
    ['echo next', 'next'],
    ['{ echo braces; }', 'braces'],
  ],
  [
    'a syntax error, at once',
    ['if then', "line 1: syntax error near unexpected token `then'. Nothing was run.", 2],
    ['if true; then echo next; fi', 'next'],
  ],
  [
    'an unterminated block',
    [
      'for i in 1 2; do echo',
      'line 2: a block or list is not complete: its end (fi, done, esac, } or a bracket) or the next command is missing. Nothing was run.',
      2,
    ],
    ['echo next', 'next'],
  ],
  ['a command in a subshell', ['(cd /; pwd); basename "$PWD" | wc -l', '/\n1']],
  ['exported functions', ['f() { echo exported; }; export -f f; bash -c f', 'exported']],
  [
    'trap on a signal',
    ["trap 'echo caught' USR1; kill -USR1 $$", 'caught'],
    ['kill -USR1 $$; true', 'caught'],
  ],
  ['NUL bytes are left out', ['echo a\u0000b', 'ab']],
];

test.each(scenarios.map(([name, ...steps]) => ({ name, steps })))('$name', async ({ steps }) => {
  const { run } = await ownShell();
  for (const [command, output, exitCode = 0] of steps) {
    const answer = await run(command);
    expect({ command, output: answer.output, code: answer.exit_code }).toEqual({
      command,
      output,
      code: exitCode,
    });
  }
});

test('a result says where the shell is and how the command ended, in text and for programs', async () => {
  const { run, folder } = await ownShell();
  const answer = await run('echo hi; sleep 0 & wait; false');
  expect(answer.text).toMatch(/\[Command completed with exit code 1\]$/);
  expect(answer.text).toContain(`\n[Current working directory: ${folder}]\n`);
  expect(answer.text).toMatch(/^\[1\] \d+\nhi\n|^hi\n/);
  expect(answer).toMatchObject({
    exit_code: 1,
    working_dir: folder,
    username: 'tester',
    running: false,
    truncated: false,
    full_output_path: null,
    pid: expect.any(Number),
    hostname: expect.stringMatching(/./),
  });
});

test('a result says where the shell is when that is new, or when a command fails', async () => {
  const { run, folder } = await ownShell();
  const place = `[Current working directory: ${folder}]`;
  const [first, second, moved, failed] = [
    await run('true'),
    await run('echo again'),
    await run('cd /'),
    await run('false'),
  ];
  expect(first.text).toContain(place);
  expect(second.text).toBe('again\n[Command completed with exit code 0]');
  expect(second.working_dir).toBe(folder);
  expect(moved.text).toBe('[Current working directory: /]\n[Command completed with exit code 0]');
  expect(failed.text).toBe('[Current working directory: /]\n[Command completed with exit code 1]');
});

test.each([
  ['["ls", "-la", "my file"]', "Give `ls -la 'my file'`"],
  ['{"command": "git status"}', 'Give `git status`'],
  ["{'command': 'git status', 'timeout': None}", 'Give `git status`'],
  ["['echo', 'it\\'s']", "Give `echo 'it'\\''s'`"],
  ['None', 'Give a command, such as `ls -la`'],
])('a value given as a command is refused, with what to give instead: %s', async (command, instead) => {
  const { run } = await ownShell();
  expect((await run(command)).text).toBe(
    `Error -32600 INVALID_PARAMS: Invalid \`command\` parameter: ${command}. It is a value and not a command, so nothing was run. ${instead}; "" reads on from a running command.`,
  );
});

test.each(['[ -d . ] && echo yes', '(echo a, b)', '{ echo yes; }', '[[ -n x ]]', 'true'])(
  'what bash can run is no value: %s',
  async (command) => {
    const { run } = await ownShell();
    expect(await run(command)).toMatchObject({ exit_code: 0 });
  },
);

test('a user whom the environment does not name is told all the same', async () => {
  const { run } = await openTerminal({ env: { USER: '' } });
  expect(await run('echo "[$USER]"')).toMatchObject({ output: '[]', username: userInfo().username });
});

test('a virtual environment stays active, and its interpreter is told', async () => {
  const { run, path } = await ownShell();
  await mkdir(path('venv/bin'), { recursive: true });
  await writeFile(path('venv/bin/python'), '#!/bin/sh\necho venv python\n', { mode: 0o755 });
  await writeFile(
    path('venv/bin/activate'),
    `_OLD_VIRTUAL_PS1="\${PS1:-}"; PS1="(venv) \${PS1:-}"; export VIRTUAL_ENV='${path('venv')}' PATH="${path('venv/bin')}:$PATH"; hash -r\n`,
  );
  const activated = await run('source venv/bin/activate');
  expect(activated.text).toContain(`[Python interpreter: ${path('venv/bin/python')}]`);
  expect(await run('python; echo "$PS1" | cut -c1-6')).toMatchObject({ output: 'venv python\n(venv)' });
});

test('a megabyte of command text arrives whole', async () => {
  const { run } = await ownShell();
  const line = `${'x'.repeat(99)}\n`;
  const answer = await run(
    `cat > big <<'EOF'\n${line.repeat(10_000)}EOF\nwc -c < big; md5sum < big | cut -c1-8`,
  );
  expect(answer.output.split('\n')[0]!.trim()).toBe('1000000');
  expect(await run(`echo ${'y'.repeat(100_000)} | wc -c`)).toMatchObject({ output: '100001' });
});

test('two calls at once run one after the other', async () => {
  const { run } = await ownShell();
  const [first, second] = await Promise.all([run('sleep 0.2; echo first'), run('echo second')]);
  expect([first.output, second.output]).toEqual(['first', 'second']);
});

test('two terminals run side by side and know nothing of each other', async () => {
  const { run } = await ownShell();
  const long = run('v=left; sleep 0.5; echo $v', { terminal: 'left' });
  const short = await run('v=right; echo $v', { terminal: 'right' });
  expect(short.output).toBe('right');
  expect((await long).output).toBe('left');
  expect((await run('echo "[$v]"')).output).toBe('[]');
});

test('a terminal name that could be a path is refused', async () => {
  const { run } = await ownShell();
  expect((await run('ls', { terminal: '../x' })).text).toContain(
    'Invalid `terminal` parameter: ../x. Use letters, digits, dots, dashes and underscores.',
  );
});

test('at most sixteen terminals are opened', async () => {
  const { run } = await openTerminal();
  const names = Array.from({ length: 16 }, (_, i) => `t${i}`);
  await Promise.all(names.map((terminal) => run('true', { terminal })));
  expect((await run('true', { terminal: 'one-more' })).text).toContain(
    'BUSY: There are 16 terminals already, and no more are opened: t0, t1, ',
  );
});
