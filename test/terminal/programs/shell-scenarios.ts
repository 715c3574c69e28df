import type { Scenario } from './scenario.ts';

// The user's own shell after each command: nothing of ours is in it, and nothing breaks it.

export const shellScenarios: readonly Scenario[] = [
  {
    name: 'a command whose shell ends before it starts runs in the next one',
    steps: [
      { run: 'exec </dev/null; echo x', output: 'x' },
      { run: 'touch f; echo eof', output: 'eof', code: 0, text: /The shell ended with exit code 0\./ },
      { run: 'ls', output: 'f' },
    ],
  },
  {
    name: 'a shell that reads its commands from a file',
    steps: [
      { run: 'printf "echo from the file\\n" >in; exec <in' },
      { run: 'echo second; (exit 4)', output: /second$/, code: 4 },
    ],
  },
  {
    name: 'exit with stopped jobs leaves at the second attempt',
    steps: [
      { run: 'sleep 3013', more: { timeout: 0.3 } },
      { run: 'C-z', code: 148 },
      { run: 'exit 3', output: 'exit\nThere are stopped jobs.', code: 1 },
      { run: 'exit 3', code: 3, text: /The shell ended with exit code 3/ },
    ],
  },
  {
    name: 'what bash keeps of the last command',
    steps: [
      { run: 'echo one two', output: 'one two' },
      { run: 'echo "$_"', output: 'two' },
      { run: 'false | true | (exit 3)', code: 3 },
      { run: `echo "$? \${PIPESTATUS[*]}"`, output: '3 1 0 3' },
      { run: 'sleep 0.1 & echo $! >pid', code: 0 },
      { run: '[ "$!" = "$(cat pid)" ] && echo same', output: 'same' },
      { run: '(exit 7)', code: 7 },
      { run: 'echo $?', output: '7' },
      { run: '[[ abc =~ b(.) ]]', code: 0 },
      { run: `echo "\${BASH_REMATCH[1]}"`, output: 'c' },
    ],
  },
  {
    name: "the user's PROMPT_COMMAND sees the real exit code",
    steps: [
      { run: "PROMPT_COMMAND='last=$?'" },
      { run: '(exit 7)', code: 7 },
      { run: 'echo "$last"', output: '7' },
    ],
  },
  {
    name: 'traps run for the commands of the user alone',
    steps: [
      { run: `trap 'echo "before $BASH_COMMAND"' DEBUG`, output: '' },
      { run: 'echo a', output: 'before echo a\na' },
      { run: 'trap - DEBUG', output: 'before trap - DEBUG' },
      { run: 'trap "echo failed" ERR', output: '' },
      { run: '(exit 7)', output: 'failed', code: 7 },
      { run: 'echo $?; trap -p ERR', output: "7\ntrap -- 'echo failed' ERR" },
    ],
  },
  {
    name: 'the history has the commands as they were given',
    steps: [
      { run: 'echo first' },
      { run: 'history', output: /\d+ {2}echo first\n\s+\d+ {2}history$/, not: /corvid_/ },
    ],
  },
  ...['builtin() { echo no; }', "alias builtin='echo no' eval='echo no'", 'eval() { echo no; }'].map(
    (change) => ({
      name: `after ${change}`,
      steps: [
        { run: change, code: 0 },
        { run: 'echo ok', output: 'ok', code: 0 },
        { run: '(exit 3)', code: 3 },
      ],
    }),
  ),
  {
    name: 'a function named builtin stays',
    steps: [{ run: 'builtin() { echo mine; }' }, { run: 'builtin', output: 'mine', code: 0 }],
  },
  {
    name: 'functions named like those of Corvid cannot be defined',
    steps: [
      { run: '__corvid_run() { echo mine; }', output: /readonly function/, code: 1 },
      { run: 'echo ok', output: 'ok', code: 0 },
    ],
  },
  {
    name: 'a function and a loop without a body are refused',
    steps: [
      { run: 'f()', code: 2, output: /Nothing was run\./ },
      { run: 'for x in 1 2', code: 2, output: /Nothing was run\./ },
      { run: 'echo a \\', code: 0, output: 'a' },
    ],
  },
];
