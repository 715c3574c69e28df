// Scripts read the tables of src/ through this: Node 20 cannot import TypeScript.
import { join } from 'node:path';
import { build } from 'esbuild';

/** The exports of a module of src/, given by its path from the root of the repository. */
export async function importSource(root, path) {
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20', write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [join(root, path)] });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
