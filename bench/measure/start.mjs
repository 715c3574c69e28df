import { measureLanes, summarise } from '../samples.mjs';
import { FLOOR } from '../server/contestants.mjs';
import { openSession } from '../server/session.mjs';

/** From the start of the process to its first answer, and on to its list of tools. */
export async function measureStart(contestants, amount) {
  const lists = new Map(contestants.map(({ id }) => [id, []]));
  const lanes = contestants.map((contestant) => ({
    id: contestant.id,
    perform: () => startOnce(contestant, lists.get(contestant.id)),
  }));
  const cells = await measureLanes(lanes, amount);
  const listed = lanes
    .filter(({ id }) => id !== FLOOR)
    .map(({ id }) => [id, listCell(cells[id], lists.get(id))]);
  return {
    id: 'start',
    title: 'Start',
    about:
      'The floor is a bare Node program that answers one line; its CPU and wall time are the unit of the ratios.',
    rows: [
      { id: 'initialize', kind: 'time', title: 'start → initialize', cells, likeForLike: true },
      {
        id: 'tools',
        kind: 'time',
        title: 'start → tools/list',
        cells: Object.fromEntries(listed),
        likeForLike: true,
      },
    ],
  };
}

async function startOnce({ id, launch }, lists) {
  const session = openSession(launch);
  try {
    const { arrivedAt } = await session.initialize();
    const cpuMs = session.cpuMs();
    if (id !== FLOOR) lists.push(await listOnce(session));
    return { wallMs: arrivedAt - session.startedAt, cpuMs };
  } finally {
    await session.close();
  }
}

async function listOnce(session) {
  session.initialized();
  const { arrivedAt } = await session.request('tools/list', {});
  return { wallMs: arrivedAt - session.startedAt, cpuMs: session.cpuMs() };
}

function listCell({ error, wall }, lists) {
  if (error) return { error };
  const measured = lists.slice(-wall.samples);
  return {
    wall: summarise(measured.map(({ wallMs }) => wallMs)),
    cpu: summarise(measured.map(({ cpuMs }) => cpuMs)),
  };
}
