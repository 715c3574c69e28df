import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { processesIn } from './processes.ts';
import { plainEnvironment } from './terminal-client.ts';

/** Opens a shell, runs something in it and closes it, so many times; none may hang or leave anything behind. */
export async function playRounds(rounds: number): Promise<void> {
  const folder = await temporaryFolder();
  const program = `
    import { callTool, openWorkspace } from ${JSON.stringify(join(dirname(corvidCommand), 'index.js'))};
    const round = async (i) => {
      const workspace = openWorkspace({ roots: [process.cwd()], stateDirectory: process.cwd() + '/.state' });
      const outcome = await callTool(workspace, 'terminal', { command: 'echo ' + i + '; sleep 1000 &' });
      await workspace.close();
      if (!outcome.ok || !outcome.text.includes(String(i))) throw new Error(outcome.text);
    };
    for (let i = 0; i < ${rounds}; i += 4) await Promise.all([i, i + 1, i + 2, i + 3].map(round));
    console.log('done', process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap' && name !== 'TTYWrap').length);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: plainEnvironment(folder),
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(output).toMatch(/^done /);
  if (process.platform === 'linux') await expect.poll(() => processesIn(folder)).toEqual([]);
}
