import type { BigIntStats } from 'node:fs';
import type { FileHandle } from '../quick-io.ts';
import type { Attributes } from './attributes.ts';

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

type Known = { readonly file: string; readonly attributes: Attributes; readonly asked: number };

const MAX_KNOWN = 1000;
/** A folder can get a list that new files inherit, which does not show at its files. */
const MAX_AGE_MS = 5_000;

const known = new Map<string, Known>();

/** What is known about a file as long as it does not change: to ask costs a process. */
export function knownAttributes(path: string, file: BigIntStats): Known | undefined {
  const found = known.get(path);
  const holds = found?.file === identityOf(file) && performance.now() - found.asked < MAX_AGE_MS;
  return holds ? found : undefined;
}

export function rememberAttributes(
  path: string,
  file: BigIntStats,
  attributes: Attributes,
  asked: number,
): void {
  known.delete(path);
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
  known.set(path, { file: identityOf(file), attributes, asked });
}

/** With the mode: a list that was set in the same tick of the clock shows in it if it grants more to anyone. */
function identityOf({ dev, ino, ctimeNs, mode }: BigIntStats): string {
  return `${dev}:${ino}:${ctimeNs}:${mode}`;
}
