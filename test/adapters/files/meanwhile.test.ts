import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleProgram, runChild } from '../child-program.ts';

// What another program does right before one of our calls to the system. test/hostile/data-loss.hostile.ts meets the
// same moments by chance.

/** Each: what stands there before, our change, what happens right before which call; how it ends, and what is there then. */
const program = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { localFiles } from './src/adapters/files/local-files.ts';
  const [, , folder] = process.argv;
  const path = folder + '/a.txt';
  const bytes = (text) => new TextEncoder().encode(text);
  const real = { ...fs };
  const before = (name, action) => {
    fs[name] = (...given) => (action(...given), real[name](...given));
    syncBuiltinESMExports();
  };
  const restore = () => {
    for (const name of ['linkSync', 'openSync', 'renameSync']) fs[name] = real[name];
    syncBuiltinESMExports();
  };
  const write = () => real.writeFileSync(path, 'theirs');
  const exchange = () => (real.writeFileSync(folder + '/b', 'theirs'), real.renameSync(folder + '/b', path));
  const noLinks = () => { throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' }); };
  const once = (action) => { let isDone = false; return () => { if (!isDone) { isDone = true; action(); } }; };
  const ifNew = (action) => (file, flags) => { if (flags & fs.constants.O_EXCL) action(); };

  const files = localFiles();
  const replace = async () => (await files.stage(path, bytes('new'))).commit(bytes('old'));
  const create = async () => (await files.stage(path, bytes('new'))).commit(undefined);
  const remove = () => files.remove(path, bytes('old'));
  const stories = {
    'replace, written in place before the rename': ['old', replace, () => before('renameSync', once(write))],
    'replace, another file in its place before the second name': ['old', replace, () => before('linkSync', once(exchange))],
    'replace, mode changed after staging': ['old', async () => {
      const staged = await files.stage(path, bytes('new'));
      real.chmodSync(path, 0o600);
      return staged.commit(bytes('old'));
    }, () => {}],
    'replace, no links': ['old', replace, () => before('linkSync', noLinks)],
    'create, made before the link': [undefined, create, () => before('linkSync', once(write))],
    'create, no links': [undefined, create, () => before('linkSync', noLinks)],
    'create, no links, made before': [undefined, create, () => {
      before('linkSync', () => { before('openSync', ifNew(once(write))); noLinks(); });
    }],
    'remove, written in place before': ['old', remove, () => before('renameSync', once(write))],
    'remove, another file in its place before': ['old', remove, () => before('renameSync', once(exchange))],
    'remove, written in place, no links': ['old', remove, () => (before('renameSync', once(write)), before('linkSync', noLinks))],
  };
  const outcomes = {};
  for (const [name, [content, change, disturb]] of Object.entries(stories)) {
    real.rmSync(path, { force: true });
    if (content) real.writeFileSync(path, content, { mode: 0o644 });
    disturb();
    const outcome = await change().then(() => 'done', (error) => error.message);
    restore();
    const names = real.readdirSync(folder);
    const standing = names.map((found) => found + ': ' + real.readFileSync(folder + '/' + found, 'utf8'));
    outcomes[name] = [outcome, ...standing];
  }
  console.log(JSON.stringify(outcomes));
`;

test.skipIf(process.platform === 'win32')('nothing that another program does meanwhile is lost', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-meanwhile-')));
  const child = await bundleProgram(program);
  const { stdout, stderr } = await runChild(process.execPath, [child.file, folder]);
  await Promise.all([child.remove(), rm(folder, { recursive: true })]);
  expect(stderr).toBe('');
  const refused = (what: string) =>
    `File changed: ${join(folder, 'a.txt')}: ${what} meanwhile. Nothing was written. Read it again, then repeat the edit.`;
  const changed = [refused('another program changed it'), 'a.txt: theirs'];
  const made = [refused('another program made it'), 'a.txt: theirs'];
  const removed = [refused('another program changed or removed it'), 'a.txt: theirs'];
  expect(JSON.parse(stdout)).toEqual({
    'replace, written in place before the rename': changed,
    'replace, another file in its place before the second name': changed,
    'replace, mode changed after staging': [
      `File changed: ${join(folder, 'a.txt')}: its permissions changed meanwhile, or another file took its place. ` +
        'Nothing was written. Read it again, then repeat the edit.',
      'a.txt: old',
    ],
    'replace, no links': ['done', 'a.txt: new'],
    'create, made before the link': made,
    'create, no links': ['done', 'a.txt: new'],
    'create, no links, made before': made,
    'remove, written in place before': removed,
    'remove, another file in its place before': removed,
    'remove, written in place, no links': removed,
  });
});
