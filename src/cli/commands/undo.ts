import { resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { openWorkspace } from '../../open-workspace.ts';
import type { Undone, Workspace } from '../../workspace/workspace.ts';
import { OK } from '../exit-codes.ts';
import { atMostOne } from '../flag-values.ts';
import { workspaceOptions } from '../options.ts';
import { paintDiff, print, printJson } from '../output.ts';
import type { Parsed } from '../parse-flags.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  // A person who names a file means that file, wherever it is.
  const given = atMostOne(positionals, 'undo');
  const named = given === undefined ? undefined : resolve(given);
  const workspace = openWorkspace({ ...workspaceOptions(values), ...(named && { allowAnywhere: true }) });
  try {
    const { entry, diff, removed } = await (named === undefined
      ? undoNewest(workspace)
      : workspace.undo(named));
    if (values.json) printJson({ ok: true, undone: entry, removed, diff: diff.text });
    else print(`Undone: ${entry.tool}, ${entry.path}${removed ? ' (removed)' : ''}\n${paintDiff(diff.text)}`);
    return OK;
  } finally {
    await workspace.close();
  }
}

/** Entries whose change someone has already taken back are passed over. */
async function undoNewest(workspace: Workspace): Promise<Undone> {
  for (const path of new Set((await workspace.log()).map((entry) => entry.path))) {
    const isInside = await workspace.resolve(path).catch(() => undefined);
    const undone = isInside && (await workspace.undo(path).catch(unlessGone));
    if (undone) return undone;
  }
  throw new ToolError(
    'NO_HISTORY',
    `No edit history found in ${workspace.roots?.join(', ') ?? 'any folder'}.`,
  );
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ToolError) || error.name !== 'NO_HISTORY') throw error;
}
