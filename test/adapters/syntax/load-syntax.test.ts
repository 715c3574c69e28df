import { expect, test } from 'vitest';
import { lazy } from '../../../src/adapters/lazy.ts';
import { loadSyntax } from '../../../src/adapters/syntax/load-syntax.ts';
import type { Syntax } from '../../../src/ports/syntax.ts';
import { syntaxContract } from '../../contracts/syntax.contract.ts';

syntaxContract('lazy syntax', () => lazy(() => loadSyntax()));

test('nothing is loaded before the first check, nor by closing, and then only once', async () => {
  let loaded = 0;
  const syntax = lazy(async (): Promise<Syntax> => {
    loaded++;
    return { check: async () => ({ outcome: 'checked', issues: [] }), close: async () => {} };
  });
  await syntax.close();
  expect(loaded).toBe(0);
  await Promise.all([1, 2, 3].map(() => syntax.check({ language: 'json', text: '{}' })));
  expect(loaded).toBe(1);
});

test('a checker that cannot be loaded checks nothing, and each check reports why', async () => {
  const syntax = lazy(() => loadSyntax(() => Promise.reject(new Error('it is not there'))));
  for (let time = 1; time <= 2; time++) {
    const checked = await syntax.check({ language: 'json', text: '{}' });
    expect(checked).toEqual({ outcome: 'not-checked', reason: 'it is not there' });
  }
  await syntax.close();
});
