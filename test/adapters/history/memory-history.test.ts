import { expect, test } from 'vitest';
import { memoryHistory } from '../../../src/adapters/history/memory-history.ts';
import { change, historyContract } from '../../contracts/history.contract.ts';

historyContract('memoryHistory', async (limits) => memoryHistory(limits));

test('two histories know nothing of each other', async () => {
  await memoryHistory().record(change('a', 'b'));
  expect(await memoryHistory().list()).toEqual([]);
});
