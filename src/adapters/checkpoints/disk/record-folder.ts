import { join } from 'node:path';
import { pathHash } from '../../private/path-names.ts';

/** Where the record of a folder is kept. Its path must have no links. */
export function recordFolder({ root, directory }: { root: string; directory: string }): string {
  return join(directory, 'checkpoints', pathHash(root));
}
