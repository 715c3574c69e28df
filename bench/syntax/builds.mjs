import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { PROJECT } from '../options.mjs';
import { cacheFolder } from '../workshop.mjs';

/** The last commit before there was a syntax check. */
export const BASE = '4166078';

/** The checker alone, as the library has it inside. */
export async function loadChecker(folder) {
  const outfile = join(folder, 'dist', 'library', 'bench-checker.mjs');
  const entry = join(PROJECT, 'src', 'adapters', 'syntax', 'parser-syntax.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  return (await import(pathToFileURL(outfile).href)).parserSyntax;
}

/** The build of the base commit, made once; undefined where there is no such commit. */
export function baseBuild(workshop) {
  const folder = join(cacheFolder(), `corvid-${BASE}`);
  if (existsSync(folder)) return folder;
  const staging = workshop.folder('base');
  try {
    const archive = execFileSync('git', ['archive', BASE], { cwd: PROJECT, maxBuffer: 200e6, stdio: 'pipe' });
    execFileSync('tar', ['-x', '-C', staging], { input: archive, stdio: 'pipe' });
    symlinkSync(join(PROJECT, 'node_modules'), join(staging, 'node_modules'), 'junction');
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: staging, stdio: 'pipe' });
    rmSync(join(staging, 'node_modules'));
  } catch {
    return undefined;
  }
  renameSync(staging, folder);
  return folder;
}
