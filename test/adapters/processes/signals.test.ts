import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { exists, identify, signalAll, stillRunning } from '../../../src/adapters/processes/signals.ts';
import { afterTest } from '../../after-test.ts';

function sleeper() {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  afterTest(() => void child.kill('SIGKILL'));
  return child;
}

// SIGCONT: harmless, should one of them be signalled all the same.
test.each([0, 1, -1, -2, Number.NaN, 1.5, Number('x'), 2 ** 53, process.pid, process.ppid])(
  'the number %d is never signalled',
  (pid) => {
    const { startedAt = '' } = identify(pid) ?? {};
    expect(signalAll([{ pid, startedAt }], 'SIGCONT')).toEqual([]);
    expect(identify(pid)).toBeUndefined();
  },
);

test('a process with another start time is another process', async () => {
  const child = sleeper();
  await once(child, 'spawn');
  const known = identify(child.pid!)!;
  expect(signalAll([{ ...known, startedAt: '1' }], 'SIGKILL')).toEqual([]);
  expect(stillRunning([known])).toEqual([known]);
  expect(signalAll([known], 'SIGKILL')).toEqual([known]);
  await once(child, 'exit');
  expect(stillRunning([known])).toEqual([]);
  expect(signalAll([known], 'SIGKILL')).toEqual([]);
});

test('whether a number is in use is asked without several being meant', () => {
  expect([0, -1, Number.NaN, 1.5].map(exists)).toEqual([false, false, false, false]);
  expect(exists(process.pid)).toBe(true);
});
