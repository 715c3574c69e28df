import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import { callTool } from '../../src/tools/library.ts';
import { temporaryFolder } from '../corvid-client.ts';

// The file with the whole output, where it may hold less than that.

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

test.each<[string, WorkspaceOptions]>([
  ['without secrets', {}],
  ['with secrets, which are looked for in it', { secrets: { API_TOKEN: 'never-printed' } }],
])('a file that may not hold all of an output says so, %s', async (_, options) => {
  const folder = await temporaryFolder();
  const workspace = openWorkspace({
    roots: [folder],
    stateDirectory: `${folder}/.state`,
    maxOutputFileBytes: 100_000,
    ...options,
  });
  endings.push(() => workspace.close());
  const outcome = await callTool(workspace, 'terminal', { command: 'seq 1 100000' });
  expect(outcome.text).toContain('The first 100000 bytes of the output are in ');
  expect(outcome.text).not.toContain('The whole output is in');
  const path = outcome.ok ? String(outcome.data?.full_output_path) : '';
  expect(await readFile(path)).toHaveLength(100_000);
});
