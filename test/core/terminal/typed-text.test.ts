import { expect, test } from 'vitest';
import { keyInModes, typedText } from '../../../src/core/terminal/typed-text.ts';

const modes = { applicationCursor: false, bracketedPaste: false, alternateScreen: false };

test.each([
  ['text', true, 'text', '\r'],
  ['text', false, 'text', ''],
  ['text\n', true, 'text', '\r'],
  ['text\r\n', true, 'text', '\r'],
  ['text\n', false, 'text\r', ''],
  ['\n', true, '', '\r'],
  ['a\nb\n', true, 'a\rb', '\r'],
  ['a\n\n', true, 'a\r', '\r'],
  ['for x in y:\n  f(x)\n', true, 'for x in y:\r  f(x)\r', '\r'],
  ['for x in y:\n  f(x)\n\n', true, 'for x in y:\r  f(x)\r', '\r'],
])('%j, with Enter: %s', (text, withEnter, typed, enter) => {
  expect(typedText(text, withEnter, modes)).toEqual({ text: typed, enter });
});

test('several lines are pasted if the program asked for that', () => {
  const pasting = { ...modes, bracketedPaste: true };
  expect(typedText('a\nb', true, pasting)).toEqual({ text: '\x1b[200~a\rb\x1b[201~', enter: '\r' });
  expect(typedText('a\n', true, pasting)).toEqual({ text: 'a', enter: '\r' });
});

test('cursor keys follow the mode of the program', () => {
  const application = { ...modes, applicationCursor: true };
  expect(['\x1b[A', '\x1b[H', '\x1b[5~', '\r'].map((key) => keyInModes(key, application))).toEqual([
    '\x1bOA',
    '\x1bOH',
    '\x1b[5~',
    '\r',
  ]);
  expect(keyInModes('\x1b[A', modes)).toBe('\x1b[A');
});
