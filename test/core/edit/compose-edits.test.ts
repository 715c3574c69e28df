import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeEdit } from '../../../src/core/edit/compose-edits.ts';
import { spliceEdits, type TextEdit } from '../../../src/core/edit/text-edit.ts';

const apply = (text: string, edits: readonly TextEdit[]) => spliceEdits(text, edits);

test('edits made one after the other are the same as their composition', () => {
  const cut = fc.tuple(fc.nat(40), fc.nat(6), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(
      fc.string({ minLength: 20, maxLength: 40 }),
      fc.array(cut, { maxLength: 8 }),
      (text, cuts) => {
        let edits: readonly TextEdit[] = [];
        let expected = text;
        for (const [at, length, newText] of cuts) {
          const start = Math.min(at, expected.length);
          const span = { start, end: Math.min(start + length, expected.length) };
          edits = composeEdit(text, edits, { span, newText });
          expected = apply(expected, [{ span, newText }]);
          expect(apply(text, edits)).toBe(expected);
        }
      },
    ),
    { numRuns: 500 },
  );
});
