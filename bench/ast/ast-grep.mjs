import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPeer } from '../npm.mjs';

const run = promisify(execFile);
const VERSION = '0.51.0';
const LANGUAGES = { javascript: 'js', typescript: 'ts', python: 'py' };

/** The command line of ast-grep. Its own binary and not the script around it, which would start Node first. */
export async function openAstGrep(workshop) {
  const folder = await installPeer({ name: '@ast-grep/cli', version: VERSION }, workshop);
  const binary = binaryIn(join(folder, 'node_modules', '@ast-grep'));
  const rewrite = ({ tree, pattern, rewrite }, path, more) =>
    timed(() =>
      run(
        binary,
        ['run', '-l', LANGUAGES[tree], '-p', pattern, '-r', rewrite, '--color=never', ...more, path],
        {
          maxBuffer: 1e9,
        },
      ).catch(ignoringNoMatch),
    );
  return {
    title: `ast-grep ${VERSION}`,
    dry: (one, path) => rewrite(one, path, []),
    write: (one, path) => rewrite(one, path, ['--update-all']),
  };
}

function binaryIn(scope) {
  const platform = readdirSync(scope).find((name) => name.startsWith('cli-'));
  if (!platform) throw new Error('@ast-grep/cli has no binary for this platform');
  const name = readdirSync(join(scope, platform)).find((file) => /^ast-grep(\.exe)?$/.test(file));
  return join(scope, platform, name);
}

/** It ends with 1 if nothing matched. */
function ignoringNoMatch(error) {
  if (error.code !== 1) throw error;
}

async function timed(action) {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}
