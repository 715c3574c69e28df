import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import { callTool } from '../../src/tools/call/library.ts';
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

test('the file tools of the same server read it, and nothing beside it', async () => {
  const folder = await temporaryFolder();
  const workspace = openWorkspace({ roots: [folder], stateDirectory: `${folder}/.state` });
  endings.push(() => workspace.close());
  const outcome = await callTool(workspace, 'terminal', { command: 'seq 1 100000' });
  const path = outcome.ok ? String(outcome.data?.full_output_path) : '';
  const lines = await callTool(workspace, 'file_read', { path, start_line: 99_999 });
  expect(lines.text).toContain('99999: 99999\n100000: 100000');
  const view = await callTool(workspace, 'file_editor', { command: 'view', path, view_range: [500, 501] });
  expect(view.text).toMatch(/500\s500\n\s*501\s501/);

  const replaced = { command: 'str_replace', path, old_str: '99999', new_str: 'x' };
  expect((await callTool(workspace, 'file_editor', replaced)).text).toContain('OUTSIDE_ROOTS');
  await symlink('/etc/passwd', join(dirname(path), 'output-00000000.txt'));
  await writeFile(join(dirname(path), 'other.txt'), 'x');
  for (const name of ['output-00000000.txt', 'other.txt', '../tmux.conf', '.'])
    expect((await callTool(workspace, 'file_read', { path: `${dirname(path)}/${name}` })).text).toContain(
      'OUTSIDE_ROOTS',
    );
});
