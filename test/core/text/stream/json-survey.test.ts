import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surveyJson } from '../../../../src/core/text/stream/json-survey.ts';

const survey = (text: string) => surveyJson(new TextEncoder().encode(text));

test.each([
  ['{"id":7,"method":"x"}', { values: 2, names: 2, id: 7 }],
  ['{"params":{"id":1,"a":[1,2]},"id":"a b"}', { values: 6, names: 4, id: 'a b' }],
  ['{"a":"\\"id\\":5,[[[","id" : -3 }', { values: 2, names: 2, id: -3 }],
  ['{"id":null}', { values: 1, names: 1, id: undefined }],
  ['{"id":{"id":1}}', { values: 2, names: 2, id: undefined }],
  ['{"id', { values: 1, names: 0, id: undefined }],
  ['"\\', { values: 0, names: 0, id: undefined }],
  ['', { values: 0, names: 0, id: undefined }],
])('%s', (text, expected) => {
  expect(survey(text)).toEqual(expected);
});

test('the id is that of the parsed message, and no value is missed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.oneof(fc.integer(), fc.stringMatching(/^[\w -]{0,50}$/)), (params, id) => {
      const found = survey(JSON.stringify({ params, id }));
      expect(found.id).toBe(id);
      expect(found.values).toBeGreaterThanOrEqual(leavesOf(params));
    }),
  );
});

test('a long string counts as one value, wherever it has escapes', () => {
  const piece = fc.oneof(
    fc.constantFrom('\\', '"', ',', '[', 'é'),
    fc.nat(200).map((n) => 'x'.repeat(n)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = JSON.stringify({ text: pieces.join(''), id: 1 });
      expect(survey(text)).toEqual({ values: 2, names: 2, id: 1 });
      // Cut off at any place, it is read to its end.
      expect(survey(text.slice(0, -10)).values).toBe(1);
    }),
  );
});

function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + leavesOf(inner), 0);
}
