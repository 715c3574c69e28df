import { summary } from './summary.mjs';

/** From the start of the server's process to the result of its first command. */
export async function measureFirstCommand(contestants, starts) {
  const times = {};
  for (let round = 0; round < starts; round++) {
    for (const { id, start } of contestants.filter((one) => one.start)) {
      const startedAt = performance.now();
      const session = await start();
      times[id] = [...(times[id] ?? []), performance.now() - startedAt];
      await session.close();
    }
  }
  return Object.fromEntries(Object.entries(times).map(([id, all]) => [id, summary(all)]));
}
