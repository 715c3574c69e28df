import { measureLink, measureSyntax, measureUndo } from './behaviour.mjs';
import { measurePreserved } from './preserved.mjs';

/** What a tool does besides placing an edit: rows of `{ name, cell }`. */
export async function measureFacts(editor, session, scene, open) {
  const preserved = await measurePreserved(session, scene.root);
  const syntax = await measureSyntax(session, scene.root);
  const link = await measureLink(editor, session, scene.root, scene.outside);
  await session.close();
  const { undo, undoLater } = await measureUndo(editor, scene, open);
  return [
    ...preserved,
    { name: 'an edit that breaks the syntax', cell: syntax },
    { name: 'an edit through a link out of the root', cell: link },
    { name: 'undo of an edit', cell: undo },
    { name: 'undo after a restart', cell: undoLater },
  ];
}
