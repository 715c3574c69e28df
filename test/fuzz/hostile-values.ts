import fc from 'fast-check';
import type { Sandbox } from './sandbox.ts';

// Values that nobody should send, and that someone will.

const control = fc.constantFrom(
  '\0',
  '\x01',
  '\x07',
  '\x08',
  '\x1b[2J',
  '\x7f',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '\v',
);
const surrogate = fc.constantFrom('\ud800', '\udfff', 'a\ud83d', '\ude00b', '\udc00\ud800');
const unusual = fc.constantFrom(
  '\u202e',
  '\ufeff',
  '\u200b',
  '\u0301',
  '\ufffd',
  '\uffff',
  '🦜',
  '👩‍👩‍👧‍👦',
  'ﷺ',
  'İ',
  '\u2028',
  '\u0085',
);
const syntactic = fc.constantFrom(
  '$&',
  '$1',
  '$$',
  '$$$',
  '$A',
  '$$$REST',
  '${',
  '`',
  '\\',
  '\\n',
  '\\u0000',
  '...',
  '…',
  '<<<<<<< SEARCH',
  '--- a',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '"',
  "'",
  '*/',
  '//',
  '#',
  'null',
  'true',
  '%s',
  '%00',
  '.*',
  '(a+)+$',
);

/** Short, of all that is odd. */
export const oddText = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), control, surrogate, unusual, syntactic), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** Large enough to hurt whoever copies, and small enough to be sent often. */
export const hugeText = fc
  .tuple(
    fc.constantFrom('x', 'ab\n', '🦜', '\t', ' ', '((', '\\', '"', '\u0001', '$A ', 'one\n', 'é', '\r'),
    fc.constantFrom(5_000, 20_000, 100_000, 300_000),
  )
  .map(([unit, length]) => unit.repeat(length / unit.length));

export const oddNumber = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    -0,
    1,
    2,
    1.5,
    -1.5,
    0.1,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 32,
    2 ** 53,
    -(2 ** 53),
    1e300,
    -1e300,
    5e-324,
    Number.MAX_VALUE,
    99_999_999,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const deep = fc.tuple(fc.integer({ min: 1, max: 1_500 }), fc.boolean()).map(([depth, isList]) => {
  let value: unknown = 'bottom';
  for (let i = 0; i < depth; i++) value = isList ? [value] : { a: value };
  return value;
});

const prototypes = fc.constantFrom<unknown>(
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}}'),
  { toString: 'no', valueOf: 1, length: -1 },
  JSON.parse('{"then": "not a promise"}'),
);

/** Anything that JSON can say. Numbers that only look like ones come as text. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom('NaN', 'Infinity', '-1', '1e999', '[1, 2]', '{"a": 1}', 'true', '0x10', '١', ''),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [1, 2, 3], ['a']),
  fc.jsonValue({ maxDepth: 3 }),
  prototypes,
  deep,
);

export const oddKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'path',
  'command',
  'PATH',
  ' path',
  '',
  'old_str',
  'edits',
  '$ref',
  '\ud800',
  '0',
);

/** Ways to name what is in the root, what is outside, and what is nothing at all. */
export function pathsOf(sandbox: Sandbox): fc.Arbitrary<string> {
  const known = fc.constantFrom(...sandbox.paths);
  const fresh = fc
    .nat(30)
    .map((n) => `${sandbox.root}/new/${n % 3}/made-${n}.${['txt', 'py', 'ts', 'json'][n % 4]}`);
  const odd = fc.tuple(known, oddText).map(([path, text]) => `${path}${text}`);
  const named = oddText.map((text) => `${sandbox.root}/new/${text}`);
  return fc.oneof(
    { arbitrary: known, weight: 24 },
    { arbitrary: fc.constantFrom(...sandbox.texts), weight: 16 },
    { arbitrary: fresh, weight: 8 },
    { arbitrary: fc.constantFrom(...sandbox.largeTexts), weight: 1 },
    { arbitrary: fc.tuple(known, fc.constantFrom(...twists)).map(([path, twist]) => twist(path)), weight: 8 },
    { arbitrary: fc.constantFrom(...pathsOutside(sandbox)), weight: 10 },
    { arbitrary: fc.oneof(odd, named, oddText), weight: 6 },
    { arbitrary: fc.constantFrom(...overlong(sandbox)), weight: 2 },
  );
}

const twists: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//.//`,
  (path) => `${path}/..`,
  (path) => `${path}/../plain.txt`,
  (path) => `${path}/more`,
  (path) => `${path} `,
  (path) => `${path}\0.txt`,
  (path) => `//${path}`,
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
  (path) => path.normalize('NFD'),
  (path) => encodeURIComponent(path),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '\\'),
  (path) => `file://${path}`,
  (path) => `C:${path.replaceAll('/', '\\')}`,
  (path) => `\\\\?\\UNC\\server\\share${path}`,
  (path) => `.${path}`,
  (path) => path.slice(1),
  (path) => `~${path}`,
  (path) => `"${path}"`,
  (path) => `/proc/self/root${path}`,
];

function pathsOutside({ root, outside, base }: Sandbox): string[] {
  return [
    `${outside}/secret.txt`,
    `${outside}/folder`,
    `${outside}/not-there.txt`,
    outside,
    base,
    `${root}-twin/plain.txt`,
    `${root}/../outside/secret.txt`,
    `${root}/src/../../outside/new.txt`,
    `${root}/link-out-folder/inner.txt`,
    `${root}/link-out-folder/made.txt`,
    `${root}/chain-out/sub/inner.py`,
    `${root}/link-up/outside/secret.txt`,
    `${root}/link-proc/environ`,
    `${root}/link-proc/fd/0`,
    `${root}/${'../'.repeat(60)}dev/zero`,
    '/',
    '//',
    '/..',
    '/dev/zero',
    '/dev/full',
    '/dev/null',
    '/dev/stdin',
    '/dev/fd/0',
    '/dev/tty',
    '/proc/self/environ',
    '/proc/self/mem',
    '/proc/self/cwd/outside/secret.txt',
    '/proc/self/fd/1',
    `/proc/self/root${outside}/secret.txt`,
    '/nowhere/at/all.txt',
    '../outside/secret.txt',
    'plain.txt',
    './plain.txt',
    '~/secret.txt',
    '.',
    '..',
    '',
    'C:\\Windows\\system.ini',
    '\\\\server\\share\\file.txt',
    'CON',
    'file:///etc/hostname',
    '%2e%2e%2foutside',
  ];
}

function overlong({ root }: Sandbox): string[] {
  return [
    `${root}/${'x'.repeat(256)}`,
    `${root}/new/${'é'.repeat(128)}.txt`,
    `${root}/${'d/'.repeat(40)}deep.txt`,
    `${root}/${'d/'.repeat(3_000)}deep.txt`,
    `${root}/${'../root/'.repeat(2_000)}plain.txt`,
    `${root}/${'./'.repeat(20_000)}plain.txt`,
    `/${'a'.repeat(100_000)}`,
    'a/'.repeat(50_000),
  ];
}
