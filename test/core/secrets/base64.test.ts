import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Forms } from '../../../src/core/secrets/base64.ts';

test('base64 of any text contains all whole digits of the bytes in it', () => {
  const bytes = fc.uint8Array({ maxLength: 12 });
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 12 }), bytes, (before, secret, after) => {
      const encoded = Buffer.concat([before, secret, after]).toString('base64').replace(/=+$/, '');
      const wholeDigits = Math.floor((secret.length * 8 - 4) / 6);
      const found = base64Forms(secret).filter((form) => encoded.includes(form));
      expect(Math.max(...found.map(({ length }) => length))).toBeGreaterThanOrEqual(wholeDigits);
    }),
  );
});
