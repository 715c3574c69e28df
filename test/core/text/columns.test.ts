import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningIn, displayColumns, shortenedPath } from '../../../src/core/text/columns.ts';

test.each([
  ['plain text', 10],
  ['naïve', 5],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한글.txt', 8],
  ['ｆｕｌｌ', 8],
  ['🐦', 2],
  ['→ …', 3],
])('%j takes %d columns', (text, columns) => {
  expect(displayColumns(text)).toBe(columns);
});

test.each([
  ['src/cli/commands/log.ts', 30, 'src/cli/commands/log.ts'],
  ['src/cli/commands/log.ts', 20, '…/commands/log.ts'],
  ['src/cli/commands/log.ts', 10, '…/log.ts'],
  ['/home/ann/project/a.ts', 16, '…/project/a.ts'],
  ['C:\\work\\project\\a.ts', 16, '…\\project\\a.ts'],
  ['src/cli/log.test.ts', 12, '…log.test.ts'],
  ['src/a-name-that-is-far-too-long.test.ts', 20, '…a-name-t…ng.test.ts'],
  ['a-name-that-is-far-too-long.test.ts', 20, 'a-name-t…ong.test.ts'],
  ['文書/日本語の長い名前.txt', 14, '…日本語…前.txt'],
])('%j in %d columns is %j', (path, columns, shortened) => {
  expect(shortenedPath(path, columns)).toBe(shortened);
});

test('a text is cut where the columns end', () => {
  expect(beginningIn('npm run build', 20)).toBe('npm run build');
  expect(beginningIn('npm run build', 8)).toBe('npm run…');
  expect(beginningIn('日本語', 4)).toBe('日…');
});

test('no path takes more columns than it may', () => {
  const character = fc.constantFrom('a', 'Z', '.', 'é', '\u0301', '日', '🐦', '…');
  const part = fc.string({ unit: character, minLength: 1, maxLength: 12 });
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(path, fc.integer({ min: 4, max: 40 }), (given, columns) => {
      expect(displayColumns(shortenedPath(given, columns))).toBeLessThanOrEqual(columns);
      expect(displayColumns(beginningIn(given, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});
