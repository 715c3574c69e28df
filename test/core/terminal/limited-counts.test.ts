import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCountLimiter } from '../../../src/core/terminal/output/limited-counts.ts';
import { renderLines } from '../../../src/core/terminal/output/rendered-lines.ts';
import { renderScreen } from '../../../src/core/terminal/output/screen.ts';

const size = { cols: 20, rows: 5 };
const limited = (text: string) => createCountLimiter(size)(text);
const HUGE = 2_147_483_647;

test.each([
  [`\x1b[${HUGE}S`, '\x1b[5S'],
  [`\x1b[${HUGE}b`, '\x1b[100b'],
  [`\x1b[${HUGE}@`, '\x1b[20@'],
  [`\x1b[${HUGE} @`, '\x1b[20 @'],
  [`\x1b[${HUGE}'}`, "\x1b[20'}"],
  [`\x9b${HUGE}L`, '\x9b5L'],
  [`\x1b[${HUGE}:${HUGE};7M`, '\x1b[5:5;5M'],
  [`\x1b[${'0'.repeat(300)}${HUGE}T`, '\x1b[5T'],
  ['\x1b[21\n474\x7f83647S', '\n\x7f\x1b[5S'],
  [`\x1b\r[${HUGE}I`, '\x1b\r[20I'],
  [`a\x1b[${'1;'.repeat(600)}mb`, 'ab'],
  [`a\x1b[${'1;'.repeat(600)}\x1b[5Sb`, 'a\x1b[5Sb'],
])('%j is limited to %j', (text, expected) => {
  expect(limited(text)).toBe(expected);
  expect(inParts(text, 1)).toBe(expected);
});

test.each([
  '\x1b[5S\x1b[20@\x1b[100b',
  '\x1b[38;2;255;255;255mx\x1b[0m',
  '\x1b[?1049h\x1b[>4;2000m',
  '\x1b[8;5000;5000t',
  `\x1b]8;;http://${HUGE}\x07`,
  `${HUGE}S [${HUGE}S`,
  `\x1b[12\x18${HUGE}S`,
])('%j passes as it is', (text) => {
  expect(limited(text)).toBe(text);
});

const unit = fc.constantFrom(
  'a',
  'c',
  '#',
  '8',
  '9',
  '5',
  ';',
  ':',
  '[',
  'S',
  'm',
  ' ',
  '?',
  '\x1b',
  '\x9b',
  '\n',
  '\x18',
  '日',
);

test('a text is limited alike wherever it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, length) => {
      const whole = createCountLimiter(size);
      // An end that is held until more comes.
      expect(inParts(`${text}\x18`, length)).toBe(whole(`${text}\x18`));
    }),
  );
});

test.each(['S', 'T', 'L', 'M', '@', 'P', 'X', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'd', 'Z', 'I'])(
  'a screen looks after CSI %s with a huge count as it does with one that is as large as the screen',
  async (final) => {
    const after = (count: number) => renderScreen(`one\ntwo\nthree\x1b[2;3H\x1b[${count}${final}x`, size);
    expect(await after(HUGE)).toBe(await after(999));
  },
);

test.each(['a\x1b[100b', '\x1b[5S', '\x1b#8', '\x1bc', '\x1b[?1049h'])(
  'of %j, which changes a whole screen, only some thousand pass',
  (sequence) => {
    const passed = limited(sequence.repeat(20_000)).split('\x1b').length - 1;
    expect(passed).toBe(2_000);
    expect(limited(sequence.repeat(2_000))).toBe(sequence.repeat(2_000));
  },
);

test('a program may clear lines and hide the cursor as often as it likes', () => {
  const frame = '\x1b[?25l\x1b[2K\r\x1b[1A50 %\x1b[?25h';
  expect(limited(frame.repeat(10_000))).toBe(frame.repeat(10_000));
});

test('a screen of hostile text lets other work go on', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await renderScreen('a\x1b[4800b'.repeat(500), { cols: 120, rows: 40 });
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});

test('long runs of spaces and returns, and far moves, are rendered in one pass', async () => {
  expect(await renderScreen(`${' '.repeat(120_000)}x`, size)).toMatch(/^ {120000}x$/);
  expect(renderLines(`${'\r'.repeat(1_000_000)}x`).text).toBe('x');
  expect(renderLines('\x1b[9999Cx').text).toBe(`${' '.repeat(119)}x`);
  expect(renderLines('x\r\x1b[9999@'.repeat(5_000)).text.length).toBeLessThanOrEqual(120);
});

test('a row that is written over is wrapped when it is very long', () => {
  expect(renderLines(`${'a'.repeat(1024)}${'b'.repeat(10)}\rc`).text).toBe(
    `${'a'.repeat(1024)}c${'b'.repeat(9)}`,
  );
});

function inParts(text: string, length: number): string {
  const limit = createCountLimiter(size);
  const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
    text.slice(i * length, (i + 1) * length),
  );
  return parts.map(limit).join('');
}
