import fc from 'fast-check';
import { type Corvid, connect, temporaryFolder } from '../corvid-client.ts';
import { residentMibOf } from '../load.ts';
import { plainEnvironment } from '../terminal/terminal-client.ts';
import { createTally, type Tally } from './fuzz-report.ts';
import { playStory } from './play-story.ts';
import { createPlayer } from './player.ts';
import { openRootWatch } from './root-watch.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { type Call, storiesFor } from './stories.ts';

/** So many stories, then a look at the trees, and the root is made what it was. */
const ROUND = 400;

export type FuzzWish = { readonly calls: number; readonly seed: number };

/** A real client calls a real server with what its schemas allow and what they do not; throws at the first fault. */
export async function fuzz({ calls, seed }: FuzzWish): Promise<Tally> {
  const sandbox = await openSandbox(await temporaryFolder());
  const server = await openServer(sandbox);
  const { tools } = await server.client.listTools();
  const tally = createTally(seed, residentMibOf(server.pid));
  const watch = await openRootWatch(sandbox);
  const stories = storiesFor(tools, sandbox);
  for (let round = 0; tally.calls < calls; round++) {
    const player = createPlayer(server, tally, watch);
    const property = fc.asyncProperty(stories, async (story) => {
      if (player.isLost() || tally.calls >= calls) return;
      await playStory(story, player.call);
    });
    await explained(seed, player.last, () =>
      fc.assert(property, { seed: seed + round, numRuns: ROUND, endOnFailure: false }),
    );
    await explained(seed, player.last, () => watch.check());
    tally.sample(residentMibOf(server.pid));
  }
  // The process that was started is the one that answers.
  await server.client.ping();
  process.kill(server.pid, 0);
  return tally;
}

function openServer({ base, root, home }: Sandbox): Promise<Corvid> {
  return connect({
    folder: base,
    args: ['--root', root, '--soft-timeout', '1'],
    env: { ...plainEnvironment(home), HOME: home },
  });
}

async function explained(seed: number, last: readonly Call[], run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const { message, cause } = error as Error;
    const fault = cause instanceof Error ? `${cause.message.slice(0, 1_000)}\n` : '';
    const calls = last.map((call) => JSON.stringify(call).slice(0, 400)).join('\n');
    throw new Error(
      `${fault}${message.slice(0, 2_000)}\nThe last calls:\n${calls}\nFUZZ_SEED=${seed} repeats it.`,
    );
  }
}
