import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPeer } from '../../npm.mjs';
import { editorEnvironment } from './environment.mjs';
import { platformPackage, programName } from './native-program.mjs';
import { patchOf } from './patch.mjs';
import { inTurn } from './worker-session.mjs';

const PACKAGE = { name: '@openai/codex', version: '0.166.0' };
const TIMEOUT_MS = 20_000;
const run = promisify(execFile);

export const codex = {
  id: 'codex',
  title: 'Codex',
  version: PACKAGE.version,
  wholeLines: 'a patch knows whole lines only',
  undo: 'apply_patch alone was driven, without a session of Codex',
  root: "Codex's sandbox guards the root, and apply_patch ran without it",
  install: async (workshop) =>
    binaryIn(join(await installPeer(PACKAGE, workshop), 'node_modules', '@openai')),
  async open({ installed, root, home }) {
    const options = { cwd: root, env: editorEnvironment(home), timeout: TIMEOUT_MS };
    const edit = async (one) => {
      await one.settle?.();
      return run(installed, ['--codex-run-as-apply-patch', patchOf(one)], options).then(
        ({ stdout, stderr }) => stdout + stderr,
        ({ stderr, message }) => stderr || message,
      );
    };
    return { edits: inTurn(edit), close: async () => {} };
  },
};

async function binaryIn(folder) {
  const vendor = join(await platformPackage(folder, 'codex-'), 'vendor');
  const [target] = await readdir(vendor);
  return join(vendor, target, 'bin', programName('codex'));
}
