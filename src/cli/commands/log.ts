import { resolve } from 'node:path';
import { openWorkspace } from '../../open-workspace.ts';
import type { HistoryEntry } from '../../ports/history.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { atMostOne, numberFlag } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { settingsOf } from '../config/settings.ts';
import { screen } from '../environment.ts';
import { OK } from '../errors/exit-codes.ts';
import { type EditRow, editRows } from '../history/edit-rows.ts';
import { editsAt, followLog } from '../history/follow-log.ts';
import { interrupted } from '../interrupted.ts';
import { historyOptions } from '../options.ts';
import {
  clearStatus,
  print,
  printableLine,
  printJson,
  printJsonLine,
  showStatus,
  stdoutClosed,
} from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';

type LogOptions = {
  readonly path: string | undefined;
  readonly limit: number;
  readonly withDiffs: boolean;
  readonly asJson: boolean;
};

export async function run({ values, positionals }: Parsed): Promise<number> {
  const given = atMostOne(positionals, 'log');
  const options = {
    path: given === undefined ? undefined : resolve(given),
    limit: numberFlag(values, 'limit') ?? 20,
    withDiffs: values.diff === true,
    asJson: values.json === true,
  };
  const workspace = openWorkspace({ ...historyOptions(await settingsOf(values)), allowAnywhere: true });
  try {
    await (values.follow ? follow(workspace, options) : list(workspace, options));
  } finally {
    await workspace.close();
  }
  return OK;
}

async function list(workspace: Workspace, { path, limit, withDiffs, asJson }: LogOptions): Promise<void> {
  const entries = await editsAt(workspace, path, limit);
  if (asJson) return printJson(entries);
  if (entries.length === 0)
    return print(
      printableLine(`There are no edits${path === undefined ? '' : ` of ${path}`} in the history.`),
    );
  for (const [i, row] of editRows(entries.map((entry) => ({ entry }))).entries())
    print(withDiff(row, entries[i]!, withDiffs));
}

function withDiff(row: string, { diff }: HistoryEntry, isWanted: boolean): string {
  if (!isWanted) return row;
  const gap = screen().columns === undefined ? '' : '\n';
  return `${row}\n${paintDiff(diff)}${gap}`;
}

/** Runs until it is interrupted or stdout is closed. */
async function follow(workspace: Workspace, { path, limit, withDiffs, asJson }: LogOptions): Promise<void> {
  const end = interrupted();
  // If stdout is not the terminal, as with `| cat`, nothing would remove the status line before an edit is printed.
  const isShown = !asJson && screen().columns !== undefined;
  const showWaiting = () => isShown && showStatus(WAITING);
  const say = (text: string | undefined, value: object) => {
    if (text === undefined) printJsonLine(value);
    else print(text);
    showWaiting();
  };
  const row = (entry: EditRow['entry']) => editRows([{ entry }], { areAll: false })[0]!;
  const stop = await followLog(workspace, {
    path,
    limit,
    onEdit: (entry) => say(asJson ? undefined : withDiff(row(entry), entry, withDiffs), entry),
    onUndo: (entry) => say(asJson ? undefined : row(undoOf(entry)), { ...entry, undone: true }),
  });
  showWaiting();
  await Promise.race([end, stdoutClosed()]);
  clearStatus();
  stop();
}

const WAITING = 'Waiting for edits; press Ctrl-C to stop.';

/** The row of an undo: now, with added and removed lines swapped. */
function undoOf({ path, linesAdded, linesRemoved }: HistoryEntry): EditRow['entry'] {
  return { time: Date.now(), tool: 'undo', path, linesAdded: linesRemoved, linesRemoved: linesAdded };
}
