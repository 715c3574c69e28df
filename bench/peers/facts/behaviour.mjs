import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BEFORE = 'export function total(list) {\n  return list.length;\n}\n';
const EDIT = { old: '  return list.length;\n}\n', new: '  return list.length + 1;\n}\n' };
const AFTER = BEFORE.replace(EDIT.old, EDIT.new);
const BROKEN = { old: '  return list.length;\n}\n', new: '  return (list.length;\n}\n' };

/** An edit that breaks the syntax: whether it is stopped, or at least told. */
export async function measureSyntax(session, root) {
  const path = fresh(root, 'broken');
  const [said] = await session.edits([{ path, ...BROKEN }]);
  const isStopped = read(path) === BEFORE;
  if (isStopped) return { value: 'stopped', text: 'stopped' };
  if (read(path) !== BEFORE.replace(BROKEN.old, BROKEN.new)) return { value: 'other', text: 'another edit' };
  const isTold = /syntax/i.test(said);
  return isTold
    ? { value: 'told', text: 'written, and told' }
    : { value: 'silent', text: 'written silently' };
}

/** A link in the root to a file outside: the file there must stay as it is. */
export async function measureLink(editor, session, root, outside) {
  if (editor.root) return { absent: editor.root };
  const target = fresh(outside, 'outside');
  const link = join(root, 'link.js');
  symlinkSync(target, link);
  await session.edits([{ path: link, ...EDIT }]);
  const isRefused = read(target) === BEFORE && read(link) === BEFORE;
  return isRefused ? { value: 'refused', text: 'refused' } : { value: 'followed', text: '**followed**' };
}

/** Undo in the same session, and by one that is opened later. */
export async function measureUndo(editor, scene, open) {
  if (editor.undo) return bothRows({ absent: editor.undo });
  const first = await open();
  try {
    if (!first.undo) return bothRows(await withoutUndo(first));
    const here = await undone(first, first, fresh(scene.root, 'undo'));
    const path = fresh(scene.root, 'undo-later');
    await first.edits([{ path, ...EDIT }]);
    const handle = first.undoHandle?.();
    await first.close();
    const later = await open();
    const there = await takenBack(later, path, handle).finally(() => later.close());
    return { undo: here, undoLater: there };
  } finally {
    await first.close();
  }
}

const bothRows = (cell) => ({ undo: cell, undoLater: cell });

async function withoutUndo(session) {
  const names = await session.toolNames();
  const found = names.filter((name) => /undo|revert|restore|rollback/i.test(name));
  if (found.length > 0) return { absent: `its ${found.join(', ')} was not tried` };
  return { value: 'no', text: `none among its ${names.length} tools` };
}

async function undone(session, other, path) {
  await session.edits([{ path, ...EDIT }]);
  return takenBack(other, path, session.undoHandle?.());
}

async function takenBack(session, path, handle) {
  if (read(path) !== AFTER) return { absent: 'the edit before it was refused' };
  await Promise.resolve(session.undo(path, handle)).catch(() => {});
  return read(path) === BEFORE ? { value: 'yes', text: 'yes' } : { value: 'no', text: 'no' };
}

function fresh(folder, name) {
  mkdirSync(join(folder, name), { recursive: true });
  const path = join(folder, name, 'total.js');
  writeFileSync(path, BEFORE);
  return path;
}

function read(path) {
  return readFileSync(path, 'utf8');
}
