import { resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { openWorkspace } from '../../open-workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Parsed, workspaceOptions } from '../options.ts';
import { complain, paintDiff, print, printJson } from '../output.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  // A person who names a file means that file, wherever it is.
  const named = positionals[0] === undefined ? undefined : resolve(positionals[0]);
  const workspace = openWorkspace({ ...workspaceOptions(values), ...(named && { allowAnywhere: true }) });
  try {
    const { entry, diff, removed } = await workspace.undo(named ?? (await newestIn(workspace)));
    if (values.json) printJson({ undone: entry, removed, diff: diff.text });
    else print(`Undone: ${entry.tool}, ${entry.path}${removed ? ' (removed)' : ''}\n${paintDiff(diff.text)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (values.json) printJson({ error: { code: error.code, name: error.name, message: error.message } });
    else complain(`Error ${error.code} ${error.name}: ${error.message}`);
    return 1;
  } finally {
    await workspace.close();
  }
}

async function newestIn(workspace: Workspace): Promise<string> {
  for (const { path } of await workspace.log()) {
    const inside = await workspace.resolve(path).catch(() => undefined);
    if (inside) return path;
  }
  throw new ToolError(
    'NO_HISTORY',
    `No edit history found in ${workspace.roots?.join(', ') ?? 'any folder'}.`,
  );
}
