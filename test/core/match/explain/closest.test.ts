import { describe, expect, test } from 'vitest';
import { closestTo } from '../../../../src/core/match/explain/closest.ts';

const text = 'def f():\n    return 1\n\ndef g():\n    value = compute(1)\n    return value\n';

describe('the nearest places', () => {
  test.each([
    ['one line', 'vlaue = compute(1)', 5, 5, '    value = compute(1)\n'],
    [
      'several lines',
      'def g():\n    value = compute(2)\n    return value',
      4,
      6,
      text.slice(text.indexOf('def g')),
    ],
    [
      'a misquoted first line',
      'def h():\n    value = compute(1)\n    return value',
      4,
      6,
      text.slice(text.indexOf('def g')),
    ],
  ])('%s', (_, quoted, firstLine, lastLine, own) => {
    expect(closestTo(text, quoted).misses[0]).toMatchObject({ firstLine, lastLine, text: own });
  });

  test('nothing comes near', () => {
    expect(closestTo(text, 'completely different words here').misses).toEqual([]);
    expect(closestTo('', 'anything').misses).toEqual([]);
    expect(closestTo(text, '').misses).toEqual([]);
  });

  test('at most three, the best first', () => {
    const many = Array.from({ length: 9 }, (_, i) => `const value${i} = compute(${i});\n`).join('');
    const { misses } = closestTo(many, 'const value4 = compute(x);');
    expect(misses).toHaveLength(3);
    expect(misses[0]!.firstLine).toBe(5);
    expect(misses.map(({ similarity }) => similarity)).toEqual(
      misses.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
  });

  test('CRLF is no difference', () => {
    const miss = closestTo(text.replaceAll('\n', '\r\n'), 'def g():\n    value = compute(2)').misses[0]!;
    expect(miss.difference).toMatchObject({ line: 5, inFile: '    value = compute(1)' });
  });
});

describe('the first line that differs', () => {
  test.each([
    [
      'in words',
      'def g():\n    value = compute(2)\n    return value',
      { line: 5, quoted: '    value = compute(2)', inFile: '    value = compute(1)' },
    ],
    [
      'in indentation',
      'def g():\n    value = compute(1)\n  return value\nx',
      { line: 6, quoted: '  return value', inFile: '    return value' },
    ],
    [
      'left out by the quotation',
      'def g():\n    return value\nx',
      { line: 5, inFile: '    value = compute(1)' },
    ],
    [
      'that the file does not have',
      'def g():\n    check()\n    value = compute(1)\n    return value',
      { line: 5, quoted: '    check()' },
    ],
  ])('%s', (_, quoted, difference) => {
    expect(closestTo(text, quoted).misses[0]!.difference).toEqual(difference);
  });

  const config = 'x:\n\nstaging:\n  host: a\n  port: 1\n\n  user: b\n';

  test.each([
    [
      'the last, which resembles a later one',
      'alpha\nBETA!\nGAMMA\ndelta\n',
      'alpha\nbeta',
      { line: 2, quoted: 'beta', inFile: 'BETA!' },
      [1, 4],
    ],
    [
      'the first, which resembles none',
      config,
      'production:\n  host: a\n  port: 1',
      { line: 3, quoted: 'production:', inFile: 'staging:' },
      [3, 5],
    ],
    [
      'the last, which resembles none',
      config,
      'staging:\n  host: a\nelsewhere entirely',
      { line: 5, quoted: 'elsewhere entirely', inFile: '  port: 1' },
      [3, 5],
    ],
    [
      'one in the middle, which resembles none',
      config,
      '  host: a\nelsewhere entirely\n  user: b',
      { line: 5, quoted: 'elsewhere entirely', inFile: '  port: 1' },
      [4, 7],
    ],
    [
      'one before the beginning of the file',
      config,
      'begin\nx:\n\nstaging:',
      { line: 1, quoted: 'begin' },
      [1, 3],
    ],
    ['one after its end', config, '  port: 1\n\n  user: b\nend', { line: 8, quoted: 'end' }, [5, 7]],
  ])('%s', (_, text, quoted, difference, [firstLine, lastLine]) => {
    expect(closestTo(text, quoted).misses[0]).toMatchObject({ firstLine, lastLine, difference });
  });
});

test.each([
  ['return 1\n    return value', true],
  ['return 1\n    nothing()', false],
  ['return 1', false],
])('the lines of %j are all there, but apart: %s', (quoted, scattered) => {
  expect(closestTo(text, quoted).isScattered).toBe(scattered);
});

test.each([
  ['def g():\n  value = compute(1)', true],
  ['return 1\ndef g():', true],
  ['    return value\n    value = compute(1)', false],
])('%j differs only in white space: %s', (quoted, isSame) => {
  const { misses, isScattered } = closestTo(text, quoted);
  expect(misses[0]!.isSameButForSpaces).toBe(isSame);
  expect(isScattered).toBe(!isSame);
});
