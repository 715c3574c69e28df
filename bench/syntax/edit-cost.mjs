import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchOf, programIn } from '../builds.mjs';
import { callForText } from '../measure/calls.mjs';
import { measureLanes } from '../samples.mjs';
import { openSession } from '../server/session.mjs';
import { childWith, rssMib } from './processes.mjs';

const EXTENSION = { javascript: 'js', typescript: 'ts', python: 'py' };
const COMMENT = { javascript: '//', typescript: '//', python: '#' };
const POLICIES = ['auto', 'off'];

/** An exact edit over MCP with and without the check, back and forth, in turns. */
export async function measureEdits(build, inputs, workshop, amount, tell) {
  const rows = [];
  for (const { language, text, lines } of inputs) {
    tell(`edits of ${language}`);
    const sessions = await Promise.all(POLICIES.map((policy) => openWith(build, workshop, language, policy)));
    const lanes = sessions.map((session) => laneOf(session, text, workshop));
    const cells = await measureLanes(lanes, amount);
    const weights = Object.fromEntries(sessions.map(({ id, server }) => [id, weigh(server)]));
    for (const { close } of sessions) await close();
    rows.push({ language, lines, cells, weights, idle: sessions[0].idle });
  }
  return rows;
}

async function openWith(build, workshop, language, policy) {
  const name = `${language}-${policy}`;
  const session = openSession(launchOf(programIn(build), workshop, name, ['--syntax', policy]));
  await session.initialize();
  session.initialized();
  await session.request('tools/list', {});
  const server = childWith(process.pid, `state-${name}`);
  return { ...session, id: policy, language, server, idle: weigh(server) };
}

function laneOf(session, text, workshop) {
  const { language, id } = session;
  const path = join(workshop.files, `${language}-${id}.${EXTENSION[language]}`);
  const marks = ['before the edit', 'after the edit'].map((words) => `${COMMENT[language]} ${words}`);
  writeFileSync(path, `${text}\n${marks[0]}\n`);
  let edits = 0;
  return {
    id,
    cpuMs: session.cpuMs,
    perform: async () => {
      const [old_string, new_string] = edits++ % 2 === 0 ? marks : marks.toReversed();
      const { wallMs, text } = await callForText(session, 'edit_file', { path, old_string, new_string });
      if (/yntax/.test(text)) throw new Error(text.split('\n').at(-1));
      return { wallMs };
    },
  };
}

function weigh(server) {
  const child = server === undefined ? undefined : childWith(server, 'parser-host');
  return { server: rssMib(server), parsers: child === undefined ? undefined : rssMib(child) };
}
