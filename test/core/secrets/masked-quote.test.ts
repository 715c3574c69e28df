import { expect, test } from 'vitest';
import { putsMaskForSecret, unmaskedQuote } from '../../../src/core/secrets/masked-quote.ts';
import { createMasker } from '../../../src/core/secrets/masker.ts';

const masker = createMasker({ A: 'first-secret', B: 'other-secret-2' });
const FILE = 'host: a\nkey: first-secret\nport: 1\ntoken: other-secret-2\nstars: ***\n';

test.each([
  ['port: 1', 'port: 2', 'port: 1', 'port: 2'],
  ['key: ***\nport: 1', 'key: ***\nport: 2', 'key: first-secret\nport: 1', 'key: first-secret\nport: 2'],
  ['key: ***\nport: 1\n', 'port: 1\n', 'key: first-secret\nport: 1\n', 'port: 1\n'],
  [
    '***\nport: 1\ntoken: ***\n',
    '***\ntoken: ***\n',
    'first-secret\nport: 1\ntoken: other-secret-2\n',
    'first-secret\ntoken: other-secret-2\n',
  ],
  [
    'token: ***\nstars: ***',
    'token: ***\nmoon: ***',
    'token: other-secret-2\nstars: ***',
    'token: other-secret-2\nmoon: ***',
  ],
  ['stars: ***', 'stars: ****', 'stars: ***', 'stars: ****'],
  ['key: **', 'key: x', 'key: first-secret', 'key: x'],
])('%j → %j is %j → %j', (oldText, newText, expectedOld, expectedNew) => {
  const wanted = { oldText: expectedOld, newText: expectedNew };
  const given = { oldText, newText };
  expect(unmaskedQuote(masker, FILE, given)).toEqual(oldText.includes('***') ? wanted : given);
});

test('which secret is meant cannot be known if there are fewer masks than secrets', () => {
  const quote = { oldText: 'key: ***\nport: 1\ntoken: ***', newText: 'one: ***' };
  expect(unmaskedQuote(masker, FILE, quote)).toBeUndefined();
});

test('a quotation that is nowhere or in several places stays as it is', () => {
  for (const oldText of ['nothing ***', '***'])
    expect(unmaskedQuote(masker, FILE, { oldText, newText: 'x' })).toEqual({ oldText, newText: 'x' });
});

test('lines that end by CRLF are found too', () => {
  const quote = { oldText: 'key: ***\nport: 1', newText: 'key: ***\nport: 2' };
  expect(unmaskedQuote(masker, FILE.replaceAll('\n', '\r\n'), quote)).toEqual({
    oldText: 'key: first-secret\r\nport: 1',
    newText: 'key: first-secret\nport: 2',
  });
});

test.each([
  ['first-secret', '***', true],
  ['key: first-secret\nport: 1', 'key: ***\nport: 2', true],
  ['first-secret', 'new', false],
  ['port: 1', 'port: ***', false],
  ['key: first-secret', 'a: ***, b: first-secret', false],
])('%j → %j would put a mask in the place of a secret: %s', (oldText, newText, expected) => {
  const start = FILE.indexOf(oldText);
  const edits = [{ span: { start, end: start + oldText.length }, newText }];
  expect(putsMaskForSecret(masker, FILE, edits)).toBe(expected);
});

test('a mask in the place of a line of wrapped base64 is noticed', () => {
  const [first = '', second = ''] = Buffer.from('other-secret-2')
    .toString('base64')
    .match(/.{1,10}/g)!;
  const text = `a\n${first}\n${second}\nb\n`;
  const span = { start: text.indexOf(first), end: text.indexOf(first) + first.length };
  expect(putsMaskForSecret(masker, text, [{ span, newText: '***' }])).toBe(true);
});
