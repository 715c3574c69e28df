import { HEAD_LINES, lastLineTag, lineTag, SIZES, textOf, writeFixture } from '../fixtures.mjs';
import { measureLanes } from '../samples.mjs';

/** Calls that cost a server next to nothing. */
export async function measureCalls(sessions, amount, workshop) {
  const path = writeFixture(workshop.files, 'one-line.txt', 'one line\n');
  const trivial = await measureLanes(
    sessions.map((session) => laneOf(session, session.trivial(path))),
    amount,
  );
  const oneLine = await measureLanes(
    sessions.map((session) => laneOf(session, session.read(path), { wanted: 'one line' })),
    amount,
  );
  const named = sessions.map((session) => `${session.id}: ${session.trivial(path)[0]}`).join(', ');
  return {
    id: 'calls',
    title: 'Small calls',
    about: `The trivial call is each server's cheapest that does something (${named}), so that row compares unlike things.`,
    rows: [
      { id: 'trivial', kind: 'time', title: 'trivial call', cells: trivial },
      {
        id: 'one-line',
        kind: 'time',
        title: 'read a 1-line file',
        cells: oneLine,
        likeForLike: true,
        withBytes: true,
      },
    ],
  };
}

/** Reading with a plain call, where some return only a part, and reading the same first lines. */
export async function measureReads(sessions, amount, workshop) {
  const rows = [];
  for (const { label, bytes } of SIZES) {
    const path = writeFixture(workshop.files, `read-${bytes}.txt`, textOf(bytes));
    rows.push(await plainRead(sessions, amount, { label, path, last: lastLineTag(bytes) }));
    if (bytes > SIZES[0].bytes) rows.push(await headRead(sessions, amount, { label, path }));
  }
  return {
    id: 'reads',
    title: 'Reading',
    about: `A plain read lets each server decide how much to return: (part) marks an answer without the file's end. Like with like are the 1 KB file and the first ${HEAD_LINES} lines.`,
    rows,
  };
}

async function plainRead(sessions, amount, { label, path, last }) {
  const lanes = sessions.map((session) => laneOf(session, session.read(path), { last }));
  const cells = await measureLanes(lanes, amount);
  const likeForLike = !Object.values(cells).some(({ part }) => part);
  return { id: `read ${label}`, kind: 'time', title: `read ${label}`, cells, likeForLike, withBytes: true };
}

async function headRead(sessions, amount, { label, path }) {
  const wanted = lineTag(HEAD_LINES);
  const lanes = sessions.map((session) => laneOf(session, session.readHead(path, HEAD_LINES), { wanted }));
  const cells = await measureLanes(lanes, amount);
  const title = `first ${HEAD_LINES} lines of ${label}`;
  return { id: `head ${label}`, kind: 'time', title, cells, likeForLike: true, withBytes: true };
}

function laneOf(session, [tool, args], { wanted = '', last = '' } = {}) {
  return {
    id: session.id,
    cpuMs: session.cpuMs,
    perform: async () => {
      const { wallMs, bytes, text } = await callForText(session, tool, args);
      if (!text.includes(wanted)) throw new Error(`${tool} did not return what was asked for`);
      return { wallMs, facts: { bytes, part: !text.includes(last) } };
    },
  };
}

/** One tool call; an answer that tells of an error is an error here. */
export async function callForText(session, tool, args) {
  const { result, bytes, wallMs } = await session.callTool(tool, args);
  const text = (result.content ?? []).map((block) => block.text ?? '').join('\n');
  if (result.isError) throw new Error(`${tool}: ${text.slice(0, 200)}`);
  return { text, bytes, wallMs };
}
