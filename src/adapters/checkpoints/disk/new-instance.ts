import { randomBytes } from 'node:crypto';

/** A name for a server: one that goes on in another thread keeps it. */
export function newInstance(): string {
  return randomBytes(8).toString('hex');
}
