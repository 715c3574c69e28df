import { describe, expect, test } from 'vitest';
import { beginningOf, halfCharacter, withWholeCharacters } from '../../../src/core/text/whole-characters.ts';

describe('characters stay whole', () => {
  test('at a cut', () => {
    expect(beginningOf('a🦜b', 2)).toBe('a');
    expect(beginningOf('a🦜b', 3)).toBe('a🦜');
    expect(beginningOf('ab', 5)).toBe('ab');
    expect(beginningOf('ab', 0)).toBe('');
  });

  test('in everything that is sent, keys too', () => {
    const value = { text: 'a\ud83d', list: ['\ude00', 1, null, true], '\ud800': { whole: '🦜' } };
    expect(withWholeCharacters(value)).toEqual({
      text: 'a\ufffd',
      list: ['\ufffd', 1, null, true],
      '\ufffd': { whole: '🦜' },
    });
  });

  test('and a lone half is found', () => {
    expect(halfCharacter('a🦜')).toBeUndefined();
    expect(halfCharacter('a\ude00')).toBe('U+DE00');
  });
});
