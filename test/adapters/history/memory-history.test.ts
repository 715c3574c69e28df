import { expect, test } from 'vitest';
import { change, historyContract } from '../../contracts/history.contract.ts';
import { MemoryLocks } from '../locks/memory-locks.ts';
import { memoryHistory } from './memory-history.ts';

historyContract('memoryHistory', async (limits) => {
  const locks = new MemoryLocks();
  return { locks, history: memoryHistory(limits, locks) };
});

test('two histories know nothing of each other', async () => {
  await memoryHistory().record(change('a', 'b'));
  expect(await memoryHistory().list()).toEqual([]);
});
