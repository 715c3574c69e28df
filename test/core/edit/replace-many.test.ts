import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MANY_PLACES, replaceMany } from '../../../src/core/edit/replace-many.ts';

function replaced(text: string, oldText: string, newText: string) {
  const work = replaceMany(text, oldText, newText);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

function applied(text: string, edits: readonly { span: { start: number; end: number }; newText: string }[]) {
  let [result, reached] = ['', 0];
  for (const { span, newText } of edits) {
    result += text.slice(reached, span.start) + newText;
    reached = span.end;
  }
  return result + text.slice(reached);
}

test('few places are left to the search for a quotation', () => {
  expect(replaced('a'.repeat(MANY_PLACES - 1), 'a', 'b')).toBeUndefined();
  expect(replaced('x'.repeat(100_000), 'a', 'b')).toBeUndefined();
  expect(replaced('', '', 'b')).toBeUndefined();
});

test('very many are counted, the first are listed one by one, and the rest are a few edits', () => {
  const text = 'ab\n'.repeat(50_000);
  const { count, first, edits } = replaced(text, 'a', 'cd')!;
  expect(count).toBe(50_000);
  expect(first).toHaveLength(1_000);
  expect(first[2]).toEqual({ span: { start: 6, end: 7 }, newText: 'cd' });
  expect(edits).toHaveLength(10);
  expect(applied(text, edits)).toBe('cdb\n'.repeat(50_000));
});

test('all places are replaced as the language itself does it', () => {
  const piece = fc.array(fc.constantFrom('a', 'b', 'aa', '\n', 'é', '.'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(piece, fc.constantFrom('x', '', 'y\nz', 'é'), (pieces, newText) => {
      const text = `${pieces.join('')}a`.repeat(MANY_PLACES);
      const { edits } = replaced(text, 'a', newText)!;
      expect(applied(text, edits) === text.replaceAll('a', newText)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('line ends are those of each place, and lines that are not replaced keep theirs', () => {
  const text = 'a\r\nb\n'.repeat(MANY_PLACES);
  expect(applied(text, replaced(text, 'a\n', 'x\ny\n')!.edits)).toBe('x\r\ny\r\nb\n'.repeat(MANY_PLACES));
});

test('a place that has the new text already is left alone', () => {
  const text = 'foobar foo '.repeat(MANY_PLACES);
  const { count, edits } = replaced(text, 'foo', 'foobar')!;
  expect(count).toBe(MANY_PLACES);
  expect(applied(text, edits)).toBe('foobar foobar '.repeat(MANY_PLACES));
});
