import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Head } from '../../../../core/checkpoints/group.ts';
import { namesIn } from '../store/temporary-name.ts';
import { type GitFolder, shortText } from './git-folder.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
};

/** What is checked out, what is under way, and the stash; undefined if it cannot be read. */
export function readHead({ own, shared }: GitFolder): Head | undefined {
  const text = shortText(join(own, 'HEAD'));
  if (text === undefined) return undefined;
  const ref = /^ref: (.+)$/.exec(text)?.[1];
  const names = new Set(namesIn(own));
  const operation = Object.keys(OPERATIONS).find((name) => names.has(name));
  const tables = tablesOf(shared);
  const commit = ref === undefined ? text : (tables ?? refIn(shared, ref) ?? '');
  const stash = refIn(shared, 'refs/stash');
  return {
    ref: ref ?? 'HEAD',
    commit,
    ...(operation !== undefined && { operation: OPERATIONS[operation]! }),
    ...(stash !== undefined && { stash }),
  };
}

function refIn(shared: string, ref: string): string | undefined {
  return shortText(join(shared, ...ref.split('/'))) ?? packedRef(join(shared, 'packed-refs'), ref);
}

type Packed = { readonly stamp: string; readonly text: string };
const packed = new Map<string, Packed>();

function packedRef(file: string, ref: string): string | undefined {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const stamp = `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
  const known = packed.get(file);
  const text = known?.stamp === stamp ? known.text : readFileSync(file, 'latin1');
  packed.set(file, { stamp, text });
  const at = text.indexOf(` ${ref}\n`);
  return at < 0 ? undefined : text.slice(text.lastIndexOf('\n', at) + 1, at);
}

/** Newer repositories keep their references in tables that only Git reads: whether they change can be seen. */
function tablesOf(shared: string): string | undefined {
  const list = shortText(join(shared, 'reftable', 'tables.list'));
  return list === undefined ? undefined : createHash('sha256').update(list).digest('hex');
}
