import { setTimeout as sleep } from 'node:timers/promises';
import { launchOf, programIn } from '../builds.mjs';
import { measureStart } from '../measure/start.mjs';
import { summarise } from '../samples.mjs';
import { bareNode } from '../server/contestants.mjs';
import { openSession } from '../server/session.mjs';
import { childrenOf, childWith, hasMapped, rssMib } from './processes.mjs';

const IDLE_MS = 500;
const PARSERS = /oxc|ruff|ast-grep|tree-sitter|\.node$/m;

/** Start and idle memory of two builds, in turns: what the check costs those who never need it. */
export async function measureIdle(builds, workshop, amount, tell) {
  const contestants = Object.entries(builds).map(([id, folder]) => ({
    id,
    launch: launchOf(programIn(folder), workshop, id),
  }));
  tell('start');
  const { rows } = await measureStart([bareNode(workshop), ...contestants], amount.starts);
  tell('idle memory');
  const weights = Object.fromEntries(contestants.map(({ id }) => [id, []]));
  const loaded = Object.fromEntries(contestants.map(({ id }) => [id, 0]));
  for (let round = 0; round < amount.weighings; round++) {
    for (const { id, launch } of round % 2 ? contestants : contestants.toReversed()) {
      const { rss, parsers } = await weighOnce(id, launch);
      weights[id].push(rss);
      loaded[id] += parsers;
    }
  }
  return {
    start: rows.find((row) => row.id === 'initialize').cells,
    list: rows.find((row) => row.id === 'tools').cells,
    rss: Object.fromEntries(Object.entries(weights).map(([id, values]) => [id, summarise(values)])),
    loaded,
  };
}

/** After a list of tools and a rest: what it weighs, and whether a parser or a process for them is there. */
async function weighOnce(id, launch) {
  const session = openSession(launch);
  try {
    await session.initialize();
    session.initialized();
    await session.request('tools/list', {});
    await sleep(IDLE_MS);
    const server = childWith(process.pid, `state-${id}`);
    const isLoaded = childrenOf(server).length > 0 || hasMapped(server, PARSERS);
    return { rss: rssMib(server), parsers: isLoaded ? 1 : 0 };
  } finally {
    await session.close();
  }
}
