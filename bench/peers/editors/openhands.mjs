import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder } from '../../workshop.mjs';
import { editorEnvironment } from './environment.mjs';
import { openWorkerSession } from './worker-session.mjs';

const VERSION = '1.58.2';
const run = promisify(execFile);
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

export const openhands = {
  id: 'openhands',
  title: 'OpenHands',
  version: VERSION,
  root: 'its editor has no root: the container or machine is its limit',
  install,
  async open({ installed, root, home }) {
    const env = editorEnvironment(home, {
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      OPENHANDS_SUPPRESS_BANNER: '1',
      OTEL_SDK_DISABLED: 'true',
    });
    const session = await openWorkerSession(installed, [beside('openhands_worker.py'), root], {
      env,
      cwd: root,
      canView: true,
    });
    return { ...session, undo: (path) => session.ask({ command: 'undo', path }) };
  },
};

/** A virtual environment in the cache; its Python. */
async function install() {
  const folder = join(cacheFolder(), `openhands-tools@${VERSION}`);
  const python = join(folder, 'bin', 'python3');
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return python;
  await rm(folder, { recursive: true, force: true });
  await run(await findPython(), ['-m', 'venv', folder], { timeout: 120_000 });
  const pip = (...args) =>
    run(python, ['-m', 'pip', 'install', '-q', ...args], { timeout: 1_200_000, maxBuffer: 16e6 });
  await pip('--no-deps', `openhands-tools==${VERSION}`, `openhands-sdk==${VERSION}`);
  await pip('--prefer-binary', '-r', beside('openhands-requirements.txt'));
  await writeFile(ready, '');
  return python;
}

/** It needs Python 3.12 or later. */
async function findPython() {
  for (const name of [process.env.PYTHON, 'python3.13', 'python3.12', 'python3', 'python'].filter(Boolean)) {
    const { stdout } = await run(name, ['-c', 'import sys; print(sys.version_info >= (3, 12))']).catch(
      () => ({}),
    );
    if (stdout?.trim() === 'True') return name;
  }
  throw new Error('it needs Python 3.12 or later: put one in PATH, or its path in PYTHON');
}
