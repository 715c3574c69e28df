import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './workshop.mjs';

const run = promisify(execFile);
const NPM_TIMEOUT_MS = 300_000;

/** Installs a pinned package once into the cache; later runs find it there. */
export async function installPeer({ name, version, overrides }, workshop) {
  const slug = `${name.replace(/^@/, '').replaceAll('/', '-')}@${version}`;
  const folder = join(cacheFolder(), slug);
  if (existsSync(folder)) return folder;
  const staging = workshop.folder(`install-${slug}`);
  await installInto(staging, { [name]: version }, overrides);
  await rename(staging, folder).catch((error) => {
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** The file that the package's first command runs. */
export async function commandOf(folder, name) {
  const packageFolder = join(folder, 'node_modules', ...name.split('/'));
  const { bin } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  return join(packageFolder, typeof bin === 'string' ? bin : Object.values(bin)[0]);
}

/** Packs a project as for publishing, which builds it there. */
export function pack(project, destination) {
  return npmPack([], project, destination);
}

/** The archive of a published package. */
export function fetchArchive(spec, destination) {
  return npmPack([spec], destination, destination);
}

async function npmPack(what, cwd, destination) {
  await npm(['pack', ...what, '--pack-destination', destination], cwd);
  const archive = (await readdir(destination)).find((file) => file.endsWith('.tgz'));
  return join(destination, archive);
}

export async function installInto(folder, dependencies, overrides = {}) {
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, dependencies, overrides };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // Without install scripts: they download browsers and report installations, and no server here needs them.
  await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], folder);
}

async function npm(args, cwd) {
  const [command, ...first] = npmCommand();
  const shell = command.endsWith('.cmd');
  const options = { cwd, shell, env: outsideOfNpmRun(), timeout: NPM_TIMEOUT_MS, maxBuffer: 16e6 };
  const running = run(command, [...first, ...args, '--loglevel=error'], options);
  const stop = () => running.child.kill();
  process.once('exit', stop);
  try {
    await running;
  } catch (error) {
    throw new Error(`npm ${args[0]} failed: ${causeOf(error)}`);
  } finally {
    process.off('exit', stop);
  }
}

function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.execPath, cli];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** The lines that say what went wrong: a script's own if there are any, else npm's. */
function causeOf({ stderr, stdout, message }) {
  const lines = `${stderr ?? ''}\n${stdout ?? ''}`.split('\n').filter((line) => /error/i.test(line));
  const own = lines.filter((line) => !/^npm /.test(line) && /error\b.*:/i.test(line));
  const told = own.length > 0 ? own.slice(0, 1) : lines.slice(0, 3);
  return (told.join(' ') || message).trim().slice(0, 300);
}

/** `npm run bench` tells its children where its own project lies; an install elsewhere must not hear it. */
function outsideOfNpmRun() {
  const inherited = /^npm_(config_local_prefix|config_global_prefix|config_prefix|package_|lifecycle_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}
