import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineScanner, type LineBreaks } from '../../../../src/core/text/stream/line-window.ts';

const narrow: LineBreaks = { width: 1, bigEndian: false };
const utf16le: LineBreaks = { width: 2, bigEndian: false };
const utf16be: LineBreaks = { width: 2, bigEndian: true };

function scan(bytes: Buffer, first: number, last: number, breaks: LineBreaks, chunk = 7, maxBytes = 1000) {
  const scanner = createLineScanner({ first, last, maxBytes }, breaks);
  for (let at = 0; at < bytes.length; at += chunk) scanner.push(bytes.subarray(at, at + chunk));
  return scanner.finish();
}

function encode(text: string, breaks: LineBreaks): Buffer {
  const bytes = Buffer.from(text, breaks.width === 1 ? 'utf8' : 'utf16le');
  return breaks.bigEndian ? bytes.swap16() : bytes;
}

describe('a window of lines', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', 'Ċ', '\u0a0a', '\r') });

  test.each([narrow, utf16le, utf16be])(
    'holds just the lines asked for, however the file is cut: %j',
    (breaks) => {
      fc.assert(
        fc.property(
          fc.array(line),
          fc.boolean(),
          fc.integer({ min: 1, max: 5 }),
          fc.nat(4),
          fc.integer({ min: 1, max: 9 }),
          (lines, ends, first, more, half) => {
            const text = lines.join('\n') + (ends && lines.length > 0 ? '\n' : '');
            const all = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
            const window = scan(encode(text, breaks), first, first + more, breaks, half * 2);
            expect(Buffer.from(window.bytes)).toEqual(
              encode(all.slice(first - 1, first + more).join(''), breaks),
            );
            expect(window.totalLines).toBe(all.length);
          },
        ),
      );
    },
  );

  test('is cut at its limit while lines are still counted', () => {
    const window = scan(Buffer.from('abcdef\n'.repeat(100)), 2, 90, narrow, 64, 10);
    expect(Buffer.from(window.bytes).toString()).toBe('abcdef\nabc');
    expect(window).toMatchObject({ totalLines: 100 });
  });
});
