import { expect, test } from 'vitest';
import { createRequestScanner } from '../../../src/core/terminal/output/terminal-requests.ts';
import { utf8 } from '../../../src/core/text/document/utf8.ts';

const nothing = { applicationCursor: false, bracketedPaste: false, alternateScreen: false };

test.each([
  ['application cursor keys', '\x1b[?1h', { applicationCursor: true }],
  ['several modes at once', '\x1b[?1049;2004h', { bracketedPaste: true, alternateScreen: true }],
  ['on and off again', '\x1b[?1h\x1b[?1l', {}],
  ['a soft reset', '\x1b[?1h\x1b[?2004h\x1b[?1049h\x1b[!p', { alternateScreen: true }],
  ['a full reset', '\x1b[?1h\x1b[?1049h\x1bc', {}],
  ['another mode', '\x1b[?25h\x1b[1h', {}],
])('modes: %s, in one piece and byte by byte', (_, text, expected) => {
  const whole = createRequestScanner();
  whole.push(utf8.encode(`before${text}after`));
  expect(whole.modes).toEqual({ ...nothing, ...expected });
  const single = createRequestScanner();
  for (const byte of utf8.encode(text)) single.push(Uint8Array.of(byte));
  expect(single.modes).toEqual({ ...nothing, ...expected });
});

test.each([
  ['the place of the cursor', '\x1b[6n'],
  ['the status', '\x1b[5n'],
  ['attributes', '\x1b[c'],
  ['more attributes', '\x1b[>0c'],
  ['a mode', '\x1b[?2004$p'],
  ['the size', '\x1b[18t'],
  ['a colour', '\x1b]11;?\x1b\\'],
  ['a colour, ended by BEL', '\x1b]10;?\x07'],
])('questions: %s, in one piece and byte by byte', (_, text) => {
  expect(createRequestScanner().push(utf8.encode(`a${text}b`))).toBe(true);
  const scanner = createRequestScanner();
  const asked = [...utf8.encode(`${text}b`)].map((byte) => scanner.push(Uint8Array.of(byte)));
  expect(asked.filter(Boolean)).toHaveLength(1);
});

test.each(['plain', '\x1b[31mred\x1b[0m', '\x1b[2J\x1b[H', '\x1b]0;title\x07', '\x1b[4;1H', '\x1b'])(
  'no question: %j',
  (text) => expect(createRequestScanner().push(utf8.encode(text))).toBe(false),
);
