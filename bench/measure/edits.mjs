import { open, readFile, rename } from 'node:fs/promises';
import { SIZES, textOf, WORD, writeFixture } from '../fixtures.mjs';
import { measureLanes } from '../samples.mjs';
import { FLOOR } from '../server/contestants.mjs';
import { callForText } from './calls.mjs';

/** One exact replacement of a unique word, back and forth. */
export async function measureEdits(sessions, amount, workshop) {
  const rows = [];
  for (const size of SIZES) rows.push(await editRow(sessions, amount, workshop, size));
  return {
    id: 'edits',
    title: 'Editing',
    about:
      'One exact replacement, back and forth. The floor, done in the benchmark itself: read, write a temporary file, fsync, rename. The peers neither fsync nor keep an undo history; after each turn the benchmark flushes the edited file, unmeasured, so that nobody pays for what another left unwritten.',
    rows,
  };
}

async function editRow(sessions, amount, workshop, { label, bytes }) {
  const text = textOf(bytes);
  const place = (id) => writeFixture(workshop.files, `edit-${bytes}-${id}.txt`, text);
  const lanes = [
    rewriteLane(place(FLOOR)),
    ...sessions.map((session) => editLane(session, place(session.id))),
  ];
  const cells = await measureLanes(lanes, amount);
  return {
    id: `edit ${label}`,
    kind: 'time',
    title: `edit ${label}`,
    cells,
    likeForLike: true,
    withBytes: true,
  };
}

function editLane(session, path) {
  const nextWords = alternate();
  return {
    id: session.id,
    cpuMs: session.cpuMs,
    perform: async () => {
      const { from, to } = nextWords();
      const { wallMs, bytes } = await callForText(session, ...session.edit(path, from, to));
      await expectWord(path, to);
      return { wallMs, facts: { bytes } };
    },
    settle: () => checkAndFlush(path),
  };
}

function rewriteLane(path) {
  const nextWords = alternate();
  return {
    id: FLOOR,
    perform: async () => {
      const { from, to } = nextWords();
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      await rewrite(path, from, to);
      const wallMs = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(cpuBefore);
      return { wallMs, cpuMs: (user + system) / 1000 };
    },
    settle: () => checkAndFlush(path),
  };
}

async function rewrite(path, from, to) {
  const bytes = await readFile(path);
  const at = bytes.indexOf(from);
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(
      Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]),
    );
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

function alternate() {
  let edits = 0;
  return () => {
    const forth = edits++ % 2 === 0;
    return forth ? { from: WORD.before, to: WORD.after } : { from: WORD.after, to: WORD.before };
  };
}

/** A server may report success for an edit that it did not make. */
async function expectWord(path, word) {
  if (!(await readFile(path)).includes(word)) throw new Error('the edit is not in the file');
}

/** Every turn has an even number of edits, so the file must be as it was at first. */
async function checkAndFlush(path) {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const bytes = await file.readFile();
    if (!bytes.equals(Buffer.from(textOf(size)))) throw new Error('the edits left the file with other bytes');
    await file.sync();
  } finally {
    await file.close();
  }
}
