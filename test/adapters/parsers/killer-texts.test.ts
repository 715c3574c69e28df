import { afterAll, describe, expect, test } from 'vitest';
import { parserSyntax } from '../../../src/adapters/syntax/parser-syntax.ts';
import type { Language } from '../../../src/core/languages/index.ts';
import { samples } from '../../contracts/syntax-samples.ts';
import { endless, expectWorks } from './working.ts';

const nested = (open: string, close: string, depth: number, core = '1') =>
  open.repeat(depth) + core + close.repeat(depth);

describe('a text that crashes its parser', () => {
  const syntax = parserSyntax();
  afterAll(() => syntax.close());

  const depths = [12_000, 20_000, 100_000];
  const killers: [string, Language, string, RegExp][] = [
    ...depths.flatMap((depth): [string, Language, string, RegExp][] => [
      [`brackets ${depth} deep`, 'javascript', `x = ${nested('[', ']', depth)};\n`, /ended with /],
      [`open brackets ${depth} deep`, 'typescript', '['.repeat(depth), /ended with /],
      [`parentheses ${depth} deep`, 'python', `x = ${nested('(', ')', depth)}\n`, /failed: .*stack/],
      [`open brackets ${depth} deep`, 'json', '['.repeat(depth), /failed: .*stack/],
      [`brackets ${depth} deep`, 'jsonc', nested('[', ']', depth), /failed: .*stack/],
      [`brackets ${depth} deep`, 'yaml', `a: ${nested('[', ']', depth)}\n`, /failed: .*stack|took more/],
      [`a list ${depth} deep`, 'yaml', `${'- '.repeat(depth)}a\n`, /failed: .*stack|took more/],
      [`brackets ${depth} deep`, 'toml', `a = ${nested('[', ']', depth)}\n`, /failed: .*stack/],
    ]),
    ['elements 100000 deep', endless.language, endless.text, /took more than 1000 ms/],
    ['many documents', 'yaml', 'a: [b, c, {d: e}]\n---\n'.repeat(60_000), /took more than 1000 ms/],
  ];
  test.each(killers)('%s in %s: it is not checked, and the next is', async (_, language, text, reason) => {
    const checked = await syntax.check({ language, text });
    expect(checked).toEqual({ outcome: 'not-checked', reason: expect.stringMatching(reason) });
    await expectWorks(syntax, language);
  });

  const programs: [Language, (expression: string) => string][] = [
    ['go', (deep) => `package a\nvar x = ${deep}\n`],
    ['rust', (deep) => `fn main() { let x = ${deep}; }\n`],
    ['java', (deep) => `class A { int x = ${deep}; }\n`],
    ['php', (deep) => `<?php $x = ${deep};\n`],
    ['lua', (deep) => `x = ${deep}\n`],
    ['ruby', (deep) => `x = ${deep}\n`],
    ['c', (deep) => `int x = ${deep};\n`],
    ['cpp', (deep) => `int x = ${deep};\n`],
    ['csharp', (deep) => `class A { int x = ${deep}; }\n`],
    ['kotlin', (deep) => `val x = ${deep}\n`],
    ['sql', (deep) => `select ${deep};\n`],
    ['swift', (deep) => `let x = ${deep}\n`],
  ];
  test.each(programs)('%s with parentheses 100000 deep is never called wrong', async (language, program) => {
    for (const depth of [20_000, 100_000]) {
      const checked = await syntax.check({ language, text: program(nested('(', ')', depth)) });
      if (checked.outcome === 'checked') expect(checked.issues).toEqual([]);
    }
    await expectWorks(syntax, language);
  });

  test('garbage in one language does not spoil another', async () => {
    const garbage = Array.from({ length: 5_000 }, (_, i) => '{(<[`"\'#$%;:\\\n/*'[(i * 7919) % 16]).join('');
    for (const language of Object.keys(samples) as Language[]) {
      await syntax.check({ language, text: garbage, all: true });
      await expectWorks(syntax, 'go');
    }
  });
});
