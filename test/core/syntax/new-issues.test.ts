import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextEdit } from '../../../src/core/edit/text-edit.ts';
import { type Issues, newIssues } from '../../../src/core/syntax/new-issues.ts';
import type { SyntaxIssue } from '../../../src/core/syntax/syntax-issue.ts';
import { offsetOfLine } from '../../../src/core/text/lines.ts';

const LINES = 60;
const text = Array.from({ length: LINES }, (_, i) => `line ${i + 1}\n`).join('');

const issue = (line: number, message = 'Expected `)`'): SyntaxIssue => ({ line, column: 1, message });
const stretch = (line: number, endLine: number): SyntaxIssue => ({ ...issue(line), endLine });

/** Whole lines from `first` to `last` become a number of others. */
function replaceLines(first: number, last: number, count: number): TextEdit {
  const span = { start: offsetOfLine(text, first), end: offsetOfLine(text, last + 1) };
  return { span, newText: 'new\n'.repeat(count) };
}

const changeLine = (line: number): TextEdit => ({
  span: { start: offsetOfLine(text, line), end: offsetOfLine(text, line) + 4 },
  newText: 'word',
});
const insertAbove = (line: number, count: number) => replaceLines(line, line - 1, count);

type Situation = { before: Issues; edits: readonly TextEdit[]; after: Issues };

function freshIn({ before, edits, after }: Situation, verdict: 'reject' | 'warn' = 'reject'): number[] {
  return newIssues({ text, edits, before, after, verdict }).map(({ line }) => line);
}

describe('in a text that had no issue', () => {
  test('every issue is new, the nearest to the edit first', () => {
    const after = [issue(1), issue(58), issue(30), issue(22)];
    expect(freshIn({ before: [], edits: [changeLine(25)], after })).toEqual([22, 30, 1, 58]);
  });

  test('an issue within the edit is nearer than any other, and the order of equals stays', () => {
    const after = [issue(1), issue(28), issue(26)];
    expect(freshIn({ before: [], edits: [replaceLines(25, 25, 5)], after })).toEqual([28, 26, 1]);
  });

  test('with several edits, the nearest one counts', () => {
    const edits = [changeLine(5), changeLine(40)];
    expect(freshIn({ before: [], edits, after: [issue(20), issue(41)] })).toEqual([41, 20]);
  });

  test('none is none', () => {
    for (const verdict of ['reject', 'warn'] as const)
      expect(freshIn({ before: [], edits: [changeLine(5)], after: [] }, verdict)).toEqual([]);
  });
});

describe('a text that was broken may be edited', () => {
  const staysBroken: [string, Situation][] = [
    ['below its issue', { before: [issue(10)], edits: [changeLine(30)], after: [issue(10)] }],
    [
      'above it, where lines are added',
      { before: [issue(10)], edits: [insertAbove(3, 4)], after: [issue(14)] },
    ],
    [
      'above it, where lines are removed',
      { before: [issue(10)], edits: [replaceLines(3, 5, 0)], after: [issue(7)] },
    ],
    ['on its line', { before: [issue(10)], edits: [changeLine(10)], after: [issue(10)] }],
    ['on the line above it', { before: [issue(10)], edits: [changeLine(9)], after: [issue(10)] }],
    [
      'in several places',
      {
        before: [issue(10), issue(40)],
        edits: [insertAbove(3, 2), replaceLines(20, 25, 1), changeLine(50)],
        after: [issue(12), issue(37)],
      },
    ],
    [
      'around it, where the issue moves to the end of the new lines',
      { before: [issue(10)], edits: [replaceLines(8, 12, 1)], after: [issue(9)] },
    ],
    [
      'so that the issue is seen a little further down',
      { before: [issue(10)], edits: [changeLine(30)], after: [issue(12)] },
    ],
    [
      'so that the issue quotes other words',
      {
        before: [issue(10, 'Unexpected `a`, 12 found')],
        edits: [changeLine(30)],
        after: [issue(11, 'Unexpected `other`, 7 found')],
      },
    ],
  ];
  test.each(staysBroken)('%s', (_, situation) => {
    expect(freshIn(situation)).toEqual([]);
    expect(freshIn(situation, 'warn')).toEqual([]);
  });
});

describe('a second mistake is found', () => {
  const secondBreak: [string, Situation, number[]][] = [
    [
      'below the first',
      { before: [issue(10)], edits: [changeLine(30)], after: [issue(10), issue(30)] },
      [30],
    ],
    [
      'above the first',
      { before: [issue(30)], edits: [changeLine(10)], after: [issue(10), issue(30)] },
      [10],
    ],
    [
      'on the line of the first, as a second issue',
      { before: [issue(30)], edits: [changeLine(50)], after: [issue(30), issue(30, 'Unexpected end')] },
      [30],
    ],
    [
      'if lines were added above the first',
      { before: [issue(30)], edits: [replaceLines(10, 10, 4)], after: [issue(12), issue(33)] },
      [12],
    ],
    [
      'if the parser stops there and no longer sees the first',
      { before: [issue(30)], edits: [changeLine(10)], after: [issue(10)] },
      [10],
    ],
    [
      'if one of the same kind is just out of reach',
      { before: [issue(30)], edits: [changeLine(10)], after: [issue(27)] },
      [27],
    ],
    [
      'if one near by is of another kind',
      { before: [issue(30)], edits: [changeLine(10)], after: [issue(29, 'Unexpected end')] },
      [29],
    ],
    [
      'outside the text that could not be parsed, although the edit is inside',
      { before: [stretch(10, 20)], edits: [changeLine(15)], after: [stretch(10, 20), issue(40), issue(50)] },
      [40, 50],
    ],
    [
      'if the edit also repairs one, but breaks more than that',
      { before: [issue(10)], edits: [changeLine(10), changeLine(30)], after: [issue(30), issue(40)] },
      [30, 40],
    ],
  ];
  test.each(secondBreak)('%s', (_, situation, lines) => {
    expect(freshIn(situation)).toEqual(lines);
  });
});

describe('a broken text may be repaired step by step', () => {
  test.each([5, 20, 40])('when line %i is repaired first', (line) => {
    const before = [issue(5), issue(20), issue(40)];
    const after = before.filter((one) => one.line !== line);
    expect(freshIn({ before, edits: [changeLine(line)], after })).toEqual([]);
  });

  const reveals: [string, Situation][] = [
    [
      'when the repair lets the parser see the next mistake',
      { before: [issue(10)], edits: [changeLine(10)], after: [issue(50, 'Unexpected end')] },
    ],
    [
      'when the repair is one line above the place that was reported',
      { before: [issue(11)], edits: [changeLine(10)], after: [issue(50)] },
    ],
    [
      'when many mistakes had been one to the parser',
      { before: [stretch(1, 60)], edits: [changeLine(10)], after: [issue(20), issue(30), issue(40)] },
    ],
    [
      'when what was not understood falls into parts',
      {
        before: [stretch(10, 30)],
        edits: [insertAbove(20, 2)],
        after: [stretch(10, 15), issue(28), issue(32)],
      },
    ],
  ];
  test.each(reveals)('%s', (_, situation) => {
    expect(freshIn(situation)).toEqual([]);
  });

  test('a mistake for another in the same place is no worse', () => {
    const after = [issue(10, 'Unexpected end')];
    expect(freshIn({ before: [issue(10)], edits: [changeLine(10)], after })).toEqual([]);
  });
});

describe('a parser that is sometimes wrong', () => {
  const before = [issue(10)];
  const edits = [changeLine(30)];

  test('must find more than before', () => {
    expect(freshIn({ before, edits, after: [issue(30)] })).toEqual([30]);
    expect(freshIn({ before, edits, after: [issue(30)] }, 'warn')).toEqual([]);
    expect(freshIn({ before, edits, after: [issue(10), issue(30)] }, 'warn')).toEqual([30]);
  });

  test('must find it on a line that had nothing', () => {
    const after = [issue(10), issue(10, 'Unexpected end')];
    expect(freshIn({ before, edits, after })).toEqual([10]);
    expect(freshIn({ before, edits, after }, 'warn')).toEqual([]);
  });
});

describe('whatever the text and the edit', () => {
  const line = fc.integer({ min: 1, max: LINES });
  const message = fc.constantFrom('Expected `)`', 'Expected `}`', 'Unexpected end');
  const issues = fc
    .array(fc.tuple(line, message), { maxLength: 8 })
    .map((all) => all.map((one) => issue(...one)));
  const verdict = fc.constantFrom('reject' as const, 'warn' as const);
  const insertion = fc.tuple(line, fc.integer({ min: 0, max: 5 }));

  /** The issues after lines were inserted above one of them. */
  const carried = (all: Issues, at: number, count: number) =>
    all.map((one) => (one.line >= at ? { ...one, line: one.line + count } : one));

  test('issues that only move with their lines are not new, nor are those that are left of them', () => {
    fc.assert(
      fc.property(issues, insertion, verdict, fc.nat(), (before, [at, count], rule, kept) => {
        const edits = [insertAbove(at, count)];
        const after = carried(before, at, count).filter((_, i) => kept & (1 << i));
        expect(freshIn({ before, edits, after }, rule)).toEqual([]);
      }),
    );
  });

  test('one more, away from all others, is found, and it alone', () => {
    fc.assert(
      fc.property(issues, line, verdict, (all, added, rule) => {
        const before = all.filter((one) => Math.abs(one.line - added) > 2);
        const after = [...before, issue(added)];
        expect(freshIn({ before, edits: [changeLine(added)], after }, rule)).toEqual([added]);
      }),
    );
  });

  test('what is new is part of what is there, nearest first', () => {
    fc.assert(
      fc.property(issues, issues, line, verdict, (before, after, at, rule) => {
        const fresh = newIssues({ text, edits: [changeLine(at)], before, after, verdict: rule });
        for (const one of fresh) expect(after).toContain(one);
        const distances = fresh.map((one) => Math.abs(one.line - at));
        expect(distances).toEqual(distances.toSorted((a, b) => a - b));
        if (before.length === 0) expect(fresh).toHaveLength(after.length);
      }),
    );
  });

  test('a rule for doubtful parsers never finds more than the other', () => {
    fc.assert(
      fc.property(issues, issues, line, (before, after, at) => {
        const situation = { before, after, edits: [changeLine(at)] };
        const strict = freshIn(situation);
        for (const one of freshIn(situation, 'warn')) expect(strict).toContain(one);
      }),
    );
  });
});
