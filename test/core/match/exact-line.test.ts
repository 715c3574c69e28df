import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planExactLine } from '../../../src/core/match/exact-line.ts';
import { type EditRequest, planEdit } from '../../../src/core/match/plan-edit.ts';

const request = (oldText: string, newText: string, more: Partial<EditRequest> = {}): EditRequest => ({
  ...{ oldText, newText, policy: 'safe' },
  ...more,
});

const text = 'one\n  two\nthree three\n- item\none more\n';

test('a whole line that is there once becomes another', () => {
  const plan = planExactLine(text, request('  two\n', '  2\n'));
  expect(plan).toEqual({
    ...{ outcome: 'edit', strategy: 'exact', similarity: 1, notes: [] },
    places: [{ start: 4, end: 10 }],
    edits: [{ span: { start: 6, end: 9 }, newText: '2' }],
  });
  expect(planExactLine(text, request('one more', 'no more'))?.places).toEqual([{ start: 29, end: 37 }]);
});

test.each([
  ['a part of a line', 'two', '2'],
  ['a line that is there twice', 'one', '1'],
  ['a part of a word that is a whole line elsewhere', 'thre', 'four'],
  ['several lines', '  two\nthree three\n', 'x\n'],
  ['new lines', '  two\n', '  two\n  more\n'],
  ['a removal', '  two\n', ''],
  ['an insertion only', '  two\n', '  two, and more\n'],
  ['a line that is not there', 'four\n', '4\n'],
  ['what may be a diff', '- item\n', '+ other\n'],
  ['what may leave out code', '  two\n', '  // ... rest of the code\n'],
  ['another line end', '  two\r\n', '  2\r\n'],
])('%s is left to the cascade', (_, oldText, newText) => {
  expect(planExactLine(text, request(oldText, newText))).toBeUndefined();
});

test('other ways of matching, and every occurrence, are left to the cascade', () => {
  expect(planExactLine(text, request('  two\n', '  2\n', { policy: 'permissive' }))).toBeUndefined();
  expect(planExactLine(text, request('  two\n', '  2\n', { replaceAll: true }))).toBeUndefined();
  expect(planExactLine('a\r\nb\r\n', request('b', 'c'))).toBeUndefined();
});

const word = fc.constantFrom(
  'a',
  'b',
  'ab',
  'return',
  'other',
  '...',
  '…',
  '-',
  '+',
  '{',
  '}',
  '#',
  '//',
  '😀',
  '"',
);
const line = fc
  .tuple(fc.constantFrom('', '  ', '\t', '- ', '+ '), fc.array(word, { maxLength: 4 }))
  .map(([indent, words]) => indent + words.join(' '));

test('the cascade plans the same', () => {
  let planned = 0;
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      line,
      fc.record({ break: fc.boolean(), last: fc.boolean(), cut: fc.boolean(), exact: fc.boolean() }),
      (lines, at, newLine, { break: hasBreak, last, cut, exact }) => {
        const whole = lines[at % lines.length]!;
        const oldLine = cut ? whole.slice(1) : whole;
        const end = hasBreak ? '\n' : '';
        const given = request(oldLine + end, newLine + end, { policy: exact ? 'exact' : 'safe' });
        const document = lines.join('\n') + (last ? '\n' : '');
        const quick = planExactLine(document, given);
        if (!quick) return;
        planned++;
        expect(planEdit(document, given)).toEqual(quick);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(planned).toBeGreaterThan(300);
});
