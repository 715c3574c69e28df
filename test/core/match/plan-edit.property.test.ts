import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWords } from '../../../src/core/match/align/has-words.ts';
import { placesOf } from '../../../src/core/match/strategies/exact.ts';
import { openWorkspace } from '../../../src/open-workspace.ts';
import { callTool } from '../../../src/tools/call/library.ts';
import { memoryFiles } from '../../adapters/files/memory-files.ts';
import { memoryHistory } from '../../adapters/history/memory-history.ts';
import { MemoryLocks } from '../../adapters/locks/memory-locks.ts';
import { applied, hasSeen, inOrder, plan, resultOf, sourceOf } from './planning.ts';

// Texts like code from few words, so that lines repeat and come near each other, and calls that quote some of
// their lines with the slips that models make.

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'x', '$&', "$'", '$$', '$1');
const statement = fc.oneof(
  fc.tuple(word, word, fc.nat(9)).map(([a, b, n]) => `${a} = ${b}(${n});`),
  fc.tuple(word, word).map(([a, b]) => `say("${a}  ${b}");`),
  fc.tuple(word, word).map(([a, b]) => `// ${a} – ${b}`),
  word.map((a) => `if (${a}) {`),
  word.map((a) => `- ${a}`),
  word.map((a) => `return ${a};`),
  fc.constantFrom('}', '', '', '2: two', '...'),
);
const indent = fc.constantFrom('', '', '  ', '    ', '\t', '\t\t');
const line = fc.tuple(indent, statement, fc.constantFrom('', '', '', ' ')).map((parts) => parts.join(''));
const lines = fc.array(line, { minLength: 1, maxLength: 20 });

type Texts = { readonly oldText: string; readonly newText: string };
type Slip = (text: string) => string;

const eachLine = (change: (line: string, index: number) => string) => (text: string) =>
  text.split('\n').map(change).join('\n');
const without = (isGone: (line: string, index: number) => boolean) => (text: string) =>
  text
    .split('\n')
    .filter((line, i) => !isGone(line, i))
    .join('\n');

const slips: Record<string, Slip> = {
  none: (text) => text,
  dedented: eachLine((line) => line.trimStart()),
  shifted: eachLine((line) => `  ${line}`),
  'tabs for spaces': eachLine((line) => line.replace(/^ +/, (spaces) => '\t'.repeat(spaces.length / 2))),
  'spaces for tabs': eachLine((line) => line.replace(/^\t+/, (tabs) => '    '.repeat(tabs.length))),
  'spaces at line ends': eachLine((line) => `${line} `),
  'no blank lines': without((line) => line.trim() === ''),
  'a blank line more': (text) => text.replace('\n', '\n\n'),
  'blank lines around': (text) => `\n\n${text}\n\n`,
  'a line end': (text) => `${text}\n`,
  'curly quotes': (text) => text.replace(/"([^"]*)"/g, '“$1”'),
  'no semicolons': (text) => text.replaceAll(';', ''),
  'single spaces': (text) => text.replace(/(\S) {2,}/g, '$1 '),
  'a typo': (text) => text.replace('alpha', 'aplha'),
  'a line left out': without((_, index) => index === 1),
  escaped: (text) => text.replaceAll('"', '\\"').replace(/\r?\n/g, '\\n'),
  numbered: eachLine((line, index) => `${String(index + 1).padStart(6)}\t${line}`),
  fenced: (text) => `\`\`\`js\n${text}\n\`\`\``,
  CRLF: (text) => text.replace(/\r?\n/g, '\r\n'),
  elided: eachLine((line, index) => (index === 1 ? '// ...' : line)),
};
const slip = fc.array(fc.constantFrom(...Object.keys(slips)), { minLength: 0, maxLength: 2 });

const change = fc.oneof(
  fc.tuple(fc.nat(19), line).map(
    ([at, line]) =>
      (all: string[]) =>
        all.with(at % all.length, line),
  ),
  fc.tuple(fc.nat(19), line).map(
    ([at, line]) =>
      (all: string[]) =>
        all.toSpliced(at % all.length, 0, line),
  ),
  fc.nat(19).map((at) => (all: string[]) => all.toSpliced(at % all.length, 1)),
  fc.constant(() => [] as string[]),
  lines.map((other) => () => other),
);

/** A call that quotes lines [from, to] of a text, with slips in both of its texts alike. */
const callOf = (all: readonly string[], slipsOf = slip) =>
  fc.tuple(fc.nat(all.length - 1), fc.nat(5), change, slipsOf).map(([from, count, edit, names]): Texts => {
    const quoted = all.slice(from, from + count + 1);
    const inTurn = names.toSorted((a, b) => Number(a === 'CRLF') - Number(b === 'CRLF'));
    const slipped = (text: string) => inTurn.reduce((spoilt, name) => slips[name]!(spoilt), text);
    return { oldText: slipped(quoted.join('\n')), newText: slipped(edit([...quoted]).join('\n')) };
  });

const anyCall = fc
  .tuple(lines, lines)
  .map(([a, b]): Texts => ({ oldText: a.join('\n'), newText: b.join('\n') }));

const ending = fc.constantFrom('\n', '\r\n', 'mixed');
const document = fc.tuple(lines, ending, fc.boolean()).map(([all, kind, isClosed]) => {
  const endOf = (index: number) => (kind === 'mixed' ? (index % 2 ? '\n' : '\r\n') : kind);
  const text = all.map((line, i) => line + (i < all.length - 1 || isClosed ? endOf(i) : '')).join('');
  return { all, kind, text };
});

const policy = fc.constantFrom('safe', 'safe', 'safe', 'exact');
const scenario = document.chain(({ all, kind, text }) =>
  fc.record({
    text: fc.constant(text),
    kind: fc.constant(kind),
    texts: fc.oneof({ weight: 5, arbitrary: callOf(all) }, { weight: 1, arbitrary: anyCall }),
    policy,
    replaceAll: fc.boolean(),
    isShown: fc.boolean(),
  }),
);

type Scenario = {
  text: string;
  kind: string;
  texts: Texts;
  policy: 'safe' | 'exact';
  replaceAll: boolean;
  isShown: boolean;
};

function planOf({ text, texts, policy, replaceAll, isShown }: Scenario) {
  const setting = { policy, replaceAll, ...(isShown && { shown: hasSeen(text) }) };
  return plan(text, texts.oldText, texts.newText, setting);
}

const runs = { numRuns: 3000 };
const lf = (text: string) => text.replaceAll('\r\n', '\n');

describe('whatever the strategy', () => {
  test('edits do not overlap, cut no CRLF, and stay in the lines that they are said to be in', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const made = planOf(given);
        if (made.outcome !== 'edit') return;
        const { text } = given;
        expect(() => applied(text, made.edits)).not.toThrow();
        const [start, end] = linesAround(text, made.places);
        for (const { span } of inOrder(made.edits)) {
          expect(span.start).toBeGreaterThanOrEqual(start);
          expect(span.end).toBeLessThanOrEqual(end);
          for (const at of [span.start, span.end])
            expect(text[at - 1] === '\r' && text[at] === '\n').toBe(false);
        }
      }),
      runs,
    );
  });

  test('an edit changes something', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        fc.pre(lf(given.texts.oldText) !== lf(given.texts.newText));
        expect(resultOf(given.text, planOf(given))).not.toBe(given.text);
      }),
      runs,
    );
  });

  test('line ends stay what they are in a text that has only one kind', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        fc.pre(given.kind !== 'mixed' && given.text.includes('\n'));
        // A lone CR in the new text is a character that was asked for.
        fc.pre(!/\r(?!\n)/.test(given.texts.newText));
        const made = planOf(given);
        if (made.outcome !== 'edit') return;
        const result = applied(given.text, made.edits);
        expect(given.kind === '\r\n' ? /(?<!\r)\n/.test(result) : result.includes('\r')).toBe(false);
      }),
      runs,
    );
  });

  test('an ambiguous exact match is never settled by a looser rung', () => {
    const doubled = lines.chain((all) =>
      fc.record({ all: fc.constant(all), texts: callOf(all, fc.constant([])) }),
    );
    fc.assert(
      fc.property(doubled, policy, fc.boolean(), ({ all, texts: { oldText, newText } }, policy, isShown) => {
        fc.pre(oldText !== '' && oldText !== newText);
        const text = [...all, ...all, ''].join('\n');
        const setting = { policy, ...(isShown && { shown: hasSeen(text) }) };
        expect(['ambiguous', 'elided']).toContain(plan(text, oldText, newText, setting).outcome);
      }),
      runs,
    );
  });

  test('a text that occurs once is replaced to the letter by the policy exact', () => {
    fc.assert(
      fc.property(scenario, ({ text: stored, texts }) => {
        const [text, oldText, newText] = [lf(stored), lf(texts.oldText), lf(texts.newText)];
        fc.pre(oldText !== '' && oldText !== newText && text.split(oldText).length === 2);
        fc.pre(placesOf(sourceOf(text), oldText).length === 1);
        const at = text.indexOf(oldText);
        const expected = text.slice(0, at) + newText + text.slice(at + oldText.length);
        expect(resultOf(text, plan(text, oldText, newText, { policy: 'exact' }))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('everywhere: as many places as are changed, from left to right', () => {
    fc.assert(
      fc.property(scenario, ({ text: stored, texts }) => {
        const [text, oldText, newText] = [lf(stored), lf(texts.oldText), lf(texts.newText)];
        fc.pre(oldText !== '' && oldText !== newText && text.includes(oldText));
        const made = plan(text, oldText, newText, { policy: 'exact', replaceAll: true });
        const parts = text.split(oldText);
        expect(resultOf(text, made)).toBe(parts.join(newText));
        expect(made).toMatchObject({ places: { length: parts.length - 1 } });
      }),
      { numRuns: 1000 },
    );
  });

  test('random texts never throw', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(any, any, any, fc.boolean(), policy, (text, oldText, newText, replaceAll, policy) => {
        const made = plan(text, oldText, newText, { replaceAll, policy, shown: hasSeen(text) });
        expect(() => resultOf(text, made)).not.toThrow();
      }),
      runs,
    );
  });
});

describe('the same call made twice', () => {
  test.each([false, true])(
    'never edits twice, as the workspace remembers it; everywhere: %s',
    async (replaceAll) => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ text, texts, isShown }) => {
          const { oldText, newText } = texts;
          fc.pre(oldText !== '' && oldText !== newText);
          const files = memoryFiles({ '/w/a.txt': text });
          const workspace = openWorkspace({
            roots: ['/w'],
            files,
            history: memoryHistory(),
            locks: new MemoryLocks(),
          });
          if (isShown) await callTool(workspace, 'file_read', { path: '/w/a.txt' });
          const call = {
            path: '/w/a.txt',
            old_string: oldText,
            new_string: newText,
            replace_all: replaceAll,
          };
          const read = async () => Buffer.from(await files.read('/w/a.txt')).toString();
          const first = await callTool(workspace, 'edit_file', call);
          expect(first.text).not.toContain('Internal error');
          const once = await read();
          // Where the file has the old text as quoted, it is there to be replaced.
          if (!first.ok || lf(once).includes(lf(oldText))) return;
          await callTool(workspace, 'edit_file', call);
          expect(await read()).toBe(once);
        }),
        { numRuns: 1500 },
      );
    },
  );

  test('an insertion that is there is not made again, without any memory', () => {
    fc.assert(
      fc.property(lines, fc.nat(19), line, (all, at, inserted) => {
        const text = `${all.join('\n')}\n`;
        const oldText = `${all[at % all.length]}\n`;
        fc.pre(oldText.trim() !== '' && hasWords(inserted));
        const newText = `${oldText}${inserted}\n`;
        const first = plan(text, oldText, newText);
        if (first.outcome !== 'edit') return;
        const once = applied(text, first.edits);
        const again = plan(once, oldText, newText);
        expect(again.outcome).not.toBe('edit');
      }),
      { numRuns: 1000 },
    );
  });
});

/** From the first line of the places to their last, with blank lines and line ends beside them. */
function linesAround(text: string, places: readonly { start: number; end: number }[]): [number, number] {
  let start = Math.min(...places.map((place) => place.start));
  let end = Math.max(...places.map((place) => place.end));
  while (start > 0 && (text[start - 1] !== '\n' || /\n\s*$/.test(text.slice(0, start - 1)))) start--;
  while (start > 0 && /\s/.test(text[start - 1]!)) start--;
  while (end < text.length && text[end - 1] !== '\n') end++;
  while (end < text.length && /\s/.test(text[end]!)) end++;
  return [start, end];
}
