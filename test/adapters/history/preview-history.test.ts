import { expect, test } from 'vitest';
import { memoryHistory } from '../../../src/adapters/history/memory-history.ts';
import { previewHistory } from '../../../src/adapters/history/preview-history.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a preview looks back over a change that was never made and leaves it remembered', async () => {
  const history = memoryHistory();
  const about = { path: '/a.txt', tool: 'edit_file', linesAdded: 1, linesRemoved: 1, diff: '' };
  const first = await history.record({ ...about, before: bytes('one'), after: bytes('two') });
  const second = await history.record({ ...about, before: bytes('two'), after: bytes('three') });
  const past = await previewHistory(history).lookBack('/a.txt', bytes('two'));
  expect(past).toMatchObject({ state: 'ready', entry: first });
  expect(await history.list()).toEqual([second, first]);
});
