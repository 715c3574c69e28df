import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { smallEnvironment } from './environment.mjs';
import { PROJECT } from './options.mjs';

/** A copy of this project's build, so that one made anew meanwhile does not change what is measured. */
export function snapshotBuild(workshop) {
  const folder = workshop.folder('corvid-build');
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return folder;
  for (const name of ['package.json', 'dist'])
    cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), modules, 'junction');
  return folder;
}

/** The program that a build's folder holds. */
export function programIn(folder) {
  return join(folder, 'dist', 'corvid.cjs');
}

/** How to start a build's server on the workshop's files. */
export function launchOf(program, workshop, name, args = []) {
  const files = ['--root', workshop.files, '--state-dir', workshop.folder(`state-${name}`)];
  return {
    argv: [program, 'mcp', ...files, ...args],
    env: smallEnvironment(workshop.folder(`home-${name}`)),
    cwd: workshop.files,
  };
}
