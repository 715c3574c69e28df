import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Locks } from '../../src/ports/locks.ts';

const path = '/project/a.txt';

export function locksContract(name: string, makeLocks: () => Promise<Locks>): void {
  describe(`${name}: locks contract`, () => {
    test('actions on one path wait for each other, also after a failure', async () => {
      const locks = await makeLocks();
      const log: string[] = [];
      const action = (name: string) => async () => {
        log.push(`${name} starts`);
        await sleep(5);
        log.push(`${name} ends`);
        if (name === 'b') throw new Error('b fails');
        return name;
      };
      const runs = ['a', 'b', 'c'].map((name) => locks.withLock(path, action(name)));
      expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} starts`, `${name} ends`]));
    });

    test('actions on different paths run at the same time', async () => {
      const locks = await makeLocks();
      let running = 0;
      const action = async () => {
        running++;
        while (running < 2) await sleep(1);
      };
      await Promise.all([locks.withLock('/project/a', action), locks.withLock('/project/b', action)]);
    });
  });
}
