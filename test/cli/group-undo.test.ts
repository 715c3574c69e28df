import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startInTerminal } from './pty.ts';
import { shell } from './shell.ts';

/** A patch of three files, made by another process. */
async function patched() {
  const opened = await shell();
  const { corvid, path } = opened;
  await writeFile(path('a.txt'), 'one\ntwo\n');
  await writeFile(path('old.txt'), 'old\n');
  const patch = `*** Begin Patch
*** Add File: ${path('new/b.txt')}
+new
*** Delete File: ${path('old.txt')}
*** Update File: ${path('a.txt')}
@@
-two
+2
*** End Patch`;
  expect(await corvid(['call', 'apply_patch', JSON.stringify({ patch })])).toMatchObject({ code: 0 });
  return { ...opened, text: (name: string) => readFile(path(name), 'utf8') };
}

describe('corvid undo of several files', () => {
  test('takes back the whole change with the folders it made, also from a folder below, and redo makes it again', async () => {
    const { corvid, path, folder, text } = await patched();
    const undone = await corvid(['undo']);
    expect(undone.stdout).toMatch(
      /^Undone: \w{4} \(apply_patch\), 3 files: M a\.txt, D new\/b\.txt, A old\.txt\n--- a\.txt\n/,
    );
    expect([await text('a.txt'), await text('old.txt'), existsSync(path('new'))]).toEqual([
      'one\ntwo\n',
      'old\n',
      false,
    ]);
    await mkdir(join(folder, 'below'));
    expect((await corvid(['redo', '..'], { cwd: join(folder, 'below') })).stdout).toMatch(/^Redone: \w{4}/);
    expect(await text('new/b.txt')).toBe('new\n');
    expect((await corvid(['redo'])).stderr).toContain('There is nothing to make again in ');
  });

  test('shows and changes nothing with --dry-run, and asks on a terminal', async () => {
    const opened = await patched();
    const { corvid, text } = opened;
    expect((await corvid(['undo', '--dry-run'])).stdout).toMatch(
      /^Would be undone: \w{4} (.|\n)*-2\n\+two\n/,
    );
    expect(await text('a.txt')).toBe('one\n2\n');
    const session = startInTerminal(opened, ['undo'], { env: { NO_COLOR: '1' } });
    await session.until('Take this back? [y/N]');
    session.press('n\r');
    await session.ended;
    expect(session.output()).toContain('Nothing was changed.');
    expect(await text('a.txt')).toBe('one\n2\n');
  });

  test('chooses by id, time or number, and refuses what it does not know', async () => {
    const { corvid, path, text } = await patched();
    const edit = { path: path('a.txt'), old_string: 'one', new_string: '1' };
    await corvid(['call', 'edit_file', JSON.stringify(edit)]);
    const { group } = JSON.parse((await corvid(['diff', 'old.txt', '--json'])).stdout);
    expect((await corvid(['undo', '--id', group.id])).stderr).toContain(
      '1 of 4 paths cannot be restored: a.txt (changed since).\n--merge merges lines where they do not collide; --partial leaves these alone and restores the others.',
    );
    expect(await corvid(['undo', '--since', '1h'])).toMatchObject({ code: 0 });
    expect([await text('a.txt'), await text('old.txt')]).toEqual(['one\ntwo\n', 'old\n']);
    expect((await corvid(['undo', '--id', 'zzzz'])).stderr).toContain(
      "there is no change with the id 'zzzz'.",
    );
    expect(await corvid(['undo', '--since', 'noon'])).toMatchObject({ code: 2 });
    expect((await corvid(['undo', '--all'])).stderr).toMatch(/^corvid: there is no option '--all'\n/);
  });

  test('takes back one file of it, and diff shows a change or the last one of a file', async () => {
    const { corvid, text, path } = await patched();
    expect((await corvid(['undo', 'old.txt'])).stdout).toMatch(/^Undone: apply_patch, .*old\.txt\n/);
    expect([await text('old.txt'), await text('a.txt')]).toEqual(['old\n', 'one\n2\n']);
    const { stdout } = await corvid(['diff', 'a.txt']);
    expect(stdout).toMatch(/^\w{4} \(apply_patch\)\n--- a\.txt\n\+\+\+ a\.txt\n@@ (.|\n)*-two\n\+2\n/);
    expect(stdout).not.toContain('new/b.txt');
    expect((await corvid(['diff', stdout.slice(0, 4)])).stdout).toContain('+++ new/b.txt');
    expect((await corvid(['diff', 'gone.txt'])).stderr).toBe(
      `corvid: No change is recorded in ${path('gone.txt')}.\n`,
    );
  });
});
