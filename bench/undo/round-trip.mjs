// The round trip of `true` in a terminal, with and without checkpoints, by turns.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BUILD } from '../options.mjs';

const ROUNDS = 60;

export async function measureRoundTrip(folder, state) {
  const [on, off] = [await start(folder, `${state}-on`, 'on'), await start(folder, `${state}-off`, 'off')];
  const times = { on: [], off: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.on.push(await on.run());
    times.off.push(await off.run());
  }
  await Promise.all([on.close(), off.close()]);
  return { onMs: median(times.on), offMs: median(times.off), firstOnMs: on.firstMs, firstOffMs: off.firstMs };
}

async function start(folder, state, mode) {
  const client = new Client({ name: 'bench', version: '1' });
  const args = [BUILD, 'mcp', '--root', folder, '--state-dir', state, '--checkpoints', mode];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
  const run = async () => {
    const startedAt = performance.now();
    await client.callTool({ name: 'terminal', arguments: { command: 'true' } });
    return performance.now() - startedAt;
  };
  const firstMs = await run();
  // Until all files are known, commands wait for a while.
  if (mode === 'on') for (let round = 0; round < 60 && (await run()) > 500; round++);
  return { run, firstMs, close: () => client.close() };
}

function median(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
