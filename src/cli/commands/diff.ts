import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Group } from '../../core/checkpoints/group.ts';
import { groupLabel } from '../../core/checkpoints/group-label.ts';
import { ToolError } from '../../core/errors.ts';
import { diffOfContents } from '../../workspace/undo/diff-of-contents.ts';
import { contentsOfGroup } from '../../workspace/undo/shown-contents.ts';
import { findGroup } from '../../workspace/undo/undo-groups.ts';
import { atMostOne } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { OK } from '../errors/exit-codes.ts';
import { openRecordedPlace, type RecordedPlace } from '../history/group-workspace.ts';
import { print, printableLine, printJson } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';

/** Shows what a change did, or the last change of a file or folder. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  const given = atMostOne(positionals, 'diff');
  const path = given !== undefined && isPath(given) ? resolve(given) : undefined;
  const recorded = await openRecordedPlace(path, values);
  try {
    const { abilities } = recorded.workspace;
    const group = await chosen(recorded, path === undefined ? given : undefined);
    const contents = await contentsOfGroup(abilities, group.id, path && recorded.place);
    const diff = await diffOfContents(recorded.workspace, contents);
    if (values.json) printJson({ ok: true, group, diff: diff.text });
    else print(`${printableLine(groupLabel(group))}\n${paintDiff(diff.text)}`);
    return OK;
  } finally {
    await recorded.workspace.close();
  }
}

/** An id has no dots, no slashes, and is short. */
function isPath(given: string): boolean {
  return existsSync(given) || !/^[a-z][a-z2-9]{3,7}$/.test(given);
}

async function chosen({ workspace, place }: RecordedPlace, id: string | undefined): Promise<Group> {
  const { checkpoints } = workspace.abilities;
  if (id !== undefined) return findGroup(checkpoints, id);
  const [last] = await checkpoints.list({ path: place, limit: 1 });
  if (last) return last;
  throw new ToolError('NO_HISTORY', `No change is recorded in ${place}.`, { path: place });
}
