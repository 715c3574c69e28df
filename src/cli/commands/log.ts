import { resolve } from 'node:path';
import { openWorkspace } from '../../open-workspace.ts';
import type { HistoryEntry } from '../../ports/history.ts';
import { editRows } from '../edit-rows.ts';
import { atMostOne, numberFlag, type Parsed, workspaceOptions } from '../options.ts';
import { print, printJson } from '../output.ts';
import { paintDiff } from '../painted-diff.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  const workspace = openWorkspace({ ...workspaceOptions(values), allowAnywhere: true });
  const limit = numberFlag(values, 'limit') ?? 20;
  const given = atMostOne(positionals, 'log');
  const path = given === undefined ? undefined : resolve(given);
  const entries = await workspace.log({ limit, ...(path && { path }) });
  await workspace.close();
  if (values.json) printJson(entries);
  else if (entries.length === 0) print('No edits are remembered.');
  else printRows(entries, values.diff === true);
  return 0;
}

function printRows(entries: readonly HistoryEntry[], withDiffs: boolean): void {
  for (const [i, row] of editRows(entries.map((entry) => ({ entry }))).entries())
    print(withDiffs ? `${row}\n${paintDiff(entries[i]!.diff)}` : row);
}
