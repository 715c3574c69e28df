import type { BigIntStats } from 'node:fs';
import type { NotSaved, SavedFile, UnsavedFile } from '../../../../core/checkpoints/path-state.ts';
import { permissionsOf } from './nodes.ts';

const RUNS_AS_OWNER = 0o6000;

export function savedState(stats: BigIntStats, id: string): SavedFile {
  const mode = permissionsOf(stats.mode);
  const state = { kind: 'file', mode, size: Number(stats.size), id } as const;
  return mode & RUNS_AS_OWNER ? { ...state, owner: [Number(stats.uid), Number(stats.gid)] } : state;
}

export function unsavedState(stats: BigIntStats, notSaved: NotSaved): UnsavedFile {
  return { kind: 'file', mode: permissionsOf(stats.mode), size: Number(stats.size), notSaved };
}
