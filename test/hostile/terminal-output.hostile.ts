import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedTerminal, type TerminalClient } from '../terminal/terminal-client.ts';
import { MAX_MIB, MAX_WAIT_MS, measureWaits, reportWorst } from './longest-wait.ts';

// A file of a project whose text is made to keep a terminal busy. No other call waits for it.

const HUGE = 2_147_483_647;

/** All of it goes to the screen; of more only the lines do. */
const SCREEN_BYTES = 250_000;
const MUCH = 10_000_000;

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** One sequence each, with a count that no screen has room for. */
const counts = [
  ...[
    '@',
    'A',
    'B',
    'C',
    'D',
    'E',
    'F',
    'G',
    'I',
    'J',
    'K',
    'L',
    'M',
    'P',
    'S',
    'T',
    'X',
    'Z',
    '`',
    'a',
    'b',
  ],
  ...['d', 'e', 'g', 'n', ' @', ' A', "'}", "'~"],
].map((final) => [`CSI ${final}`, `a\x1b[${HUGE}${final}b\n`] as const);
const disguisedCounts: readonly (readonly [string, string])[] = [
  ['a count with leading zeros', `a\x1b[${'0'.repeat(500)}${HUGE}Sb`],
  ['a count with a control in it', `a\x1b[21474\r83647Sb`],
  ['a count with a byte that is no text in it', `a\x1b[21474\x7f83647Sb`],
  ['a count after an 8-bit introducer', `a\u009b${HUGE}Sb`],
  ['a count with sub-parameters', `a\x1b[${HUGE}:1:2;3Sb`],
  ['a count within a string', `a\x1b]0;t\x1b[${HUGE}Sb`],
  ['a position', `a\x1b[${HUGE};${HUGE}Hb`],
  ['a scroll region', `a\x1b[1;${HUGE}r\x1b[${HUGE}Sb`],
  ['120,000 spaces and a letter', `${' '.repeat(120_000)}x\x1b[A`],
  ['a size', `a\x1b[8;${HUGE};${HUGE}tb\x1b[?3h`],
];

/** Repeated until the file is full. */
const floods: readonly (readonly [string, string])[] = [
  ['repeated characters', 'a\x1b[4800b'],
  ['scrolling up', '\x1b[40S'],
  ['scrolling down', '\x1b[40T'],
  ['inserted lines', '\x1b[40L'],
  ['deleted lines', '\x1b[40M'],
  ['inserted characters', 'a\r\x1b[120@'],
  ['deleted characters', 'ab\r\x1b[P'],
  ['erased characters', 'ab\r\x1b[9999X'],
  ['erased beginnings of the line', 'ab\x1b[1K'],
  ['far moves', '\x1b[9999Ca\n'],
  ['screens of E', '\x1b#8'],
  ['resets', '\x1bc'],
  ['cleared screens', '\x1b[2J'],
  ['alternate screens', '\x1b[?1049h\x1b[?1049l'],
  ['reverse line feeds', '\x1bM'],
  ['combining characters', '\u0301'],
  ['joiners', '\u200d'],
  ['wide characters', '漢'],
  ['returns', '\r'],
  ['tabs', '\t'],
  ['spaces', ' '],
  ['backspaces', '\b'],
  ['empty lines', '\n'],
  ['escapes', '\x1b'],
  ['NULs', '\0'],
  ['links', '\x1b]8;id=a;http://x/\x07a'],
  ['colours', '\x1b[38;2;1;2;3ma'],
  ['requests', '\x1b[6n\x1b[c'],
];

/** One sequence that does not end before the file does. */
const endless: readonly (readonly [string, string, string])[] = [
  ['parameters', '\x1b[', '1;'],
  ['sub-parameters', '\x1b[', '1:'],
  ['digits', '\x1b[', '9'],
  ['OSC', '\x1b]0;', 'x'],
  ['a link', '\x1b]8;;http://', 'x'],
  ['a picture', '\x1bPq', '#0~'],
  ['APC', '\x1b_', 'x'],
];

/** What might keep the masking of secrets busy. */
const nearSecrets: readonly (readonly [string, string])[] = [
  ['backslashes', '\\'],
  ['joined quotations', "'\\''"],
  ['escaped bytes', '\\101'],
  ['percent signs', '%41'],
  ['digits', '0'],
  ['lines of spaces', `\n${' '.repeat(1000)}`],
  ['a dump', '00000000: 7333 6372 3374 2f76 616c 7565 2b77 6974  s3cr3t/value+wit\n'],
  ['a dump of characters', '0000000   s   e   c   r   e   t  \\n 303\n'],
  ['beginnings of a secret', 's3cr3t/value+with=sign'],
  ['a secret', 's3cr3t/value+with=signs'],
];

const KEY = Array.from({ length: 52 }, (_, i) =>
  Buffer.alloc(48, `line ${i} of the key `).toString('base64'),
).join('\n');
const withSecrets = sharedTerminal({
  env: { TOKEN: 's3cr3t/value+with=signs', SIGNING_KEY: KEY },
  flags: ['--secret', 'TOKEN', '--secret', 'SIGNING_KEY'],
});
const withPty = sharedTerminal();
const withTmux = sharedTerminal({ flags: ['--terminal', 'tmux'] });
afterAll(reportWorst);

const hasTmux = canRun('tmux', '-V');

describe.skipIf(process.platform !== 'linux')('no other call waits for', () => {
  test.each([...counts, ...disguisedCounts])('%s', (_, text) => shows(withPty, text));
  test.each([...counts, ...disguisedCounts])('%s on a screen', (_, text) => shows(withPty, text, true));
  test.each(floods)('a screen of %s', (_, unit) => shows(withPty, filled(unit, SCREEN_BYTES), true));
  test.each(floods)('lines of %s', (_, unit) => shows(withPty, `${filled(unit, SCREEN_BYTES)}\x1b[Ax`));
  test.each(floods)('10 MB of %s', (_, unit) => shows(withPty, filled(unit, MUCH)));
  test.each(endless)('endless %s on a screen', (_, begin, unit) =>
    shows(withPty, begin + filled(unit, SCREEN_BYTES), true),
  );
  test.each(endless)('10 MB of %s', (_, begin, unit) => shows(withPty, begin + filled(unit, MUCH)));
});

describe.skipIf(process.platform !== 'linux')('no other call waits, with secrets, for', () => {
  test.each(nearSecrets)('%s', (_, unit) => shows(withSecrets, filled(unit, SCREEN_BYTES)));
  test.each(nearSecrets)('10 MB of %s', (_, unit) => shows(withSecrets, filled(unit, MUCH)));
});

describe.skipIf(process.platform !== 'linux' || !hasTmux)('no other call waits, with tmux, for', () => {
  const some = counts.filter(([name]) => /CSI [@ILMSTZb]$/.test(name));
  test.each(some)('%s on a screen', (_, text) => shows(withTmux, text, true));
  test.each(floods.slice(0, 5))('10 MB of %s', (_, unit) => shows(withTmux, filled(unit, MUCH)));
});

/** The file is printed, on the screen of a full-screen program that waits for a key or as lines. */
async function shows(open: () => Promise<TerminalClient>, text: string, onScreen = false): Promise<void> {
  const { client, pid, run, path } = await open();
  await writeFile(path('hostile'), text);
  const command = onScreen
    ? "printf '\\033[?1049h'; cat hostile; printf '\\033\\\\\\033[?1049h'; read -rsn1"
    : 'cat hostile';
  const { result, longestWaitMs, peakMib, calls } = await measureWaits(client, pid, () =>
    run(command, { timeout: 40 }),
  );
  expect(result.failed).toBe(false);
  expect(calls).toBeGreaterThan(1);
  expect({ longestWaitMs, peakMib }).toSatisfy(isWithinBounds);
}

function isWithinBounds({ longestWaitMs, peakMib }: { longestWaitMs: number; peakMib: number }): boolean {
  return longestWaitMs < MAX_WAIT_MS && peakMib < MAX_MIB;
}

function canRun(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument]);
    return true;
  } catch {
    return false;
  }
}
