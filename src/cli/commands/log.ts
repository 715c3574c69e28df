import { relative, resolve } from 'node:path';
import { openWorkspace } from '../../open-workspace.ts';
import type { HistoryEntry } from '../../ports/history.ts';
import { OK } from '../exit-codes.ts';
import { atMostOne, numberFlag } from '../flag-values.ts';
import { workspaceOptions } from '../options.ts';
import { paint, paintDiff, print, printJson } from '../output.ts';
import type { Parsed } from '../parse-flags.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  const workspace = openWorkspace({ ...workspaceOptions(values), allowAnywhere: true });
  const limit = numberFlag(values, 'limit') ?? 20;
  const given = atMostOne(positionals, 'log');
  const path = given === undefined ? undefined : resolve(given);
  const entries = await workspace.log({ limit, ...(path && { path }) });
  await workspace.close();
  if (values.json) printJson(entries);
  else if (entries.length === 0) print('No edits are remembered.');
  else for (const entry of entries) print(entryLines(entry, values.diff === true));
  return OK;
}

function entryLines(entry: HistoryEntry, withDiff: boolean): string {
  const time = new Date(entry.time).toLocaleString('sv-SE');
  const counts = `${paint('green', `+${entry.linesAdded}`)} ${paint('red', `-${entry.linesRemoved}`)}`;
  const line = `${paint('dim', time)}  ${entry.tool.padEnd(24)} ${shortPath(entry.path)}  ${counts}`;
  return withDiff ? `${line}\n${paintDiff(entry.diff)}` : line;
}

function shortPath(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}
