import { existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from './disk-world.ts';
import { letters, type Opened, openFolder, openIn, shell } from './opened.ts';

// What is stored, for how long, and where contents come from.

const GIT = 'git -c user.name=a -c user.email=a@localhost';
const COMMIT = `git init -q; git add -A; ${GIT} commit -qm start`;

function blobsOf({ state }: Opened): string[] {
  const [root] = readdirSync(join(state, 'checkpoints'));
  const folder = join(state, 'checkpoints', root!, 'blobs');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => /[0-9a-f]{64}$/.test(name));
}

test('contents that the repository has are not stored, until they are replaced', async () => {
  const opened = await openFolder({
    fill: (world, root) => {
      world.write('a.txt', 'a\r\n');
      world.write('b.txt', 'b');
      world.write('.gitattributes', '* text=auto\n');
      shell(root, COMMIT);
      world.write('c.txt', 'not in the repository');
    },
  });
  // Git stores other bytes for a.txt than the file has: only its own bytes are those of the file.
  expect(blobsOf(opened)).toHaveLength(2);
  const before = opened.snapshot();
  await opened.sh('echo new > b.txt; rm a.txt c.txt; git gc -q --prune=now');
  await opened.undo();
  expect(opened.snapshot()).toEqual(before);
});

test('a content that the repository has dropped is lost, and said to be', async () => {
  const opened = await openFolder({
    fill: (world, root) => {
      world.write('a.txt', 'a');
      shell(root, COMMIT);
    },
  });
  await opened.sh('rm -rf .git a.txt');
  const outcome = await opened.undo({ filesOnly: true });
  expect(outcome).toMatchObject({ refused: 'nothing', plan: { notKept: [{ path: 'a.txt', why: 'gone' }] } });
});

test('nested repositories are ordinary folders, and .git is never touched', async () => {
  const opened = await openFolder({
    fill: (world, root) => {
      world.write('sub/a.txt', 'a');
      shell(join(root, 'sub'), COMMIT);
      shell(root, 'git init -q');
    },
  });
  const group = await opened.sh(`echo b > sub/a.txt; cd sub; ${GIT} commit -qam two`);
  expect(letters(group)).toEqual({ 'sub/a.txt': 'M' });
  expect(group?.heads).toMatchObject([{ repository: 'sub' }]);
  const log = shell(join(opened.root, 'sub'), 'git log --format=%s');
  expect(await opened.undo()).toMatchObject({ refused: 'heads', restored: [] });
  expect(await opened.undo({ filesOnly: true })).toMatchObject({ restored: ['sub/a.txt'] });
  expect(shell(join(opened.root, 'sub'), 'git log --format=%s; cat a.txt')).toBe(`${log}a`);
});

test('a commit alone hinders nothing, a stash counts as moved together with files', async () => {
  const opened = await openFolder({
    fill: (world, root) => {
      world.write('a.txt', 'a');
      shell(root, COMMIT);
    },
  });
  await opened.sh('echo b > a.txt');
  expect(await opened.sh(`${GIT} commit -qam two`)).toBeUndefined();
  expect(await opened.undo()).toMatchObject({ restored: ['a.txt'] });
  await opened.sh(`${GIT} stash -q`);
  expect(await opened.undo()).toMatchObject({ refused: 'heads' });
});

test('everything is private', async () => {
  const opened = await openFolder({ fill: (world) => world.write('.env', 'SECRET=1') });
  await opened.sh('echo > .env');
  const modes = readdirSync(opened.state, { recursive: true, encoding: 'utf8' }).map((name) => {
    const stats = lstatSync(join(opened.state, name));
    return stats.isDirectory() ? stats.mode & 0o777 : (stats.mode & 0o777) | 0o100;
  });
  expect(new Set(modes)).toEqual(new Set([0o700]));
});

test('what is known is kept for the next run, and nothing is a change then', async () => {
  const opened = await openFolder({
    fill: (world) => {
      world.write('src/a.txt', 'a');
      world.write('b.txt', 'b');
    },
  });
  await opened.recorder.close();
  writeFileSync(join(opened.root, 'b.txt'), 'changed meanwhile');
  const again = await openIn(opened.root, { directory: opened.state });
  const { id, earlier } = await again.recorder.begin({ runsProgram: true, tool: 'terminal' });
  expect(earlier).toEqual([]);
  expect(await again.recorder.end(id)).toBeUndefined();
  const group = await again.sh('rm -r src; echo b2 > b.txt');
  expect(letters(group)).toEqual({ src: 'D', 'src/a.txt': 'D', 'b.txt': 'M' });
  await again.undo();
  expect(again.snapshot()).toMatchObject({ 'src/a.txt': '644 a', 'b.txt': '644 changed meanwhile' });
});

test('a week of work stays within the quota, and the last groups can be undone', async () => {
  let now = Date.now();
  const opened = await openFolder({
    quotaBytes: 200_000,
    now: () => now,
    fill: (world) => world.write('a.txt', 'start'),
  });
  for (let hour = 0; hour < 7 * 24; hour++) {
    now += 3_600_000;
    await opened.run(() => opened.world.write('a.txt', `${hour}\n`.repeat(3_000)));
    if (hour % 8 === 0) opened.retention.run();
    expect(opened.retention.storedBytes).toBeLessThanOrEqual(200_000);
  }
  const before = opened.snapshot();
  await opened.sh('echo last > a.txt');
  await opened.undo();
  expect(opened.snapshot()).toEqual(before);
  now += 8 * 86_400_000;
  opened.retention.run();
  expect(await opened.recorder.list()).toEqual([]);
});

test('large files, pipes and what is beyond the limits are reported, and not undone', async () => {
  const opened = await openFolder({ maxFileBytes: 1000, fill: (world) => world.write('a.txt', 'a') });
  const group = await opened.sh('truncate -s 2000 sparse; mkfifo pipe; echo b > a.txt');
  expect(letters(group)).toEqual({ 'a.txt': 'M', pipe: 'A', sparse: 'A' });
  const outcome = await opened.undo();
  expect(outcome.restored).toEqual(['a.txt']);
  expect([...outcome.plan.notKept].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'pipe', why: 'special' },
    { path: 'sparse', why: 'large', size: 2000 },
  ]);
});

test.each([
  [{ maxFiles: 3 }, 'it has more than 3 files'],
  [{ maxTreeBytes: 10 }, /^its files have more than .* GB, and it is no repository$/],
])('a folder that is too large is not covered, but for edits (%j)', async (limits, reason) => {
  const opened = await openFolder({
    ...limits,
    fill: (world) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) world.write(name, 'content');
    },
  });
  expect(await opened.tree.coverage()).toEqual({
    mode: 'edits',
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  });
  expect(await opened.sh('rm a')).toBeUndefined();
});

test('the folders of Corvid are not covered, also those that are made later', async () => {
  const { root, state } = temporaryFolders();
  const own = join(root, '.local', 'state', 'corvid');
  const opened = await openIn(root, { directory: state, ownFolders: [own] });
  const group = await opened.sh('mkdir -p .local/state/corvid/terminals; echo > .local/state/corvid/x');
  expect(letters(group)).toEqual({ '.local': 'A', '.local/state': 'A' });
});
