import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, type WorkspaceOptions } from '../../src/open-workspace.ts';
import { callTool } from '../../src/tools/call/library.ts';
import { temporaryFolders } from '../adapters/checkpoints/disk-world.ts';
import { afterTest } from '../after-test.ts';

function open(options: WorkspaceOptions = {}) {
  const { root, state } = temporaryFolders();
  const workspace = openWorkspace({ roots: [root], stateDirectory: state, ...options });
  afterTest(() => workspace.close());
  const { checkpoints } = workspace.abilities;
  const call = async (tool: string, input: object) => {
    const outcome = await callTool(workspace, tool, input);
    expect(outcome.text).not.toMatch(/^Error/);
  };
  const letters = async () =>
    (await checkpoints.list()).map(({ by, changes }) => [
      by.tool,
      ...changes.map(({ path }) => path.slice(root.length + 1)).sort(),
    ]);
  return { root, workspace, checkpoints, call, letters };
}

const PATCH = `*** Begin Patch
*** Add File: deep/new.txt
+new
*** Delete File: old.sh
*** Update File: a.txt
@@
-a
+A
*** End Patch`;

test('a patch of several files is one group, which is undone as a whole, permissions included', async () => {
  const { root, checkpoints, call, letters } = open();
  writeFileSync(join(root, 'a.txt'), 'a\n');
  writeFileSync(join(root, 'old.sh'), 'old\n', { mode: 0o755 });
  await call('apply_patch', { patch: PATCH });
  expect(await letters()).toEqual([['apply_patch', 'a.txt', 'deep', 'deep/new.txt', 'old.sh']]);
  const outcome = await checkpoints.apply(await checkpoints.plan({ client: checkpoints.client }));
  expect(outcome.restored).toHaveLength(4);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a\n');
  expect(statSync(join(root, 'old.sh')).mode & 0o777).toBe(0o755);
  expect(existsSync(join(root, 'deep'))).toBe(false);
});

test('a dry run, a refusal and a preview record nothing', async () => {
  const { root, workspace, call, letters } = open();
  const preview = open({ preview: true });
  await preview.call('file_write', { path: 'a.txt', content: 'a\n' });
  expect(await preview.letters()).toEqual([]);
  writeFileSync(join(root, 'a.txt'), 'a\n');
  await call('apply_patch', { patch: PATCH.replace(/\*\*\* Delete.*\n/, ''), dry_run: true });
  const refused = await callTool(workspace, 'edit_file', {
    path: 'a.txt',
    old_string: 'zz',
    new_string: 'y',
  });
  expect(refused.ok).toBe(false);
  expect(await letters()).toEqual([]);
});

test('edits at once are groups of their own; a rewrite over a folder is one', async () => {
  const { root, call, letters } = open();
  mkdirSync(join(root, 'src'));
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, `src/${name}.js`), 'old(1);\n');
  await call('edit', { path: 'src', pattern: 'old($A)', rewrite: 'fresh($A)', language: 'javascript' });
  const edits = ['a', 'b', 'c'].map((name) => ({ path: `src/${name}.js`, old_string: '1', new_string: '2' }));
  await Promise.all(edits.map((input) => call('edit_file', input)));
  const all = await letters();
  expect(all.slice(0, 3).sort()).toEqual(['a', 'b', 'c'].map((name) => ['edit_file', `src/${name}.js`]));
  expect(all.slice(3)).toEqual([['edit', 'src/a.js', 'src/b.js', 'src/c.js']]);
});

test('undo_edit is the undo of the group, or of a part of it', async () => {
  const { root, checkpoints, call } = open();
  await call('file_write', { path: 'a.txt', content: 'a\n' });
  await call('file_editor', { command: 'undo_edit', path: join(root, 'a.txt') });
  const [undone, made] = await checkpoints.list();
  expect(undone).toMatchObject({ by: { tool: 'undo_edit' }, undoes: [made!.id] });
});

test('with checkpoints off nothing is recorded, and the reason is known', async () => {
  const { root, checkpoints, call, letters } = open({ checkpoints: 'off' });
  await call('file_write', { path: join(root, 'a.txt'), content: 'a\n' });
  expect(await letters()).toEqual([]);
  expect(await checkpoints.coverage()).toEqual({ mode: 'off', reason: '--checkpoints off' });
});

test('an edit goes on where nothing can be recorded', async () => {
  const { root, state } = temporaryFolders();
  writeFileSync(state, '');
  const workspace = openWorkspace({ roots: [root], stateDirectory: state });
  afterTest(() => workspace.close());
  const outcome = await callTool(workspace, 'file_write', { path: join(root, 'a.txt'), content: 'a\n' });
  expect(outcome.ok).toBe(true);
  expect((await workspace.abilities.checkpoints.coverage()).mode).toBe('off');
});

test('a program lists the groups of a workspace, and takes them back', async () => {
  const { root, workspace, call } = open();
  await call('file_write', { path: 'a.txt', content: 'a\n' });
  await call('file_write', { path: 'b.txt', content: 'b\n' });
  expect(await workspace.groups({ limit: 5 })).toHaveLength(2);
  expect(await workspace.undoGroups({ steps: 2 })).toMatchObject({ isDryRun: false, failed: [] });
  expect([existsSync(join(root, 'a.txt')), existsSync(join(root, 'b.txt'))]).toEqual([false, false]);
});

test('undo_edit after a patch of several files says how the rest is taken back', async () => {
  const { root, workspace, call } = open();
  for (const name of ['a.txt', 'old.sh']) writeFileSync(join(root, name), 'a\n');
  await call('apply_patch', { patch: PATCH });
  const { text } = await callTool(workspace, 'file_editor', {
    command: 'undo_edit',
    path: join(root, 'a.txt'),
  });
  expect(text).toMatch(
    /\[It was part of a change of several files: undo \{"id":"\w{4}"\} takes back the rest\.\]$/,
  );
});
