import { writeFile } from 'node:fs/promises';
import { callTool, listTools, openWorkspace } from 'corvid';

await writeFile('total.py', 'def total(prices):\n    return sum(price)\n');

// Put your model's client here. This one reads the file, then mends it.
const answers = [
  { name: 'file_read', input: { path: `${process.cwd()}/total.py` } },
  {
    name: 'edit_file',
    input: { path: `${process.cwd()}/total.py`, old_string: 'sum(price)', new_string: 'sum(prices)' },
  },
  { text: 'Mended.' },
];
const askModel = async (messages, _tools) => answers[(messages.length - 1) / 2];

const workspace = openWorkspace({ roots: [process.cwd()] });
const tools = listTools({ names: ['file_read', 'edit_file'] }).map(({ name, description, inputSchema }) => ({
  name,
  description,
  input_schema: inputSchema,
}));
const messages = [{ role: 'user', content: 'total.py is broken.' }];

for (;;) {
  const answer = await askModel(messages, tools);
  if (answer.text) {
    console.log(answer.text);
    break;
  }
  // A refusal is an answer like any other: its text tells the model what to do next.
  const { ok, text } = await callTool(workspace, answer.name, answer.input);
  messages.push({ role: 'assistant', content: answer }, { role: 'tool', content: text, is_error: !ok });
  console.log(`${answer.name}: ${ok ? 'done' : 'refused'}`);
}
await workspace.close();
