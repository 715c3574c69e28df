import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  quoteBytesForBash,
  quoteForBash,
  unquoteFromBash,
} from '../../../src/core/terminal/shell/bash-quoting.ts';

const bash = (script: string) =>
  spawnSync('bash', ['-c', script], { encoding: 'latin1', env: { LC_ALL: 'C.UTF-8' } }).stdout;
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test('what bash quotes is unquoted, and what is quoted bash understands, for every text', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 0, maxLength: 20 })
    .filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(fc.array(text, { minLength: 30, maxLength: 40 }), (texts) => {
      const script = texts.map((value) => `printf '%q\\037' ${quoteForBash(value)}`).join('\n');
      const quoted = bash(script).split('\x1f').slice(0, -1);
      expect(quoted.map(unquoteFromBash)).toEqual(texts.map(latin1));
    }),
    { numRuns: 10 },
  );
});

test('bytes are quoted so that bash has the very same', () => {
  const bytes = Array.from({ length: 255 }, (_, i) => String.fromCharCode(i + 1)).join('');
  expect(bash(`printf %s ${quoteBytesForBash(bytes)}`)).toBe(bytes);
});
