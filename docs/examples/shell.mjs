import { callTool, openWorkspace } from 'corvid';

const workspace = openWorkspace({ roots: [process.cwd()] });
const run = async (input) => (await callTool(workspace, 'terminal', input)).data;

await run({ command: 'mkdir -p build && cd build && export STAGE=two' });
const later = await run({ command: 'echo "$STAGE in $(basename "$PWD")"; false' });
console.log(later.output, later.exit_code);

// A program that asks is told at once, and gets its answer by the next call.
const asks = await run({ command: 'read -p "Name? " name && echo "Hello, $name"' });
console.log(asks.output, asks.exit_code);
const answered = await run({ command: 'Ada', is_input: true });
console.log(answered.output, answered.exit_code);
await workspace.close();
