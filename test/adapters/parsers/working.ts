import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Language } from '../../../src/core/languages/index.ts';
import type { Syntax, SyntaxCheck } from '../../../src/ports/syntax.ts';
import { samples } from '../../contracts/syntax-samples.ts';

/** A text that its parser takes much longer for than the timeout. */
export const endless = {
  language: 'html',
  text: `${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}`,
} as const;

export async function expectWorks(syntax: Syntax, language: Language): Promise<void> {
  const { good, broken } = samples[language];
  let checked = await syntax.check({ language, text: good });
  // On a busy machine a large grammar may take too long at first; it is ready soon after.
  for (let attempt = 1; attempt < 5 && isLate(checked); attempt++) {
    await sleep(2_000);
    checked = await syntax.check({ language, text: good });
  }
  expect(checked).toEqual({ outcome: 'checked', issues: [] });
  const [line, text] = broken[0]!;
  const found = await syntax.check({ language, text });
  expect(found).toMatchObject({ outcome: 'checked', issues: expect.arrayContaining([expect.anything()]) });
  expect(found.outcome === 'checked' && found.issues[0]!.line).toBe(line);
}

function isLate(checked: SyntaxCheck): boolean {
  return checked.outcome === 'not-checked' && checked.reason.includes('took more than');
}
