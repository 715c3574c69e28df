import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { afterTest } from '../after-test.ts';
import { type Corvid, connect } from '../corvid-client.ts';

// A program in the project exchanges an ordinary file or folder for a link to a denied one, while the tools use it.

const SECRET = 'hunter2horse';
const CALLS = 200;

/** Puts `a` and `b` in the place of `at` in turn, as quickly as it can, for a minute at most. */
async function exchange(at: string, a: string, b: string): Promise<void> {
  const program = `
    const { renameSync } = require('node:fs');
    const [at, a, b] = process.argv.slice(1);
    const end = Date.now() + 60000;
    process.stdout.write('ready');
    while (Date.now() < end) {
      try { renameSync(a, at); renameSync(at, a); renameSync(b, at); renameSync(at, b); } catch {}
    }`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program, at, a, b]);
  afterTest(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await once(child.stdout!, 'data');
}

async function project(): Promise<Corvid> {
  const made = await connect();
  await mkdir(made.path('private'));
  await mkdir(made.path('ordinary'));
  await writeFile(made.path('.env'), `KEY=${SECRET}\n`);
  await writeFile(made.path('private/id_rsa'), `KEY=${SECRET}\n`);
  await writeFile(made.path('ordinary/notes'), 'KEY=none\n');
  await writeFile(made.path('plain.txt'), 'KEY=none\n');
  return made;
}

async function expectNoLeak(made: Corvid, path: string): Promise<void> {
  let reached = 0;
  for (let i = 0; i < CALLS; i++) {
    const answers = await Promise.all([
      made.call('file_read', { path }),
      made.call('file_editor', { command: 'view', path }),
      made.call('edit_file', { path, old_string: 'KEY=', new_string: 'STOLEN=', dry_run: true }),
    ]);
    for (const { text, result, failed } of answers) {
      expect(JSON.stringify(result)).not.toContain(SECRET);
      if (!failed && text.includes('none')) reached++;
    }
  }
  // The exchange was under way: sometimes the ordinary file was there.
  expect(reached).toBeGreaterThan(0);
}

test.runIf(process.platform !== 'win32')(
  'a file that becomes a link to a denied one is not read',
  async () => {
    const made = await project();
    await symlink('.env', made.path('link.txt'));
    await exchange(made.path('notes.txt'), made.path('plain.txt'), made.path('link.txt'));
    await expectNoLeak(made, made.path('notes.txt'));
    expect(await readFile(made.path('.env'), 'utf8')).toBe(`KEY=${SECRET}\n`);
  },
);

test.runIf(process.platform !== 'win32')(
  'a folder that becomes a link to one with keys is not read',
  async () => {
    const made = await project();
    await writeFile(made.path('ordinary/id_rsa.txt'), 'KEY=none\n');
    await symlink('id_rsa', made.path('private/id_rsa.txt'));
    await writeFile(made.path('private/id_rsa'), `KEY=${SECRET}\n`);
    await symlink('private', made.path('link'));
    await exchange(made.path('folder'), made.path('ordinary'), made.path('link'));
    await expectNoLeak(made, made.path('folder/id_rsa.txt'));
  },
);
