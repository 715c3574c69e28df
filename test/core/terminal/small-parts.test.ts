import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyBytes } from '../../../src/core/terminal/keys.ts';
import { countLineBreaks, cutText, resultSize } from '../../../src/core/terminal/output/cut-output.ts';
import { renderScreen } from '../../../src/core/terminal/output/screen.ts';
import { shellEnvironment } from '../../../src/core/terminal/shell/shell-environment.ts';
import { recoveryLine, triggerLine, withoutTyping } from '../../../src/core/terminal/shell/shell-script.ts';
import { utf8 } from '../../../src/core/text/document/utf8.ts';

test.each([
  ['C-c', '\x03'],
  ['C-C', '\x03'],
  ['c-d', '\x04'],
  ['CTRL+Z', '\x1a'],
  ['C-\\', '\x1c'],
  ['UP', '\x1b[A'],
  ['ENTER', '\r'],
  ['BS', '\x7f'],
  [' ESC ', '\x1b'],
  ['F5', '\x1b[15~'],
  ['C-cat', undefined],
  ['up', undefined],
  ['toString', undefined],
  ['', undefined],
])('the key %j', (name, typed) => {
  expect(keyBytes(name)).toBe(typed);
});

test('every promised key is known', () => {
  const promised = 'UP DOWN LEFT RIGHT TAB ESC BS HOME END PGUP PGDN ENTER'.split(' ');
  expect(promised.map(keyBytes)).not.toContain(undefined);
});

test('a cut text is its head and its tail, cut at line ends, with nothing counted wrongly', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '🎉', '\n'), maxLength: 300 }), (text) => {
      const { head, tail, omitted } = cutText(text, { characters: 100, lines: 20, bytes: 150 });
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + tail.length + (omitted?.characters ?? 0)).toBe(text.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(102);
      expect(utf8.decode(utf8.encode(head)) + utf8.decode(utf8.encode(tail))).toBe(head + tail);
      if (omitted) expect(omitted.headLines).toBe(head.split('\n').length - 1);
    }),
  );
});

test('what is shown has no more lines and bytes than clients keep', () => {
  const size = { characters: 100, lines: 20, bytes: 150 };
  const lines = '\n'.repeat(60);
  expect(countLineBreaks(cutText(lines, size).head + cutText(lines, size).tail)).toBe(20);
  const wide = cutText('漢'.repeat(90), size);
  expect(utf8.encode(wide.head + wide.tail).length).toBe(150);
  expect(cutText('\n'.repeat(20), size).omitted).toBeUndefined();
  expect(resultSize(30_000)).toEqual({ characters: 30_000, lines: 1_500, bytes: 45_000 });
});

test('lines end where the text is cut', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('');
  const { head, tail } = cutText(lines, resultSize(100));
  expect(head).toMatch(/^line 0\n[\s\S]*line \d\n$/);
  expect(tail).toMatch(/^line \d\d\n[\s\S]*line 99\n$/);
});

test('the shell gets its own environment, not that of the server', () => {
  const inherited = {
    ...{
      HOME: '/h',
      PATH: '/p',
      SSH_AUTH_SOCK: '/s',
      GOPATH: '/g',
      KEYBOARD: 'us',
      TOKENIZER: 'x',
      MONKEY: 'm',
    },
    ...{
      ANTHROPIC_API_KEY: 'a',
      GITHUB_TOKEN: 'b',
      AWS_SECRET_ACCESS_KEY: 'c',
      DB_PASSWORD: 'd',
      NPM_TOKEN: 'e',
    },
    ...{
      npm_config_prefix: '/x',
      npm_lifecycle_event: 'x',
      TMUX: 'x',
      PS1: 'x',
      PROMPT_COMMAND: 'x',
      BASH_ENV: 'x',
    },
  };
  const environment = shellEnvironment({ inherited, passedOn: ['NPM_TOKEN'], secrets: { MINE: 'value' } });
  expect(Object.keys(environment).sort()).toEqual(
    [
      ...[
        'HOME',
        'PATH',
        'SSH_AUTH_SOCK',
        'GOPATH',
        'KEYBOARD',
        'TOKENIZER',
        'MONKEY',
        'NPM_TOKEN',
        'MINE',
        'LANG',
        'TERM',
        'AI_AGENT',
      ],
      ...[
        'PAGER',
        'GIT_PAGER',
        'GH_PAGER',
        'MANPAGER',
        'SYSTEMD_PAGER',
        'AWS_PAGER',
        'EDITOR',
        'VISUAL',
        'GIT_EDITOR',
      ],
    ].sort(),
  );
  expect(environment).toMatchObject({ TERM: 'xterm-256color', AI_AGENT: 'corvid', PAGER: 'cat' });
});

test('what is typed for the shell alone is not shown', () => {
  expect(
    withoutTyping(`a\r\n${triggerLine(12, { isChecked: false })}\r\nb${triggerLine(3, { isChecked: true })}`),
  ).toBe('a\r\nb');
  expect(withoutTyping(`${recoveryLine}\r\nb`)).toBe('b');
  expect(triggerLine(999_999, { isChecked: true }).length).toBeLessThan(200);
});

test.each([
  ['plain lines', 'one\r\ntwo\r\n', 'one\ntwo'],
  ['a long line is one line', `${'x'.repeat(50)}\r\n`, 'x'.repeat(50)],
  ['cursor up', 'a\r\nb\r\n\x1b[2AA\r\nB\r\n', 'A\nB'],
  ['a full screen', 'before\x1b[?1049h\x1b[2J\x1b[2;3Hhere', '\n  here'],
])('the screen: %s', async (_, raw, text) => {
  expect(await renderScreen(raw, { cols: 20, rows: 5 })).toBe(text);
});
