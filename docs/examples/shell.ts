import { callTool, openWorkspace } from 'corvid';

const workspace = openWorkspace({ roots: [process.cwd()] });

async function run(input: { command: string; is_input?: boolean }) {
  const outcome = await callTool(workspace, 'terminal', input);
  if (!outcome.ok) throw new Error(outcome.text);
  return outcome.data;
}

await run({ command: 'mkdir -p build && cd build && export STAGE=two' });
const later = await run({ command: 'echo "$STAGE in $(basename "$PWD")"; false' });
console.log(later.output, later.exit_code);

// A call returns as soon as a program waits for input; the next call sends it.
const asks = await run({ command: 'read -p "Name? " name && echo "Hello, $name"' });
console.log(asks.output, asks.exit_code);
const answered = await run({ command: 'Ada', is_input: true });
console.log(answered.output, answered.exit_code);
await workspace.close();
