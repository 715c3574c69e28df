import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connect, sharedCorvid, temporaryFolder } from '../corvid-client.ts';

// What a command changed is recorded with it, and reported after its result.

type Facts = { readonly id?: string; readonly count: number; readonly files: readonly { path: string }[] };
type Data = { readonly changes?: readonly Facts[]; readonly changed_by_others?: readonly Facts[] };

const shared = sharedCorvid();
let tests = 0;

/** A folder, and a terminal of its own in it. Paths are relative to the folder. */
async function open(...options: string[]) {
  const { folder, path, call } = await shared(options);
  const terminal = `t${++tests}`;
  const prefix = `${folder.split('/').at(-1)}/`;
  const run = async (command: string, more: Record<string, unknown> = {}) => {
    const { text, result } = await call('terminal', { command, timeout: 60, terminal, ...more });
    const lines = text.replaceAll(prefix, '').split('\n');
    const after = lines.findIndex((line) => /^\[(Command completed|Process still running)/.test(line));
    const remarks = lines.slice(after + 1).filter((line) => line.startsWith('['));
    const data = result._meta?.['corvid/result'] as Data;
    return { remarks, data, changed: pathsOf(data.changes), byOthers: pathsOf(data.changed_by_others) };
  };
  const pathsOf = (facts: readonly Facts[] = []) =>
    facts.flatMap(({ files }) => files.map(({ path }) => path.slice(folder.length + 1)));
  const enter = (name?: string) => run(`cd ${folder}`, name === undefined ? {} : { terminal: name });
  await enter();
  return { path, run, enter, terminal };
}

test('a command that changes files says which, and how to undo it; one that does not says nothing', async () => {
  const { run } = await open();
  expect((await run('true')).remarks).toEqual([]);
  const { remarks, data, changed } = await run('mkdir src; printf "a\\nb\\n" > src/a.txt; echo x > b.txt');
  const id = data.changes?.[0]?.id;
  expect(remarks).toEqual([
    `[Changed 2 files: A b.txt (+1 -0), A src/a.txt (+2 -0). Undo: undo {"id":"${id}"}]`,
  ]);
  expect(changed).toEqual(['b.txt', 'src/a.txt']);
  expect((await run('cat src/a.txt')).remarks).toEqual([]);
  const more = await run('rm -r src; echo y >> b.txt; chmod +x b.txt');
  expect(more.remarks[0]).toMatch(
    /^\[Changed 2 files: M b\.txt \(\+1 -0\), D src\/a\.txt \(\+0 -2\)\. Undo: /,
  );
});

test('what changed between two calls is named as the change of others', async () => {
  const { run, path } = await open();
  await run('echo mine > a.txt');
  writeFileSync(path('README.md'), 'by a person\n');
  const { remarks, byOthers } = await run('echo more >> a.txt');
  expect(remarks).toEqual([
    '[Changed since the last call by others: 1 file: A README.md (+1 -0).]',
    expect.stringContaining('[Changed 1 file: M a.txt (+1 -0). Undo: '),
  ]);
  expect(byOthers).toEqual(['README.md']);
});

test('a command that goes on after its call has one group, which grows with each report', async () => {
  const { run, path } = await open();
  const started = await run('echo 1 > one.txt; read; echo 2 > two.txt; read; echo 3 > three.txt');
  expect(started.changed).toEqual(['one.txt']);
  // While no call waits for it, a change is not known to be its own.
  writeFileSync(path('README.md'), 'by a person\n');
  const second = await run('go on', { is_input: true });
  expect(second.changed).toEqual(['one.txt', 'two.txt']);
  expect(second.remarks).toContainEqual(
    expect.stringMatching(
      /^\[Changed since the last call by others \(`echo 1 > one\.txt; read; echo 2 > two\.txt…` is running in terminal t\d+\): 1 file: A README\.md/,
    ),
  );
  const third = await run('go on', { is_input: true });
  expect(third.changed).toEqual(['one.txt', 'three.txt', 'two.txt']);
  expect(third.data.changes?.[0]?.id).toBe(started.data.changes?.[0]?.id);
});

test('a command beside one that runs in another terminal has its changes for itself', async () => {
  const { run, enter } = await open();
  await enter('server');
  await run('echo up > server.log; read', { terminal: 'server' });
  const { remarks, changed } = await run('echo x > a.txt');
  expect(changed).toEqual(['a.txt']);
  expect(remarks).toHaveLength(1);
  await run('C-c', { terminal: 'server' });
});

test('two commands at once say that they are undone together', async () => {
  const { run, enter, path } = await open();
  await enter('one');
  await run('mkfifo pipe');
  const waiting = run('read < pipe; echo one > one.txt', { terminal: 'one' });
  const two = await run('echo two > two.txt; echo go > pipe');
  const one = await waiting;
  expect(readFileSync(path('one.txt'), 'utf8')).toBe('one\n');
  expect(two.remarks).toContainEqual(expect.stringMatching(/^\[Another command ran at the same time: /));
  expect(two.changed).toContain('two.txt');
  expect(one.changed).toEqual(['one.txt', 'two.txt']);
});

test('what a job in the background writes later is named as the change of others, with a hint', async () => {
  const { run, path, terminal } = await open();
  await run('mkfifo go wrote; { read < go; echo late > late.txt; echo > wrote; } &');
  writeFileSync(path('go'), '\n');
  readFileSync(path('wrote'));
  expect((await run('true')).remarks).toEqual([
    `[Changed since the last call by others (terminal ${terminal} may have a background job): 1 file: A late.txt (+1 -0).]`,
  ]);
});

test('what a killed command changed is reported by the reset', async () => {
  const { run } = await open();
  await run('echo 1 > one.txt; read');
  expect((await run('', { reset: true })).changed).toEqual(['one.txt']);
});

test('a checkout says that HEAD moved, and ignored folders are named', async () => {
  const folder = await temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder });
  mkdirSync(`${folder}/src`);
  writeFileSync(`${folder}/src/a.txt`, 'one\n');
  writeFileSync(`${folder}/.gitignore`, '.state/\nout/\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'topic');
  writeFileSync(`${folder}/src/a.txt`, 'two\n');
  git('commit', '-qam', 'two');
  const corvid = await connect({ folder });
  const command = 'git checkout -q main; mkdir out; echo x > out/x';
  const { text } = await corvid.call('terminal', { command, timeout: 60 });
  expect(text).toMatch(/\n\[Changed 1 file: M src\/a\.txt \(\+1 -1\)\. Undo: undo \{"id":"\w+"\}\]\n/);
  expect(text).toMatch(/\n\[HEAD moved from topic \w{7} to main \w{7}: undo needs files_only\.\]\n/);
  expect(text).toMatch(/\n\[Not recorded, since it is ignored: out\.\]/);
});

test('commands are not recorded if only edits are, or nothing is', async () => {
  for (const mode of ['edits', 'off']) {
    const { run } = await open('--checkpoints', mode);
    const { remarks, data } = await run('echo x > a.txt');
    expect(remarks).toEqual([]);
    expect(data).not.toHaveProperty('changes');
  }
});
