import { describe, expect, test } from 'vitest';
import { mergeIntoCurrent } from '../../../../src/core/match/applied/stale-view.ts';
import { createQuotation } from '../../../../src/core/match/quotation.ts';
import { applied, edited, hasSeen, plan, sourceOf } from '../planning.ts';

const known = 'one\ntwo\nthree\nfour\nfive\n';

function merged(now: string, oldText: string, newText: string): string {
  const merge = mergeIntoCurrent(sourceOf(now), known, createQuotation(oldText, newText));
  if (merge.state === 'clean') return applied(now, merge.edits);
  return merge.state === 'conflict' ? `<conflict ${merge.lines}>` : `<${merge.state}>`;
}

describe('an edit of an earlier version', () => {
  test.each([
    [
      'lines added above',
      'zero\none\ntwo\nthree\nfour\nfive\n',
      'two\nthree',
      'two\n3',
      'zero\none\ntwo\n3\nfour\nfive\n',
    ],
    [
      'a line of context changed',
      'one\nTWO\nthree\nfour\nfive\n',
      'two\nthree',
      'two\n3',
      'one\nTWO\n3\nfour\nfive\n',
    ],
    ['a line of context removed', 'one\nthree\nfour\nfive\n', 'two\nthree', 'two\n3', 'one\n3\nfour\nfive\n'],
    ['a line deleted', 'one\nTWO\nthree\nfour\nfive\n', 'two\nthree\n', 'two\n', 'one\nTWO\nfour\nfive\n'],
    ['the line itself changed', 'one\ntwo\nTHREE\nfour\nfive\n', 'three', '3', '<conflict 3>'],
    ['the line itself removed', 'one\ntwo\nfour\nfive\n', 'three', '3', '<conflict 3>'],
    [
      'lines put between those that change',
      'one\ntwo\nnew\nthree\nfour\nfive\n',
      'two\nthree',
      '2\n3',
      '<conflict 3,4>',
    ],
    ['a text that was never there', 'one\n', 'six', '6', '<unrelated>'],
  ])('%s', (_, now, oldText, newText, result) => {
    expect(merged(now, oldText, newText)).toBe(result);
  });
});

describe('planning with a stale view', () => {
  const text = 'one\nTWO\nthree\nfour\nfive\n';
  test('says that the file has changed elsewhere', () => {
    const { strategy, notes } = edited(text, 'two\nthree', 'two\n3', { shown: hasSeen(known) });
    expect(strategy).toBe('merged');
    expect(notes).toEqual([
      { line: 3, kind: 'merged', text: 'the file has changed since you read it, but not in these lines' },
    ]);
  });

  test('names the lines that have changed', () => {
    expect(plan(text, 'two', '2', { shown: hasSeen(known) })).toEqual({
      outcome: 'changed-since',
      lines: [2],
    });
  });

  test('overlooks nothing in a line that has changed', () => {
    const before = 'call(first,  second);\nend();\n';
    const now = 'call(first, second);\nend();\n';
    expect(plan(now, 'call(first,  second);', 'x();', { shown: hasSeen(before) }).outcome).toBe(
      'changed-since',
    );
  });

  test('a text with CRLF', () => {
    const crlf = (lf: string) => lf.replaceAll('\n', '\r\n');
    const made = plan(crlf(text), 'two\nthree', 'two\n3', { shown: hasSeen(crlf(known)) });
    expect(made.outcome === 'edit' && applied(crlf(text), made.edits)).toBe(crlf(text.replace('three', '3')));
  });
});
