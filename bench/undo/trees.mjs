// Repositories made of installed packages, committed once, in a folder outside the project.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../options.mjs';

/** A repository with about so many files, and what it took Git to add them. */
export function makeTree(folder, files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (let copy = 0; count < files; copy++)
    count += copyPackages(join(folder, `copy-${copy}`), files - count);
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  git('init', '-q');
  const startedAt = performance.now();
  git('add', '-A');
  const addMs = performance.now() - startedAt;
  git('-c', 'user.name=b', '-c', 'user.email=b@localhost', '-c', 'gc.auto=0', 'commit', '-qm', 'start');
  return { folder, files: count, addMs };
}

function copyPackages(target, room) {
  const modules = join(PROJECT, 'node_modules');
  let count = 0;
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.') || count >= room) continue;
    // Folders of this name are ignored everywhere; large programs would measure the disk.
    const filter = (path) =>
      !path.slice(modules.length + 1).includes('node_modules') && !/\.(node|exe)$/.test(path);
    cpSync(join(modules, name), join(target, name), { recursive: true, dereference: false, filter });
    count += filesIn(join(target, name));
  }
  // Copies differ, as files of different repositories do.
  writeFileSync(join(target, 'COPY'), target);
  return count + 1;
}

function filesIn(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    .length;
}
