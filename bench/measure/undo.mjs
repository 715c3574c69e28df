import { readFile } from 'node:fs/promises';
import { textOf, WORD, writeFixture } from '../fixtures.mjs';
import { openSession } from '../server/session.mjs';
import { callForText } from './calls.mjs';

const UNDO_LIKE = /undo|revert|rollback|restore/i;

/** An edit by one process, taken back by the next: tried where a server has a tool for it. */
export async function measureUndo(contestants, workshop) {
  const cells = {};
  for (const contestant of contestants) {
    cells[contestant.id] = await undoCell(contestant, workshop).catch(({ message }) => ({ error: message }));
  }
  return {
    id: 'undo',
    title: 'Undo',
    about:
      'An edit, then the server is closed, started anew and asked to take the edit back; the bytes of the file tell.',
    rows: [{ id: 'undo', kind: 'value', title: 'undo after a restart', cells }],
  };
}

async function undoCell(contestant, workshop) {
  const text = textOf(1024);
  const path = writeFixture(workshop.files, `undo-${contestant.id}.txt`, text);
  await inSession(contestant, (session) =>
    callForText(session, ...contestant.edit(path, WORD.before, WORD.after)),
  );
  return inSession(contestant, async (session) => {
    if (!contestant.undo) return { value: (await hasUndo(session)) ? 'not tried' : 'no such tool' };
    await callForText(session, ...contestant.undo(path));
    return { value: (await readFile(path, 'utf8')) === text ? 'yes' : 'no' };
  });
}

async function inSession({ launch }, use) {
  const session = openSession(launch);
  try {
    await session.initialize();
    session.initialized();
    return await use(session);
  } finally {
    await session.close();
  }
}

async function hasUndo(session) {
  const { result } = await session.request('tools/list', {});
  return result.tools.some(({ name, description }) => UNDO_LIKE.test(`${name} ${description}`));
}
