import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snapshotOf } from '../adapters/checkpoints/disk-world.ts';
import { connect } from '../corvid-client.ts';

/** A repository with 40 files, and a real client. */
async function project() {
  const corvid = await connect();
  const { folder, path, call } = corvid;
  mkdirSync(path('src'));
  for (let i = 0; i < 40; i++) writeFileSync(path(`src/f${i}.txt`), `one ${i}\n`);
  writeFileSync(path('.env'), 'KEY=hidden-value\n');
  writeFileSync(path('.gitignore'), '.env\n.state\nnode_modules\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  const state = () =>
    Object.fromEntries(Object.entries(snapshotOf(folder)).filter(([name]) => !/^\.(git|state)\b/.test(name)));
  const run = (command: string) => call('terminal', { command });
  // What was there is known from here on.
  await run('true');
  return { ...corvid, git, state, run };
}

test('what a command removed, rewrote and made comes back and goes, and is made again', async () => {
  const { state, run, call } = await project();
  const before = state();
  for (const command of [
    'rm -rf src .env',
    "sed -i 's/one/two/' src/*.txt",
    'mkdir gen && for i in $(seq 60); do echo $i > gen/$i; done',
  ]) {
    const { text } = await run(command);
    expect(text).toMatch(/undo \{"id":"\w{4}"\}/);
    const after = state();
    expect(after).not.toEqual(before);
    const undone = await call('undo', {});
    expect(undone.text).toMatch(/^Took back \w{4} \(terminal: /);
    expect(JSON.stringify(undone.result)).not.toContain('hidden-value');
    expect(state()).toEqual(before);
    expect((await call('undo', { redo: true })).failed).toBe(false);
    expect(state()).toEqual(after);
    await call('undo', {});
    expect(state()).toEqual(before);
  }
});

test('a command that moved HEAD or the stash with the files is refused, unless the files alone are meant', async () => {
  const { state, run, call, git, path } = await project();
  git('checkout', '-qb', 'other');
  writeFileSync(path('src/f1.txt'), 'other\n');
  git('commit', '-qam', 'second');
  const before = state();
  await run('git checkout -q main');
  const refused = await call('undo', {});
  expect(refused.text).toMatch(
    /HEAD_MOVED: .*: Git moved together with the files: HEAD from other \w{7} to main \w{7}/,
  );
  expect((await call('undo', { files_only: true })).text).toContain('Only files were restored');
  expect(state()).toEqual(before);
});

test('what a person did in between is never taken back, and a file that a person changed since is refused', async () => {
  const { run, call, path, state } = await project();
  await run('echo agent > src/f1.txt; echo agent > src/f2.txt');
  writeFileSync(path('src/f3.txt'), 'person\n');
  await call('undo', {});
  expect(state()['src/f3.txt']).toContain('person');
  await call('undo', { redo: true });
  writeFileSync(path('src/f1.txt'), 'person\n');
  expect((await call('undo', {})).text).toContain('src/f1.txt (changed since)');
  await call('undo', { partial: true });
  expect([state()['src/f1.txt'], state()['src/f2.txt']]).toEqual([
    expect.stringContaining('person'),
    expect.stringContaining('one 2'),
  ]);
});
