import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Tools use real paths; an editor knows a file by the folder that the user opened, which may be a link. The returned
 * function gives the path as the editor spells it.
 */
export function createEditorPaths(roots: readonly string[]): (real: string) => string {
  const links = roots
    .map((root) => ({ root, real: realPathOf(root) }))
    .filter(({ root, real }) => root !== real);
  return (path) => {
    const link = links.find(({ real }) => path === real || path.startsWith(real + sep));
    return link ? link.root + path.slice(link.real.length) : path;
  };
}

function realPathOf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
