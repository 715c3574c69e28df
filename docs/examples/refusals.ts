import { writeFile } from 'node:fs/promises';
import { callTool, errorCodes, openWorkspace } from 'corvid';

const path = `${process.cwd()}/limits.txt`;
await writeFile(path, 'soft = 10\nhard = 10\n');
const workspace = openWorkspace({ roots: [process.cwd()] });

const outcome = await callTool(workspace, 'edit_file', { path, old_string: '10', new_string: '20' });
if (!outcome.ok) {
  const { name, code, data } = outcome.error;
  console.log(name, code === errorCodes.MULTIPLE_MATCHES, data.lines);
  console.log(outcome.text.replaceAll(process.cwd(), '…'));
}
await workspace.close();
