import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterTest } from '../../after-test.ts';
import type { World } from '../../contracts/checkpoints.contract.ts';

/** A folder for the tests of checkpoints, and one for the state; both are removed after the test. */
export function temporaryFolders(): { root: string; state: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'corvid-checkpoints-')));
  afterTest(() => removeAll(folder));
  const [root, state] = [join(folder, 'root'), join(folder, 'state')];
  mkdirSync(root);
  return { root, state };
}

/** Also folders that may not be entered. */
export function removeAll(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export function worldIn(root: string): Omit<World, 'checkpoints'> {
  const at = (path: string) => join(root, path);
  return {
    root,
    write: (path, text, mode = 0o644) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      chmodSync(at(path), mode);
    },
    makeFolder: (path, mode = 0o755) => {
      mkdirSync(at(path));
      chmodSync(at(path), mode);
    },
    link: (path, target) => symlinkSync(target, at(path)),
    chmod: (path, mode) => chmodSync(at(path), mode),
    remove: (path) => removeAll(at(path)),
    snapshot: () => snapshotOf(root),
  };
}

/** All below a folder, but for `.git`: kind, permissions and content by path. Names are their bytes. */
export function snapshotOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: Buffer, prefix: string) => {
    for (const name of readdirSync(folder, 'buffer').sort(Buffer.compare)) {
      if (name.toString() === '.git') continue;
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const key = prefix + name.toString('latin1');
      found[key] = described(path);
      if (lstatSync(path).isDirectory()) visit(path, `${key}/`);
    }
  };
  visit(Buffer.from(root), '');
  return found;
}

function described(path: Buffer): string {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(path, 'latin1')}`;
  if (stats.isDirectory()) return `${mode} /`;
  return stats.isFile() ? `${mode} ${readFileSync(path, 'latin1')}` : `${mode} special`;
}
