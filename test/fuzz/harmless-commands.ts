import fc from 'fast-check';
import { oddText } from './hostile-values.ts';
import type { Schema } from './schema-values.ts';

// What may reach a shell here: a fixed list, and comments. Random text never runs, whether given or typed.

const quick = [
  'true',
  'false',
  'echo hello',
  'echo',
  'exit 3',
  '(exit 255)',
  'cat plain.txt',
  'cat noise.bin',
  'cat emoji.txt',
  'cat missing.txt',
  'sleep 0',
  'sleep 0.05',
  'seq 1 3000',
  'cd src',
  'cd /',
  'cd -',
  'pwd',
  'cd "$OLDPWD"',
  'a=1; echo $a',
  'cat <<X\none\ntwo\nX',
  'for i in 1 2 3; do\n  echo $i\ndone',
  'echo "unfinished',
  'if true; then',
  "printf '\\033[31mred\\033[0m\\r\\033[2Kover\\b\\n'",
  "printf '\\377\\376\\000\\355\\240\\200\\n'",
  'head -c 20000 /dev/zero',
  "printf '\\033[?1049hscreen'",
  "printf '\\033[?1049l'",
  "printf '\\033]0;title\\007'",
  'kill -9 $$',
  'set -e; false',
  'sleep 0.02 &',
  'wait',
  'no-such-command-at-all',
  'cat one-line.txt | head -c 60000',
  'trap "echo bye" EXIT',
  '\u00e9cho',
];

const waiting = ['cat', 'read -r answer', 'sleep 0.3', 'head -n 1', 'bash --norc -c "read x; echo $x"'];

const keys = ['C-c', 'C-d', 'C-z', 'ENTER', 'TAB', 'ESC', 'UP', 'C-\\', 'C-g', ' c-c ', 'C-', 'F5', 'PGDN'];

const typed = ['hello', 'y', '42', '', ' ', 'ünïcödé 🦜', '\0', '"', ': typed'];

/** Control characters would move about in a line that is typed, out of its comment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROL = /[\x01-\x1f\x7f-\x9f\u2028\u2029]/g;

const comment = fc
  .oneof(
    { arbitrary: oddText, weight: 9 },
    fc.constantFrom(4_000, 5_000, 70_000).map((n) => 'x'.repeat(n)),
  )
  .map((text) => `# ${text.replace(CONTROL, '')}`);

export const harmlessCommand: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...quick), weight: 8 },
  { arbitrary: fc.constantFrom(...keys), weight: 2 },
  { arbitrary: fc.constantFrom('', ' ', '\n'), weight: 1 },
  { arbitrary: comment, weight: 3 },
);

/** A program that waits, what it is told, and its end. */
export const dialogue: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.constantFrom(...waiting),
    fc.array(fc.oneof(fc.constantFrom(...typed), comment), { maxLength: 2 }),
    fc.constantFrom('C-d', 'C-c'),
  )
  .map(([program, lines, end]) => [program, ...lines, end]);

const known = new Set([...quick, ...waiting, ...keys, '', ' ', '\n']);

export function isHarmless(command: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  return known.has(command) || /^# [^\x01-\x1f\x7f-\x9f\u2028\u2029]*$/.test(command);
}

/** The input with a comment in place of each free text that could run. */
export function tamed(input: unknown, { properties = {} }: Schema): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const isFree = (name: string) => properties[name]?.pattern === undefined;
  const entries = Object.entries(input).map(([name, value]) =>
    typeof value === 'string' && isFree(name) && !isHarmless(value) ? [name, '# tamed'] : [name, value],
  );
  return Object.fromEntries(entries);
}
