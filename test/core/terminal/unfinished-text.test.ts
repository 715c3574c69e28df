import { expect, test } from 'vitest';
import { mayBeUnfinished } from '../../../src/core/terminal/shell/unfinished-text.ts';

test.each([
  'true',
  '',
  `echo "a 'b' c" 'd "e"' \\" \\'`,
  'echo "$(echo "nested $(echo `date`)")" ${x:-"y"} ${x#\'}\'}',
  "printf $'it\\'s' # it's a comment with \" in it",
  'echo a#"b"',
  'cat <<<"text"',
  'if true; then echo a; fi; for i in 1 2; do echo $i; done',
  'f() { echo "${1}"; }\n(cd /; ls) | { read -r x; echo "$x"; }',
  'echo $((1 + (2 * 3)))',
  'ls !(a|b)',
])('%j is surely complete', (text) => {
  expect(mayBeUnfinished(text)).toBe(false);
});

test.each([
  'echo "a',
  "echo 'a",
  "echo $'a\\'",
  'echo `date',
  'echo $(date',
  'echo ${x',
  'echo "$(echo "a)"',
  '(cd /',
  'f() {\necho a',
  'if true; then\necho a',
  'for i in 1 2; do\necho a',
  'cat <<EOF\na\nEOF',
  // Legal, but only bash knows.
  'case $x in a) ;; esac',
  'echo if',
  'echo "${x#\'}"',
])('bash is asked about %j', (text) => {
  expect(mayBeUnfinished(text)).toBe(true);
});

test('a long and deep text is looked at once', () => {
  expect(mayBeUnfinished('$('.repeat(200_000))).toBe(true);
  expect(mayBeUnfinished(`echo ${'"a" \'b\' `c` '.repeat(100_000)}`)).toBe(false);
});
