import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NewOutput, OutputBuffer } from '../../../src/core/terminal/output/output-buffer.ts';

const text = (output: NewOutput) =>
  output.kind === 'whole'
    ? Buffer.from(output.bytes).toString()
    : {
        head: Buffer.from(output.head).toString(),
        tail: Buffer.from(output.tail).toString(),
        omitted: output.omittedBytes,
      };

test('what fits is whole, what does not is head and tail', () => {
  const buffer = new OutputBuffer({ recentBytes: 8, headBytes: 4 });
  buffer.append(Buffer.from('abc'));
  expect(text(buffer.takeNew())).toBe('abc');
  buffer.append(Buffer.from('defgh'));
  expect(text(buffer.takeNew())).toBe('defgh');
  for (const part of ['0123', '4567', '89']) buffer.append(Buffer.from(part));
  expect(text(buffer.takeNew())).toEqual({ head: '0123', tail: '6789', omitted: 2 });
  expect(Buffer.from(buffer.recent()).toString()).toBe('23456789');
});

test('head, gap and tail are what was appended since the last look, however it came', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 9000 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(chunks, { minLength: 1, maxLength: 4 }), (looks) => {
      const buffer = new OutputBuffer({ recentBytes: 8192, headBytes: 2048 });
      for (const parts of looks) {
        for (const part of parts) buffer.append(part);
        const all = Buffer.concat(parts);
        const fresh = buffer.takeNew();
        if (fresh.kind === 'whole') expect(all.equals(fresh.bytes)).toBe(true);
        else {
          const { head, tail, omittedBytes } = fresh;
          expect(all.subarray(0, head.length).equals(head)).toBe(true);
          expect(all.subarray(all.length - tail.length).equals(tail)).toBe(true);
          expect(head.length + omittedBytes + tail.length).toBe(all.length);
        }
      }
    }),
  );
});
