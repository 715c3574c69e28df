import { expect, test } from 'vitest';
import { mergeLine } from '../../../../src/core/match/apply/merge-line.ts';

test.each([
  ['quoted rightly', 'a = 1;', 'a = 2;', 'a = 1;', 'a = 2;'],
  ['the change is there already', 'a = 1;', 'a = 2;', 'a = 2;', 'a = 2;'],
  ['a semicolon that the quotation lacks stays', 'f(a)', 'f(b)', 'f(a);', 'f(b);'],
  [
    'a name that was misquoted elsewhere stays',
    'total = sum(itmes)',
    'total = add(itmes)',
    'total = sum(items)',
    'total = add(items)',
  ],
  ['spaces that were misquoted elsewhere stay', 'f(a,b) + c', 'f(a,b) + d', 'f(a, b) + c', 'f(a, b) + d'],
  ['a comment right after the word that changes', 'a = 1', 'a = 2', 'a = 1 # one', undefined],
  ['a comment further on stays', 'a = 1;', 'a = 2;', 'a = 1; # one', 'a = 2; # one'],
  ['spaces inside brackets stay', '["$a" = "$b"]', '["$a" != "$b"]', '[ "$a" = "$b" ]', '[ "$a" != "$b" ]'],
  [
    'spaces beside the word that changes stay',
    '["$a" = "$b"]',
    '["$c" = "$b"]',
    '[ "$a" = "$b" ]',
    '[ "$c" = "$b" ]',
  ],
  ['spaces before a bracket, after what is added', 'f(a)', 'f(a, b)', 'f( a )', 'f( a, b )'],
  ['spaces after a bracket, before what is added', 'f(a)', 'f(b, a)', 'f( a )', 'f( b, a )'],
  ['spaces that the edit brings itself', 'a=b', 'a += b', 'a = b', 'a += b'],
  ['a string in other quotes that does not change', 'f("a", 1)', 'f("a", 2)', "f('a', 1)", "f('a', 2)"],
  [
    'a string in other quotes whose content changes',
    'say("it is", 1)',
    'say("it\'s", 1)',
    "say('it is', 1)",
    'say("it\'s", 1)',
  ],
  ['both changed the same word', 'a = 1', 'a = 2', 'a = 3', 'a = 2'],
  ['both put something at the same place', 'f(a)', 'f(a, b)', 'f(a, c)', undefined],
])('%s', (_, quoted, wanted, inFile, merged) => {
  expect(mergeLine(quoted, wanted, inFile)).toBe(merged);
});
