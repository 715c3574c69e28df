import { readFile, writeFile } from 'node:fs/promises';
import { callTool, openWorkspace } from 'corvid';

const path = `${process.cwd()}/greet.js`;
await writeFile(path, "function greet(name) {\n    return 'Hello, ' + name;\n}\n");

const workspace = openWorkspace({ roots: [process.cwd()] });

// The quote has other quotation marks than the file. It matches only one place.
const outcome = await callTool(workspace, 'edit_file', {
  path,
  old_string: 'return "Hello, " + name;',
  new_string: "return 'Good morning, ' + name;",
});
console.log(outcome.ok, outcome.data?.strategy);
console.log(await readFile(path, 'utf8'));

await workspace.undo(path);
console.log(await readFile(path, 'utf8'));
await workspace.close();
