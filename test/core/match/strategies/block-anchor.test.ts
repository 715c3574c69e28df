import { expect, test } from 'vitest';
import { blockAnchor } from '../../../../src/core/match/strategies/block-anchor.ts';
import { by } from '../planning.ts';

const text = [
  'function load(path) {',
  '  const bytes = readBytes(path);',
  '  const text = decode(bytes);',
  '  const lines = split(text);',
  '  return lines;',
  '}',
  '',
].join('\n');
const head = 'function load(path) {\n  const bytes = readBytes(path);\n';

test.each([
  [
    'a slip in a line of context: the file keeps its own',
    `${head}  const text = decoed(bytes);\n  const lines = split(text);\n  return lines;\n}`,
    `${head}  const text = decoed(bytes);\n  const lines = parse(text);\n  return lines;\n}`,
    text.replace('split', 'parse'),
  ],
  [
    'a line left out between lines that are kept: the file keeps it',
    'function load(path) {\n  const text = decode(bytes);\n  const lines = split(text);\n  return lines;\n}',
    'function load(path) {\n  const text = decode(bytes);\n  const lines = parse(text);\n  return lines;\n}',
    text.replace('split', 'parse'),
  ],
  [
    'a line left out beside the line that changes: whether it goes is not known',
    `${head}  const lines = split(text);\n  return lines;\n}`,
    `${head}  const lines = parse(text);\n  return lines;\n}`,
    '<unsure>',
  ],
  [
    'a line of context that the file does not have is not put in',
    `${head}  const text = decode(bytes);\n  check(text);\n  const lines = split(text);\n  return lines;\n}`,
    `${head}  const text = decode(bytes);\n  check(text);\n  const lines = parse(text);\n  return lines;\n}`,
    text.replace('split', 'parse'),
  ],
  [
    'a slip in the line that changes',
    `${head}  const text = decode(bytes);\n  const lines = spilt(text);\n  return lines;\n}`,
    `${head}  const text = decode(bytes);\n  const lines = parse(text);\n  return lines;\n}`,
    '<absent>',
  ],
  [
    'a misquoted first line is for another',
    `function laod(path) {\n  const bytes = readBytes(path);\n  const text = decode(bytes);\n  const lines = split(text);\n}`,
    'x',
    '<absent>',
  ],
  ['two lines are too few', `function load(path) {\n  const bytes = readByte(path);`, 'x', '<absent>'],
  [
    'a line unseen inside what changes',
    'function load(path) {\n  const bytes = readBytes(path);\n}',
    '',
    '<absent>',
  ],
])('%s', (_, oldText, newText, result) => {
  expect(by(blockAnchor, text, oldText, newText)).toBe(result);
});

test('a rival that is nearly as good stops it', () => {
  const twice = text + text.replace('decode', 'encode');
  const oldText = `${head}  const text = xxcode(bytes);\n  const lines = split(text);\n  return lines;\n}`;
  expect(by(blockAnchor, twice, oldText, oldText.replace('split', 'parse'))).toBe('<absent>');
});
