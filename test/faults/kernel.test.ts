import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { callTool } from '../../src/tools/call/library.ts';
import { runChild } from '../adapters/child-program.ts';
import { temporaryFolder } from '../corvid-client.ts';

// Faults that the kernel itself makes.

const isLinux = process.platform === 'linux';
const library = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'index.js');

/** Skips the test where nobody may mount, as in most containers. */
async function mounted(it: TestContext, folder: string, args: string[], action: () => Promise<void>) {
  try {
    execFileSync('mount', [...args, folder], { stdio: 'ignore' });
  } catch {
    return it.skip();
  }
  await action().finally(() => execFileSync('umount', [folder]));
}

function opened(folder: string, stateDirectory: string) {
  const workspace = openWorkspace({ roots: [folder], stateDirectory });
  onTestFinished(() => workspace.close());
  const path = join(folder, 'a.txt');
  const edit = (input: Record<string, unknown>) => callTool(workspace, 'file_editor', { path, ...input });
  return { path, edit, insert: () => edit({ command: 'insert', insert_line: 0, new_str: 'one\n' }) };
}

const tmpfs = (size: string) => ['-t', 'tmpfs', '-o', `size=${size}`, 'corvid-test'];

/** As much as fits. */
const fill = (folder: string) =>
  writeFile(join(folder, 'ballast'), new Uint8Array(1_000_000)).catch(() => {});

test.runIf(isLinux)(
  'a full disk: the old file stays, and with room the edit and its undo work',
  async (it) => {
    const folder = await temporaryFolder();
    await mounted(it, folder, tmpfs('256k'), async () => {
      const { path, edit, insert } = opened(folder, join(folder, '.state'));
      await writeFile(path, 'old\n');
      await fill(folder);
      expect((await insert()).text).toBe(
        `Error -31008 NO_SPACE: No space: ${path} could not be written (the disk is full). ` +
          'The old file is intact. Make room, then try again.',
      );
      expect(await readFile(path, 'utf8')).toBe('old\n');
      await writeFile(join(folder, 'ballast'), '');
      expect(await insert()).toMatchObject({ ok: true });
      expect(await edit({ command: 'undo_edit' })).toMatchObject({ ok: true });
      expect(await readFile(path, 'utf8')).toBe('old\n');
      expect((await readdir(folder)).sort()).toEqual(['.state', 'a.txt', 'ballast']);
    });
  },
);

test.runIf(isLinux)(
  'a full disk under the history: the edit is made and says that it cannot be undone',
  async (it) => {
    const folder = await temporaryFolder();
    const state = join(folder, '.state');
    await mkdir(state);
    await mounted(it, state, tmpfs('64k'), async () => {
      await fill(state);
      const { path, insert } = opened(folder, state);
      await writeFile(path, 'old\n');
      const text = expect.stringContaining('This edit cannot be undone');
      expect(await insert()).toMatchObject({ ok: true, text });
      expect(await readFile(path, 'utf8')).toBe('one\nold\n');
    });
  },
);

test.runIf(isLinux)('a disk that is mounted read-only is refused, and the file stays', async (it) => {
  const folder = await temporaryFolder();
  const { path, insert } = opened(folder, await temporaryFolder());
  await writeFile(path, 'old\n');
  await mounted(it, folder, ['-o', 'bind', folder], async () => {
    execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
    expect((await insert()).text).toMatch(/^Error -32002 PERMISSION_DENIED: Permission denied: .*a\.txt\n/);
    expect(await readFile(path, 'utf8')).toBe('old\n');
  });
});

/** Leaves 0, 1, 2 … descriptors free until an edit works. */
const withFewDescriptors = `
  const { closeSync, openSync, writeFileSync } = await import('node:fs');
  const [, folder] = process.argv;
  const { openWorkspace, callTool } = await import(${JSON.stringify(library)});
  const workspace = openWorkspace({ roots: [folder], stateDirectory: folder + '/.state' });
  const path = folder + '/a.txt';
  const call = (input) => callTool(workspace, 'file_editor', { path, ...input });
  const insert = () => call({ command: 'insert', insert_line: 0, new_str: 'one\\n' });
  writeFileSync(path, 'old\\n');
  // So that all is loaded: Node does not load again what it failed to load once.
  await insert();
  const answers = [];
  for (let free = 0, ok = false; !ok; free++) {
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    for (let i = 0; i < free; i++) closeSync(taken.pop());
    const answer = await insert();
    for (const fd of taken) closeSync(fd);
    answers.push(answer.text);
    ok = answer.ok;
  }
  answers.push((await call({ command: 'undo_edit' })).ok, (await insert()).ok);
  console.log(JSON.stringify(answers));
  await workspace.close();
`;

test.runIf(isLinux)(
  'too few descriptors: refused in words, and with more the same server works',
  async () => {
    const folder = await temporaryFolder();
    const command = 'ulimit -n 128; exec "$0" --input-type=module -e "$1" "$2"';
    const { stdout, stderr } = await runChild('bash', [
      '-c',
      command,
      process.execPath,
      withFewDescriptors,
      folder,
    ]);
    expect(stderr).toBe('');
    const answers = JSON.parse(stdout) as unknown[];
    expect(answers.slice(-2)).toEqual([true, true]);
    expect(answers.length).toBeGreaterThan(4);
    for (const text of answers.slice(0, -3))
      expect(text).toMatch(/too many open files|Too many files are open/);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toMatch(/^one\none\nold\n$/);
  },
);
