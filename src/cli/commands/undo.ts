import { resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { openWorkspace } from '../../open-workspace.ts';
import type { Undone, Workspace } from '../../workspace/workspace.ts';
import { atMostOne, type Parsed, workspaceOptions } from '../options.ts';
import { complain, print, printJson } from '../output.ts';
import { paintDiff } from '../painted-diff.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  // A person who names a file means that file, wherever it is.
  const given = atMostOne(positionals, 'undo');
  const named = given === undefined ? undefined : resolve(given);
  const workspace = openWorkspace({ ...workspaceOptions(values), ...(named && { allowAnywhere: true }) });
  try {
    const { entry, diff, removed } = await (named === undefined
      ? undoNewest(workspace)
      : workspace.undo(named));
    if (values.json) printJson({ undone: entry, removed, diff: diff.text });
    else print(`Undone: ${entry.tool}, ${entry.path}${removed ? ' (removed)' : ''}\n${paintDiff(diff.text)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (values.json) printJson({ error: { code: error.code, name: error.name, message: error.message } });
    else
      complain(`Error ${error.code} ${error.name}: ${error.message}${error.hint ? `\n${error.hint}` : ''}`);
    return 1;
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
