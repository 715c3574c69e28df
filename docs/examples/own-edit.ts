import { readFile, writeFile } from 'node:fs/promises';
import { openWorkspace, ToolError } from 'corvid';

const path = `${process.cwd()}/notes.txt`;
await writeFile(path, Buffer.from('caf\u00e9 TODO\r\nTODO th\u00e9\r\n', 'latin1'));
const workspace = openWorkspace({ roots: [process.cwd()], encoding: 'latin1' });

// A plan maps a document to edits; the workspace handles encoding, line endings, lock, undo and the atomic write.
const done = await workspace.edit(path, { tool: 'todo-to-done' }, ({ text }) => {
  const places = [...text.matchAll(/TODO/g)];
  if (places.length === 0) throw new ToolError('STRING_NOT_FOUND', `There is no TODO in ${path}.`);
  return places.map(({ index }) => ({ span: { start: index, end: index + 4 }, newText: 'DONE' }));
});
console.log(
  done.diff.text
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .slice(1),
);
console.log(JSON.stringify(await readFile(path, 'latin1')));
console.log((await workspace.log({ path })).map(({ tool }) => tool));
await workspace.close();
