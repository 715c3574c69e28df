import { expect, test } from 'vitest';
import { listTools } from '../../src/tools/call/library.ts';
import { fuzz } from './fuzz.ts';
import { rubbishLines } from './rubbish-lines.ts';
import { sendRubbish } from './send-rubbish.ts';

// A small part of `npm run test:fuzz`, the same on each run.

test('calls of every tool, sensible and hostile, are answered and nothing outside the root is touched', async () => {
  const tally = await fuzz({ calls: 700, seed: 7 });
  expect(tally.calls).toBeGreaterThanOrEqual(700);
  expect(tally.tools).toEqual(
    listTools()
      .map(({ name }) => name)
      .sort(),
  );
  expect(tally.okShare).toBeGreaterThan(0.25);
}, 300_000);

test('lines that are no message are answered as the protocol asks, and the server goes on', async () => {
  await sendRubbish({ seed: 7, randomLines: 50 });
  expect(rubbishLines.length).toBeGreaterThan(30);
}, 300_000);
