import { callTool, openWorkspace } from 'corvid';

const workspace = openWorkspace({ roots: [process.cwd()] });
const stop = new AbortController();
setTimeout(() => stop.abort(), 200);

const outcome = await callTool(workspace, 'terminal', { command: 'sleep 60' }, { signal: stop.signal });
console.log(outcome.ok, outcome.error?.name);
await workspace.close();
