import type { BigIntStats } from 'node:fs';
import type { FileHandle } from '../quick-io.ts';

/** What the new file has in common with the one that it replaces. */
export type Kept = { readonly owner: boolean; readonly group: boolean };

/** Gives a new file the owner and group of the old one, as far as this process may. */
export async function keepOwner(handle: FileHandle, target: BigIntStats): Promise<Kept> {
  const made = await handle.stat();
  const [uid, gid] = [Number(target.uid), Number(target.gid)];
  const kept = { owner: made.uid === uid, group: made.gid === gid };
  if (kept.owner && kept.group) return kept;
  const change = (owner: number) =>
    handle.chown(owner, gid).then(
      () => true,
      () => false,
    );
  if (await change(uid)) return { owner: true, group: true };
  return kept.group || (await change(made.uid)) ? { ...kept, group: true } : kept;
}

/**
 * The permissions of the new file: those of the old one, and never more for anyone. Without the bits that run a program
 * as another user or group, which the kernel clears at each write as well.
 */
export function newMode(oldMode: number, kept: Kept, areGroupBitsKnown: boolean): number {
  const owner = (oldMode >> 6) & 0o7;
  let group = (oldMode >> 3) & 0o7;
  let other = oldMode & 0o7;
  // With an access control list these bits are its mask, which can be more than the group has.
  if (!areGroupBitsKnown) group &= other;
  // Members of the former group are others now, and the group is one of the former others.
  if (!kept.group) group = other = group & other;
  if (!kept.owner) {
    group &= owner;
    other &= owner;
  }
  return (oldMode & 0o1000) | (owner << 6) | (group << 3) | other;
}
