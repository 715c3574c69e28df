import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPeer } from '../../npm.mjs';
import { editorEnvironment } from './environment.mjs';
import { openWorkerSession } from './worker-session.mjs';

const PACKAGE = { name: '@google/gemini-cli-core', version: '0.61.0' };
const WORKER = fileURLToPath(new URL('gemini-worker.mjs', import.meta.url));

export const gemini = {
  id: 'gemini',
  title: 'Gemini CLI',
  version: PACKAGE.version,
  undo: 'its checkpoints belong to the interactive program, not to the tool',
  install: async (workshop) =>
    join(await installPeer(PACKAGE, workshop), 'node_modules', PACKAGE.name, 'dist', 'index.js'),
  open: ({ installed, root, home }) =>
    openWorkerSession(process.execPath, [WORKER, pathToFileURL(installed).href, root], {
      env: editorEnvironment(home, { GEMINI_TELEMETRY_ENABLED: 'false' }),
      cwd: root,
    }),
};
