import { writeFile } from 'node:fs/promises';
import { callTool, listTools, openWorkspace } from 'corvid';

await writeFile('total.py', 'def total(prices):\n    return sum(price)\n');
const path = `${process.cwd()}/total.py`;

type Answer = { name: string; input: object } | { text: string };
type Message = { role: string; content: unknown; is_error?: boolean };

// Replace this with the client of your model. This one reads the file, then fixes it.
const answers: Answer[] = [
  { name: 'file_read', input: { path } },
  { name: 'edit_file', input: { path, old_string: 'sum(price)', new_string: 'sum(prices)' } },
  { text: 'Fixed.' },
];
async function askModel(messages: Message[], _tools: object[]): Promise<Answer> {
  return answers[(messages.length - 1) / 2] ?? { text: '' };
}

const workspace = openWorkspace({ roots: [process.cwd()] });
const tools = listTools({ names: ['file_read', 'edit_file'] }).map(({ name, description, inputSchema }) => ({
  name,
  description,
  input_schema: inputSchema,
}));
const messages: Message[] = [{ role: 'user', content: 'total.py is broken.' }];

for (;;) {
  const answer = await askModel(messages, tools);
  if ('text' in answer) {
    console.log(answer.text);
    break;
  }
  // A refusal is an answer too: its text says what to do next.
  const { ok, text } = await callTool(workspace, answer.name, answer.input);
  messages.push({ role: 'assistant', content: answer }, { role: 'tool', content: text, is_error: !ok });
  console.log(`${answer.name}: ${ok ? 'done' : 'refused'}`);
}
await workspace.close();
