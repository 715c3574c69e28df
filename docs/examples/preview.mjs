import { readFile, writeFile } from 'node:fs/promises';
import { callTool, openWorkspace } from 'corvid';

const path = `${process.cwd()}/port.txt`;
await writeFile(path, 'port = 80\n');

// Ask the user before anything is written.
const preview = openWorkspace({ roots: [process.cwd()], preview: true });
const { data, changes } = await callTool(preview, 'edit_file', {
  path,
  old_string: '80',
  new_string: '8080',
});
await preview.close();

console.log(data.diff.replaceAll(process.cwd(), ''));
console.log(changes.length, JSON.stringify(await readFile(path, 'utf8')));
