import { describe, expect, test } from 'vitest';
import {
  permissiveBlockAnchor,
  permissiveContextAware,
} from '../../../../src/core/match/strategies/permissive.ts';
import { by, outcomeOf } from '../planning.ts';

const text = 'start {\n  one();\n  two();\n}\n';

describe('block-anchor with the published thresholds', () => {
  test.each([
    [
      'anything between the only pair of anchors',
      text,
      'start {\n  something();\n  else();\n}',
      'start {\n  new();\n}',
      'start {\n  new();\n}\n',
    ],
    [
      'the best of several pairs',
      text + text.replace('one', 'other'),
      'start {\n  other();\n  twx();\n}',
      'start {\n  x();\n}',
      `${text}start {\n  x();\n}\n`,
    ],
    ['several pairs, none alike', text + text, 'start {\n  zzzzzzzzzzzz\n}', 'x', '<absent>'],
    ['a blank line as the last anchor', 'a\nb\n\nc\n', 'a\nq\n ', '}', '}\n\nc\n'],
    ['no anchors', text, 'begin {\n  one();\n}', 'x', '<absent>'],
    ['two lines have no middle', text, 'start {\n}', 'x', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(permissiveBlockAnchor, text, oldText, newText)).toBe(result);
  });
});

describe('context-aware with the published thresholds', () => {
  test.each([
    [
      'half of the lines between',
      text,
      'start {\n  one();\n  zzz();\n}',
      'start {\n  new();\n}',
      'start {\n  new();\n}\n',
    ],
    ['less than half', text, 'start {\n  yyy();\n  zzz();\n}', 'x', '<absent>'],
    ['another number of lines', text, 'start {\n  one();\n}', 'x', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(permissiveContextAware, text, oldText, newText)).toBe(result);
  });
});

test('what only permissive accepts, safe refuses', () => {
  const [oldText, newText] = ['start {\n  something();\n  else();\n}', 'start {\n  new();\n}'];
  expect(outcomeOf(text, oldText, newText)).toBe('<absent>');
  expect(outcomeOf(text, oldText, newText, { policy: 'permissive' })).toBe('start {\n  new();\n}\n');
});
