import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brokenNames, fixtureFiles, fixtureLinks, longName } from './fixture-files.ts';

/** A root for the server with all that is odd in it, and beside it what nobody may touch. */
export type Sandbox = {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
  readonly home: string;
  /** Of what is in the root, links and folders included. */
  readonly paths: readonly string[];
  /** Those that a sensible caller would edit. */
  readonly texts: readonly string[];
  /** Texts that take long. */
  readonly largeTexts: readonly string[];
  /** Makes the root what it was. */
  restore(): Promise<void>;
};

const folders = ['src', 'src/deep', 'empty-folder', 'closed'];
const large = ['one-line.txt', 'long.txt'];
const odd = ['fifo', 'src/', 'src', '.', 'missing.txt', 'src/missing/also.txt'];

export async function openSandbox(base: string): Promise<Sandbox> {
  const [root, outside, home] = ['root', 'outside', 'home'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([mkdir(root), mkdir(home), fillOutside(base, outside)]);
  const restore = async () => {
    await emptied(root);
    await fill(root, outside);
  };
  await restore();
  const files = Object.keys(fixtureFiles).filter((name) => !large.includes(name));
  const names = [...files, ...folders, ...odd, ...Object.keys(fixtureLinks(outside)), longName];
  const texts = files.filter((name) => /\.(txt|py|ts|json|md)$/.test(name) && !/no-permission/.test(name));
  const [paths, shortTexts, largeTexts] = [names, texts, large].map((all) =>
    all.map((name) => join(root, name)),
  );
  return { base, root, outside, home, paths: paths!, texts: shortTexts!, largeTexts: largeTexts!, restore };
}

/** Also next to the root, with a name that begins like it. */
async function fillOutside(base: string, outside: string): Promise<void> {
  await mkdir(join(outside, 'folder', 'sub'), { recursive: true });
  await mkdir(join(base, 'root-twin'));
  const names = [
    'outside/secret.txt',
    'outside/folder/inner.txt',
    'outside/folder/sub/inner.py',
    'root-twin/plain.txt',
  ];
  for (const name of names) await writeFile(join(base, name), `one\ntwo\n${name}\nsecret = call(1, 2)\n`);
}

/** Links are never followed: what they lead to is not ours. */
async function emptied(root: string): Promise<void> {
  await chmod(join(root, 'closed'), 0o700).catch(() => {});
  for (const name of await readdir(root, { encoding: 'buffer' }))
    await rm(Buffer.concat([Buffer.from(`${root}/`), name]), { recursive: true, force: true });
}

async function fill(root: string, outside: string): Promise<void> {
  for (const folder of folders) await mkdir(join(root, folder));
  for (const [name, bytes] of Object.entries(fixtureFiles)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), bytes);
  }
  for (const name of brokenNames) await writeFile(Buffer.concat([Buffer.from(`${root}/`), name]), 'odd\n');
  await writeFile(join(root, longName), 'one\ntwo\n');
  for (const [name, target] of Object.entries(fixtureLinks(outside))) await symlink(target, join(root, name));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  await chmod(join(root, 'no-permission.txt'), 0o000);
  await chmod(join(root, 'read-only.txt'), 0o444);
  await chmod(join(root, 'closed'), 0o000);
}
