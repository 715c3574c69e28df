import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFiles } from './packages.mjs';
import { filesOf } from './tar.mjs';
import { temporaryFolder } from './workshop.mjs';
import { filesOfZip } from './zip.mjs';

const TIMEOUT_MS = 300_000;
const execute = promisify(execFile);
const run = (command, args, cwd) =>
  execute(command, args, { cwd, timeout: TIMEOUT_MS, maxBuffer: 16e6 }).then(({ stdout }) => stdout);

let root;
/** One for all downloads of a run: each temporary folder listens for the end of the process. */
function newFolder() {
  root ??= temporaryFolder('corvid-fetch-');
  return mkdtemp(join(root, 'one-'));
}

/** How the ordinary client of each registry fetches a version: its files as `[path, bytes]`. No package is built. */
const CLIENTS = {
  npm: (name, version) => packageFiles(`${name}@${version}`),

  async go(name, version) {
    const folder = await newFolder();
    const { Zip } = JSON.parse(await run('go', ['mod', 'download', '-json', `${name}@${version}`], folder));
    const prefix = `${name}@${version}/`;
    return [...filesOfZip(await readFile(Zip))].map(([path, bytes]) => [path.replace(prefix, ''), bytes]);
  },

  async crate(name, version) {
    const folder = await newFolder();
    const manifest = [
      '[package]',
      'name = "fetch"',
      'version = "0.0.0"',
      'edition = "2021"',
      '[dependencies]',
    ];
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src', 'lib.rs'), '');
    await writeFile(join(folder, 'Cargo.toml'), [...manifest, `${name} = "=${version}"`, ''].join('\n'));
    await run('cargo', ['fetch', '-q'], folder);
    const cache = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'cache');
    const all = await readdir(cache, { recursive: true });
    return [
      ...filesOf(
        await readFile(
          join(
            cache,
            all.find((path) => path.endsWith(`${name}-${version}.crate`)),
          ),
        ),
      ),
    ];
  },

  /** The wheel: a source archive would have to be built before pip says which one it is. */
  async pypi(name, version) {
    const folder = await newFolder();
    const args = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '-d', folder];
    await run('python3', [...args, `${name}==${version}`], folder);
    const [wheel] = await readdir(folder);
    return [...filesOfZip(await readFile(join(folder, wheel)))];
  },

  /** `name` is `group:artifact`. */
  async maven(name, version) {
    const folder = await newFolder();
    const args = ['-q', 'dependency:get', `-Dartifact=${name}:${version}:jar:sources`, '-Dtransitive=false'];
    await run('mvn', args, folder);
    const [group, artifact] = name.split(':');
    const jar = join(...group.split('.'), artifact, version, `${artifact}-${version}-sources.jar`);
    return [...filesOfZip(await readFile(join(homedir(), '.m2', 'repository', jar)))];
  },
};

/** The files of a published version; throws where its client is not installed or does not get it. */
export function fetchVersion({ client = 'npm', name }, version) {
  return CLIENTS[client](name, version);
}
