import { afterAll, describe, expect, test } from 'vitest';
import { parserSyntax } from '../../../src/adapters/syntax/parser-syntax.ts';
import { createRandom } from '../../seeded-random.ts';
import { findStandardLibrary, judgeWithCpython, standardSources } from './cpython.ts';
import { pythonFaults } from './python-faults.ts';

const EACH_FAULT = 40;
/** One of this number of files of the standard library is read: all take half a minute on a busy machine. */
const ONE_OF = 3;
const LINES = { least: 30, most: 200 };
const SEED = 20_261_116;

/** CPython finds these when it compiles, not when it parses. */
const KNOWN_STRICTER = /Duplicate parameter|Duplicate keyword argument|nonlocal|named expression.*rebind/i;

const library = findStandardLibrary();
const syntax = parserSyntax();
afterAll(() => syntax.close());

async function messagesFor(text: string): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt++) {
    const checked = await syntax.check({ language: 'python', text });
    if (checked.outcome === 'checked')
      return checked.issues.map(({ message }) => message).filter((message) => !KNOWN_STRICTER.test(message));
    // On a busy machine a long file may take too long once.
    if (attempt === 3) throw new Error(checked.reason);
  }
}

type Case = { readonly name: string; readonly text: string };
type Compared = Case & { readonly truth: string; readonly messages: readonly string[] };

/** What CPython says and what we say of each text. */
async function compareWithCpython(cases: readonly Case[]): Promise<Compared[]> {
  const truths = judgeWithCpython(cases.map(({ text }) => text));
  const messages: (readonly string[])[] = [];
  for (const { text } of cases) messages.push(await messagesFor(text));
  const truth = await truths;
  return cases
    .map((one, i) => ({ ...one, truth: truth[i]!, messages: messages[i]! }))
    .filter((one) => one.truth !== 'undecided');
}

const isDifferent = ({ truth, messages }: Compared) => (truth === 'valid') !== (messages.length === 0);
const described = ({ name, truth, messages }: Compared) =>
  `${name}: CPython ${truth}, here ${messages[0] ?? 'valid'}`;

describe.skipIf(library === undefined)('Python as CPython sees it', () => {
  const sources = library === undefined ? [] : standardSources(library);

  test('the standard library: no false alarm, and what is broken there on purpose is found', async () => {
    const some = sources.filter((_, i) => i % ONE_OF === 0);
    const compared = await compareWithCpython(some.map(({ path, text }) => ({ name: path, text })));
    expect(compared.length).toBeGreaterThan(300);
    expect(compared.filter(isDifferent).map(described)).toEqual([]);
  });

  test('hundreds of slips: what CPython refuses is found, what it accepts is not called wrong', async () => {
    const compared = await compareWithCpython(faultyTexts());
    const broken = compared.filter(({ truth }) => truth !== 'valid');
    const valid = compared.filter(({ truth }) => truth === 'valid');
    const missed = broken.filter(({ messages }) => messages.length === 0);
    const falsely = valid.filter(({ messages }) => messages.length > 0);
    const found = 1 - missed.length / broken.length;
    const flagged = falsely.length / valid.length;
    process.stdout.write(
      `Python: ${broken.length} broken, ${percent(found)} found; ${valid.length} valid, ${percent(flagged)} flagged\n`,
    );
    expect(broken.length).toBeGreaterThan(300);
    expect(found, missed.map(described).join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(flagged, falsely.map(described).join('\n')).toBeLessThan(0.005);
  });

  test('every way to indent three lines in tabs and spaces', async () => {
    const indents = ['', ' ', '    ', '        ', '\t', '    \t', '\t    ', '\t\t', '            ', '\t '];
    const cases = indents.flatMap((a) =>
      indents.flatMap((b) =>
        indents.map((c) => ({ name: JSON.stringify([a, b, c]), text: `if 1:\n${a}if 2:\n${b}x\n${c}y\n` })),
      ),
    );
    expect((await compareWithCpython(cases)).filter(isDifferent).map(described)).toEqual([]);
  });

  function faultyTexts(): Case[] {
    const random = createRandom(SEED);
    const usable = sources
      .map(({ text }) => text.split('\n'))
      .filter((lines) => lines.length >= LINES.least && lines.length <= LINES.most);
    return Object.entries(pythonFaults).flatMap(([name, fault]) =>
      Array.from({ length: EACH_FAULT }, () => {
        const made = fault(usable[Math.floor(random() * usable.length)]!, random);
        return made ? [{ name, text: made.join('\n') }] : [];
      }).flat(),
    );
  }
});

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
