import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Tests drive the command as it ships, so it is built first. `npm run check` has built it already. */
export default function setup(): void {
  if (process.env.CORVID_BUILT && existsSync(join(root, 'dist', 'corvid.cjs'))) return;
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--types'], { stdio: 'inherit' });
}
