import type { Scenario } from './scenario.ts';

// Programs that take keys, ask their terminal, or draw on it.

const keys = `process.stdin.setRawMode(true); console.log('ready');
process.stdin.on('data', (d) => { const k = d.toString(); if (k === 'q') { console.log('quit'); process.exit(0); } console.log(JSON.stringify(k)); });`;

const menu = `import curses
def main(w):
    items = ['one', 'two', 'three']; i = 0
    while True:
        w.erase()
        for n, t in enumerate(items): w.addstr(n, 0, ('> ' if n == i else '  ') + t)
        w.refresh(); k = w.getch()
        if k == curses.KEY_DOWN: i = min(2, i + 1)
        elif k == curses.KEY_END: i = 2
        elif k in (10, 13): return items[i]
print('chose', curses.wrapper(main))
`;

function asks(what: string, question: string, end: string, answer: RegExp): Scenario {
  const read = `stty -echo -icanon; printf '${question}'; IFS= read -r -s -t 20 -d ${end} x </dev/tty; stty sane; printf '%q\\n' "$x"`;
  return { name: `a program asks for ${what}`, steps: [{ run: read, output: answer, code: 0 }] };
}

function shell(program: string, command: string, sum: string): Scenario {
  return {
    name: `exec ${program}`,
    needs: program,
    steps: [
      { run: `exec ${command}`, waits: true },
      { type: `echo ${sum}`, output: /42/, waits: true },
      { type: 'exit 3', code: 3, text: /The shell ended with exit code 3/ },
    ],
  };
}

export const programScenarios: readonly Scenario[] = [
  asks('the place of the cursor', String.raw`abc\033[6n`, 'R', /\\E\[\d+;4'$/),
  asks('attributes', String.raw`\033[c`, 'c', /\\E\[\?[\d;]+'$/),
  asks('its status', String.raw`\033[5n`, 'n', /\\E\[0'$/),
  asks('a mode', String.raw`\033[?2004$p`, 'y', /\\E\[\?2004;\d\$'$/),
  asks('the colour of its ground', String.raw`\033]11;?\007`, '0', /\\E\]11;rgb:'$/),
  {
    ...asks('its size', String.raw`\033[18t`, 't', /\\E\[8;40;120'$/),
    notInTmux: 'tmux 3.3 gives columns before lines',
  },
  shell('bash', 'bash -l', '$((40 + 2))'),
  shell('zsh', 'zsh -f', '$((40 + 2))'),
  shell('fish', 'fish --no-config', '(math 40 + 2)'),
  {
    name: 'screen',
    needs: 'screen',
    steps: [
      { run: 'screen bash --norc', waits: true },
      { type: 'echo $((40 + 2))', output: /42/, waits: true },
      { type: 'exit', code: 0 },
    ],
  },
  {
    name: 'a menu of dialog',
    needs: 'dialog',
    steps: [
      { run: 'dialog --menu Pick 12 40 3 a Apple b Banana 2>out', output: /Apple/, waits: true },
      { run: 'DOWN', waits: true },
      { run: 'ENTER', code: 0 },
      { run: 'cat out', output: 'b' },
    ],
  },
  {
    name: 'a menu of curses follows the cursor keys',
    files: { 'menu.py': menu },
    steps: [
      { run: 'python3 menu.py', output: /^> one/, waits: true },
      { run: 'DOWN', output: /\n> two/, waits: true },
      { run: 'END', output: /\n> three/, waits: true },
      { run: 'ENTER', output: /chose three/, code: 0 },
    ],
  },
  {
    name: 'a program that takes keys gets the text, then Enter',
    files: { 'keys.mjs': keys },
    steps: [
      { run: 'node keys.mjs', output: 'ready', waits: true },
      { type: 'w', output: '"w"\n"\\r"', waits: true },
      { type: 'x', more: { enter: false }, output: '"x"', waits: true },
      { type: 'q', output: 'quit', code: 0 },
      { run: 'echo next', output: 'next' },
    ],
  },
  {
    name: 'more turns a page by a space',
    steps: [
      { run: 'seq 1 200 | more', waits: true },
      { type: ' ', output: /\n7\d\n/, waits: true },
      { type: 'q', code: 0 },
    ],
  },
  {
    name: 'less follows the cursor keys',
    needs: 'less',
    steps: [
      { run: 'seq 1 200 | less', waits: true },
      { run: 'DOWN', output: /^2\n3\n/, waits: true },
      { type: 'q', more: { enter: false }, code: 0 },
    ],
  },
  {
    name: 'vim.tiny',
    needs: 'vim.tiny',
    steps: [
      { run: 'vim.tiny f', waits: true },
      { type: 'ione\ntwo', output: /^one\ntwo\n/, waits: true },
      { run: 'ESC', waits: true },
      { run: 'UP', waits: true },
      { type: 'dd', more: { enter: false }, waits: true },
      { type: ':wq', code: 0 },
      { run: 'tr "\\n" . <f', output: 'one..' },
    ],
  },
  {
    name: 'text without Enter, and text that ends in a newline',
    steps: [
      { run: 'read x; read -t 2 y; echo "[$x][$y]"', waits: true },
      { type: 'ab', more: { enter: false, timeout: 1 } },
      { type: 'cd\n', more: { timeout: 30 }, output: /\[abcd\]\[\]$/ },
    ],
  },
  {
    name: 'a block of Python ends with one newline or two',
    steps: [
      { run: 'python3 -q', waits: true },
      { type: 'for i in range(2):\n    print(i)\n', output: /0\n1\n>>> $/, waits: true },
      { type: 'for i in range(2):\n    print(i)\n\n', output: /0\n1\n>>> $/, waits: true },
      { run: 'C-d', code: 0 },
    ],
  },
  {
    name: 'a full-screen program that draws without end is shown after a while',
    steps: [
      { run: 'watch -n 1 date', output: /Every 1/, reason: 'soft' },
      { run: 'C-c', text: /completed/ },
    ],
  },
  {
    name: 'what is drawn within lines comes out as on a screen',
    steps: [
      { run: String.raw`printf '日本語\rab\n'`, output: 'ab本語' },
      { run: String.raw`printf 'abc\0337def\0338X\n'`, output: 'abcXef' },
      { run: String.raw`printf '\033(0lqk\033(B\n'`, output: '┌─┐' },
      { run: String.raw`printf 'abc\r\033[4hXY\033[4l\n'`, output: 'XYabc' },
      { run: String.raw`printf '\tb\rX\n'`, output: 'X       b' },
    ],
  },
];
