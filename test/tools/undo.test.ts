import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { connect, sharedCorvid, temporaryFolder } from '../corvid-client.ts';

const open = sharedCorvid();

const PATCH = `*** Begin Patch
*** Add File: new/deep.txt
+new
*** Delete File: old.txt
*** Update File: a.txt
@@
-two
+2
*** End Patch`;

async function patched() {
  const corvid = await open();
  await writeFile(corvid.path('a.txt'), 'one\ntwo\nthree\nfour\nfive\n');
  await writeFile(corvid.path('old.txt'), 'old\n');
  const patch = PATCH.replace(/File: /g, `File: ${corvid.folder}/`);
  const made = await corvid.call('apply_patch', { patch });
  expect(made.failed).toBe(false);
  const text = (name: string) => readFile(corvid.path(name), 'utf8');
  return { ...corvid, text };
}

describe('undo', () => {
  test('takes back the last change in all its files, and makes it again', async () => {
    const { path, call, text } = await patched();
    const undone = await call('undo', {});
    expect(undone.text).toMatch(/^Took back \w{4} \(apply_patch\)\. 3 files: /);
    expect(undone.text).toMatch(/M \S*a\.txt, D \S*new\/deep\.txt.*, A \S*old\.txt/);
    expect(undone.text).toMatch(/\[To reverse this: undo \{"id":"\w{4}"\}\]$/);
    expect([await text('a.txt'), await text('old.txt')]).toEqual([expect.stringContaining('two'), 'old\n']);
    expect(existsSync(path('new'))).toBe(false);
    const redone = await call('undo', { redo: true });
    expect(redone.text).toMatch(/^Made again \w{4} \(undo of \w{4}\)\. 3 files: /);
    expect([await text('a.txt'), await text('new/deep.txt')]).toEqual([
      expect.stringContaining('2'),
      'new\n',
    ]);
    expect(existsSync(path('old.txt'))).toBe(false);
  });

  test('only looks, with a dry run, and shows the diff', async () => {
    const { call, text } = await patched();
    const shown = await call('undo', { dry_run: true });
    expect(shown.text).toMatch(/^Would take back \w{4} \(apply_patch\)\./);
    expect(shown.text).toContain('-2\n+two\n');
    expect(await text('a.txt')).toContain('2\n');
  });

  test('refuses as a whole where a file was changed since, and says what can be done', async () => {
    const { path, call, text } = await patched();
    await writeFile(path('a.txt'), 'one\n2\nthree\nfour\nby a person\n');
    const refused = await call('undo', {});
    expect(refused.text).toMatch(
      /^Error -31004 FILE_CHANGED: Nothing of \w{4} \(apply_patch\) was taken back: 1 of 4 paths cannot be restored: \S*a\.txt \(changed since\)\.\nmerge: true merges lines where they do not collide; partial: true leaves these alone and restores the others\.$/,
    );
    expect(existsSync(path('old.txt'))).toBe(false);
    const merged = await call('undo', { merge: true });
    expect(merged.text).toMatch(/\[Merged with later changes: \S*a\.txt\.\]/);
    expect(await text('a.txt')).toBe('one\ntwo\nthree\nfour\nby a person\n');
    expect(await text('old.txt')).toBe('old\n');
  });

  test('restores the rest and names what it left alone, if a part is asked for', async () => {
    const { path, call, text } = await patched();
    await writeFile(path('a.txt'), 'by a person\n');
    const part = await call('undo', { partial: true });
    expect(part.text).toMatch(/\[Left alone: \S*a\.txt \(changed since\)\.\]/);
    expect([await text('a.txt'), await text('old.txt')]).toEqual(['by a person\n', 'old\n']);
  });

  test('takes back one file, some steps, or all since a time', async () => {
    const { path, call, text } = await patched();
    await call('undo', { path: path('old.txt') });
    expect([await text('old.txt'), await text('a.txt')]).toEqual(['old\n', expect.stringContaining('2')]);
    await call('edit_file', { path: path('a.txt'), old_string: 'one', new_string: '1' });
    await call('edit_file', { path: path('a.txt'), old_string: 'three', new_string: '3' });
    expect((await call('undo', { steps: 2 })).text).toMatch(
      /^Took back \w{4} \(edit_file\), \w{4} \(edit_file\)/,
    );
    expect(await text('a.txt')).toBe('one\n2\nthree\nfour\nfive\n');
    await call('undo', { since: '1h', path: path('.') });
    expect(await text('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\n');
    expect((await call('undo', { since: 'yesterday' })).text).toBe(
      'Error -32600 INVALID_PARAMS: Invalid `since` parameter: yesterday. It takes a time ago, such as 90s, 10m, 2h or 1d, or a date such as 2026-01-31T12:00.',
    );
  });

  test('takes back by id what another client did, but not as the last change', async () => {
    const folder = await temporaryFolder();
    const [one, two] = [await connect({ folder }), await connect({ folder })];
    const made = await one.call('file_write', { path: one.path('a.txt'), content: 'a\n' });
    expect(made.failed).toBe(false);
    const none = await two.call('undo', {});
    expect(none.text).toMatch(
      /^Error -31007 NO_HISTORY: Nothing was taken back: this client made no change that can be taken back\.\nThe last change here is (\w{4}) \(file_write\); pass its id to choose it\.$/,
    );
    const [, id] = /is (\w{4}) \(/.exec(none.text)!;
    expect((await two.call('undo', { id: 'zzzz' })).text).toContain("there is no change with the id 'zzzz'");
    expect((await two.call('undo', { id })).failed).toBe(false);
    expect(existsSync(one.path('a.txt'))).toBe(false);
    expect((await two.call('undo', { id })).text).toContain('the files are already as they were before it');
    expect((await two.call('undo', { id, redo: true })).failed).toBe(false);
    expect(existsSync(one.path('a.txt'))).toBe(true);
  });

  test('says why nothing can be undone without checkpoints', async () => {
    const folder = await temporaryFolder();
    const { call, path } = await connect({ folder, args: ['--root', folder, '--checkpoints', 'off'] });
    await call('file_write', { path: path('a.txt'), content: 'a\n' });
    expect((await call('undo', {})).text).toBe(
      'Error -31007 NO_HISTORY: Nothing was taken back: changes are not recorded (--checkpoints off).\nStart Corvid with --checkpoints on.',
    );
  });

  test('a file that is denied meanwhile is restored to the byte, and not shown', async () => {
    const folder = await temporaryFolder();
    const first = await connect({ folder, args: ['--root', folder] });
    await mkdir(first.path('keys'));
    await first.call('file_write', { path: first.path('keys/a.txt'), content: 'hidden value\n' });
    await first.call('edit_file', {
      path: first.path('keys/a.txt'),
      old_string: 'hidden',
      new_string: 'new',
    });
    const second = await connect({ folder, args: ['--root', folder, '--deny', 'keys/**'] });
    const none = await second.call('undo', {});
    const [, id] = /is (\w{4}) \(/.exec(none.text)!;
    const undone = await second.call('undo', { id });
    expect(undone.failed).toBe(false);
    expect(JSON.stringify(undone.result)).not.toContain('hidden');
    expect(JSON.stringify(undone.result)).toContain('Not shown, since it is denied: ');
    expect(await readFile(first.path('keys/a.txt'), 'utf8')).toBe('hidden value\n');
  });
});
