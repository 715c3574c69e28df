import { setTimeout as sleep } from 'node:timers/promises';
import { FLOOR } from '../server/contestants.mjs';
import { openSession } from '../server/session.mjs';

const IDLE_MS = 2_000;

/** Opens every server, asks for its tools, lets all rest and weighs them. The sessions stay open for the calls. */
export async function openAndWeigh(contestants) {
  const opened = await Promise.all(contestants.map(openOne));
  await sleep(IDLE_MS);
  for (const one of opened) if (!one.error) one.rssMib = one.session.rssMib();
  const usable = opened.filter(({ id, error }) => id !== FLOOR && !error);
  return {
    sessions: usable.map(({ contestant, session }) => ({ ...contestant, ...session })),
    failed: opened
      .filter(({ error }) => error)
      .map(({ contestant, error }) => ({ ...titleOf(contestant), reason: error })),
    section: await describe(opened),
    close: () => Promise.all(opened.map(({ session }) => session.close())),
  };
}

async function openOne(contestant) {
  const session = openSession(contestant.launch);
  const one = { id: contestant.id, contestant, session };
  try {
    one.instructions = (await session.initialize()).result.instructions ?? '';
    if (contestant.id === FLOOR) return one;
    session.initialized();
    one.list = await session.request('tools/list', {});
    return one;
  } catch (error) {
    return { ...one, error: error.message };
  }
}

async function describe(opened) {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const servers = opened.filter(({ id }) => id !== FLOOR);
  const row = (id, title, digits, ones, value) => ({
    id,
    kind: 'value',
    title,
    digits,
    cells: Object.fromEntries(
      ones.map((one) => [one.id, one.error ? { error: one.error } : { value: value(one) }]),
    ),
  });
  return {
    id: 'footprint',
    title: 'Footprint',
    about:
      'Tokens (o200k) of name, description and input schema of every tool and of the instructions: what a model is shown. Memory of the process tree, 2 s after tools/list.',
    rows: [
      row('tokens', 'tool list, tokens', 0, servers, (one) => countTokens(shownToModel(one))),
      row('tools', 'tools', 0, servers, ({ list }) => list.result.tools.length),
      row('list-bytes', 'tools/list answer, bytes', 0, servers, ({ list }) => list.bytes),
      row('rss', 'idle memory (RSS), MiB', 1, opened, ({ rssMib }) => rssMib),
    ],
  };
}

function titleOf({ id, title }) {
  return { id, title };
}

function shownToModel({ list, instructions }) {
  const tools = list.result.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return JSON.stringify(tools) + instructions;
}
