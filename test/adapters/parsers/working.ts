import { expect } from 'vitest';
import type { Language } from '../../../src/core/syntax/languages.ts';
import type { Syntax } from '../../../src/ports/syntax.ts';
import { samples } from '../../contracts/syntax-samples.ts';

/** Such a text keeps its parser busy for much longer than anyone waits. */
export const endless = {
  language: 'html',
  text: `${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}`,
} as const;

export async function expectWorks(syntax: Syntax, language: Language): Promise<void> {
  const { good, broken } = samples[language];
  expect(await syntax.check({ language, text: good })).toEqual({ outcome: 'checked', issues: [] });
  const [line, text] = broken[0]!;
  const found = await syntax.check({ language, text });
  expect(found).toMatchObject({ outcome: 'checked', issues: expect.arrayContaining([expect.anything()]) });
  expect(found.outcome === 'checked' && found.issues[0]!.line).toBe(line);
}
