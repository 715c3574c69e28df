import { describe, expect, test } from 'vitest';
import { unescaped } from '../../../../src/core/match/escapes/unescape.ts';
import {
  decodedEntities,
  unescapedUnicode,
} from '../../../../src/core/match/strategies/escape-normalized.ts';

describe('one level of escapes is taken off', () => {
  test.each([
    ['a\\nb', 'a\nb'],
    ['\\ta', '\ta'],
    ['say(\\"hi\\")', 'say("hi")'],
    ["it\\'s", "it's"],
    ['a\\\\nb', 'a\\nb'],
    ['a\\r\\nb', 'a\nb'],
    ['\\$HOME \\`x\\`', '$HOME `x`'],
    ['plain', 'plain'],
    ['a\\d+', 'a\\d+'],
  ])('%j', (text, repaired) => {
    expect(unescaped(text)).toBe(repaired);
  });
});

describe('unicode escapes', () => {
  test.each([
    ['caf\\u00e9', 'café'],
    ['\\ud83d\\ude00', '😀'],
    ['\\u12', undefined],
  ])('%j', (text, repaired) => {
    expect(unescapedUnicode.apply(text)).toBe(repaired);
  });
});

describe('HTML entities', () => {
  test.each([
    ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['&quot;&#39;&apos;&#x27;', "\"'''"],
    ['&amp;lt;', '&lt;'],
    ['&unknown;', undefined],
    ['a & b', undefined],
  ])('%j', (text, repaired) => {
    expect(decodedEntities.apply(text)).toBe(repaired);
  });
});
