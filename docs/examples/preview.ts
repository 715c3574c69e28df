import { readFile, writeFile } from 'node:fs/promises';
import { callTool, openWorkspace } from 'corvid';

const path = `${process.cwd()}/port.txt`;
await writeFile(path, 'port = 80\n');

// Show the user the diff before anything is written.
const preview = openWorkspace({ roots: [process.cwd()], preview: true });
const outcome = await callTool(preview, 'edit_file', { path, old_string: '80', new_string: '8080' });
await preview.close();

console.log(outcome.diff?.text.replaceAll(process.cwd(), ''));
console.log(outcome.changes?.length, JSON.stringify(await readFile(path, 'utf8')));
