import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { recordFolder } from '../../adapters/checkpoints/disk/record-folder.ts';
import { expectTrustedFolder } from '../../adapters/private/trust.ts';
import { openWorkspace, type WorkspaceOptions } from '../../open-workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type FlagValues, listFlag } from '../arguments/flag-values.ts';
import { settingsOf } from '../config/settings.ts';
import { CommandError } from '../errors/command-error.ts';
import { historyOptions } from '../options.ts';

/** The changes that are recorded at a place: those of the project that it is in. */
export type RecordedPlace = {
  readonly workspace: Workspace;
  /** The file or folder that was given, or this one. */
  readonly place: string;
};

/** Changes are recorded for the folder that a server was started for, which may be above the place. */
export async function openRecordedPlace(
  given: string | undefined,
  values: FlagValues,
): Promise<RecordedPlace> {
  const options = historyOptions(await settingsOf(values));
  expectTrusted(options);
  const place = realFolder(resolve(given ?? listFlag(values, 'root')?.[0] ?? '.'));
  const root = listFlag(values, 'root') ? undefined : recordedRoot(place, options);
  const roots = root === undefined ? {} : { roots: [root], allowAnywhere: false };
  // What is there is only listed and restored.
  return { workspace: openWorkspace({ ...options, ...roots, checkpoints: 'edits' }), place };
}

function expectTrusted({ stateDirectory = '' }: WorkspaceOptions): void {
  try {
    expectTrustedFolder(stateDirectory);
  } catch (error) {
    const hint = 'Or choose another folder with --state-dir.';
    throw new CommandError(`The history is not used: ${(error as Error).message}.`, hint);
  }
}

/** With links followed, as far as it exists. */
function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realFolder(parent), path.slice(parent.length).replace(/^\//, ''));
  }
}

/** The innermost folder that contains the place and of which changes are recorded. */
function recordedRoot(
  place: string,
  { stateDirectory: directory = '' }: WorkspaceOptions,
): string | undefined {
  if (existsSync(recordFolder({ root: place, directory }))) return place;
  const parent = dirname(place);
  return parent === place ? undefined : recordedRoot(parent, { stateDirectory: directory });
}
