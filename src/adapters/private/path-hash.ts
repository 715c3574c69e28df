import { createHash } from 'node:crypto';

/** Names what belongs to a path in the state directory. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

export const pathHashPattern = /^[0-9a-f]{32}$/;
