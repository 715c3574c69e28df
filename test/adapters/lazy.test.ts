import { expect, test } from 'vitest';
import { lazy } from '../../src/adapters/lazy.ts';

class Counter {
  count = 0;
  async add(by: number): Promise<number> {
    this.count += by;
    return this.count;
  }
  async close(): Promise<void> {
    this.count = -1;
  }
}

type Adding = Pick<Counter, 'add' | 'close'>;

test('the methods of one object are called, which the first call opens', async () => {
  const opened: Counter[] = [];
  const counter = lazy(async (): Promise<Adding> => {
    opened.push(new Counter());
    return opened[0]!;
  });
  await counter.close();
  expect(opened).toEqual([]);
  expect(await Promise.all([counter.add(1), counter.add(2)])).toEqual([1, 3]);
  expect(opened).toHaveLength(1);
  await counter.close();
  expect(opened[0]!.count).toBe(-1);
});

test('a failed open is retried by the next call', async () => {
  let attempts = 0;
  const counter = lazy(async (): Promise<Adding> => {
    attempts++;
    if (attempts === 1) throw new Error('EMFILE');
    return new Counter();
  });
  await expect(counter.add(1)).rejects.toThrow('EMFILE');
  expect(await counter.add(1)).toBe(1);
});

test('it is not taken for a promise', async () => {
  const counter = lazy(async (): Promise<Adding> => new Counter());
  expect(await (await Promise.resolve(counter)).add(5)).toBe(5);
});
