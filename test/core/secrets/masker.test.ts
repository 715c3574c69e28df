import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasker } from '../../../src/core/secrets/masker.ts';
import { MASK, refusal } from '../../../src/core/secrets/secrets.ts';

const SECRET = 'tops3cret/+é';
const { mask, stream, sequence } = createMasker({ A: SECRET, B: 'tops3cret/+é-longer' });

test.each([
  [`x${SECRET}y`, 'x***y'],
  ['tops3cret/+é-longer', '***'],
  [encodeURIComponent(SECRET), '***'],
  [encodeURIComponent(SECRET).toLowerCase(), '***'],
  [JSON.stringify({ a: SECRET }), '{"a":"***"}'],
  [Buffer.from(SECRET).toString('base64').replace(/=+$/, ''), '***'],
  [Buffer.from(SECRET).toString('base64url'), '***'],
  ['tops3cre', 'tops3cre'],
  ['nothing', 'nothing'],
])('%j', (text, masked) => {
  expect(mask(text)).toBe(masked);
});

test.each([0, 1, 2, 3, 4, 5])('base64 of something before it, %i bytes long', (length) => {
  const encoded = Buffer.from(`${'x'.repeat(length)}${SECRET}yyy`).toString('base64');
  expect(mask(encoded)).toContain(MASK);
  expect(mask(encoded).length).toBeLessThan(encoded.length - 8);
});

const texts = fc.array(fc.constantFrom('a', 't', 'tops3', 'cret/+é', SECRET, '-longer', ' ', '\n'), {
  maxLength: 12,
});

test('no secret is in a stream, and all else is, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 6 }), (parts, cuts) => {
      const text = parts.join('');
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const masked = stream();
      const out = places.slice(1).map((place, i) => masked.push(text.slice(places[i], place)));
      const all = out.join('') + masked.end();
      expect(all).not.toContain(SECRET);
      expect(all.replaceAll(MASK, '').length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('texts that leave one after the other never make a secret together', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      const next = sequence();
      expect(parts.map((part) => next(part)).join('')).not.toContain(SECRET);
    }),
  );
});

test.each([
  [
    { A: '12345' },
    'Secret A has 5 characters: at least 6 are needed to mask it safely. Use a longer value, or do not pass it as a secret.',
  ],
  [
    { A: '   123   ' },
    'Secret A has 3 characters: at least 6 are needed to mask it safely. Use a longer value, or do not pass it as a secret.',
  ],
  [{ 'a-b': '123456' }, "Secret name 'a-b' is not a variable name."],
  [{ A: '123456' }, undefined],
])('%j can be kept: %s', (secrets, reason) => {
  expect(refusal(secrets as Record<string, string>)).toBe(reason);
});

test('a line of a key is a secret of its own', () => {
  const key = `-----BEGIN KEY-----\n${'abcdefgh'.repeat(4)}\n-----END KEY-----`;
  expect(createMasker({ KEY: key }).mask(`got ${'abcdefgh'.repeat(4)}.`)).toBe('got ***.');
});
