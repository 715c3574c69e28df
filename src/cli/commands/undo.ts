import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { openWorkspace } from '../../open-workspace.ts';
import type { Undone, Workspace } from '../../workspace/workspace.ts';
import { atMostOne, type FlagValues, numberFlag } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { settingsOf } from '../config/settings.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { type EditRow, editRows } from '../history/edit-rows.ts';
import { lastUndoable, undoRequest, undoShown } from '../history/group-undo.ts';
import { openRecordedPlace } from '../history/group-workspace.ts';
import {
  firstChoice,
  isInside,
  rememberedEdits,
  type UndoChoice,
  undoChoices,
} from '../history/undo-list.ts';
import { historyOptions } from '../options.ts';
import { paint, print, printableLine, printJson } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';

/** What to undo: the last edit of a file, or the last edit in the workspace's folders. */
type Target = { readonly workspace: Workspace; readonly file: string | undefined };

export async function run({ values, positionals }: Parsed): Promise<number> {
  if (values.limit !== undefined && !values.list)
    throw new UsageError(`--limit goes with --list: corvid undo --list --limit ${values.limit}`);
  const given = atMostOne(positionals, 'undo');
  if (!values.list) return undo(given, values);
  const target = await openTarget(given, values);
  try {
    await list(target, values);
    return OK;
  } finally {
    await target.workspace.close();
  }
}

async function undo(given: string | undefined, values: FlagValues): Promise<number> {
  const isChosen = ['id', 'since', 'steps'].some((flag) => values[flag] !== undefined);
  const recorded = await openRecordedPlace(given, values);
  const request = undoRequest(given, values);
  try {
    if (isChosen) return await undoShown(recorded, request, values);
    const last = await lastUndoable(recorded, request);
    if (last && !(await hasNewerEdit(given, values, last.madeAt)))
      return await undoShown(recorded, last.request, values);
  } finally {
    await recorded.workspace.close();
  }
  return undoEdit(given, values);
}

/** An edit may be in the history alone, for example of a server without checkpoints. */
async function hasNewerEdit(given: string | undefined, values: FlagValues, time: number): Promise<boolean> {
  const { workspace, file } = await openTarget(given, values);
  try {
    const choice = await firstChoice(workspace, await rememberedEdits(workspace, file));
    return choice !== undefined && choice.time > time;
  } finally {
    await workspace.close();
  }
}

async function undoEdit(given: string | undefined, values: FlagValues): Promise<number> {
  const target = await openTarget(given, values);
  try {
    await undoInHistory(target, values.json === true);
    return OK;
  } finally {
    await target.workspace.close();
  }
}

/** A file or folder given on the command line may be anywhere. */
async function openTarget(given: string | undefined, values: FlagValues): Promise<Target> {
  const options = historyOptions(await settingsOf(values));
  if (given === undefined) return { workspace: openWorkspace(options), file: undefined };
  const named = resolve(given);
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder)
    return {
      workspace: openWorkspace({ ...options, roots: [named], allowAnywhere: false }),
      file: undefined,
    };
  // A workspace that contains the file shows the same name for it as without one.
  const usual = openWorkspace(options);
  if (await isInside(usual, named)) return { workspace: usual, file: named };
  await usual.close();
  return { workspace: openWorkspace({ ...options, allowAnywhere: true }), file: named };
}

async function undoInHistory({ workspace, file }: Target, asJson: boolean): Promise<void> {
  const { entry, diff, removed } = await (file === undefined ? undoNewest(workspace) : workspace.undo(file));
  if (asJson) return printJson({ ok: true, undone: entry, removed, diff: diff.text });
  const head = printableLine(`Undone: ${entry.tool}, ${entry.path}${removed ? ' (removed)' : ''}`);
  print(`${head}\n${paintDiff(diff.text)}`);
}

/** Undoes the first edit of the list that is in its file. */
async function undoNewest(workspace: Workspace): Promise<Undone> {
  const choice = await firstChoice(workspace, await rememberedEdits(workspace));
  if (choice) return workspace.undo(choice.path);
  throw new ToolError('NO_HISTORY', `No edit history found ${placeOf({ workspace, file: undefined })}.`);
}

function placeOf({ workspace, file }: Target): string {
  return file === undefined ? `in ${workspace.roots?.join(', ') ?? 'any folder'}` : `for ${file}`;
}

async function list({ workspace, file }: Target, values: FlagValues): Promise<void> {
  const all = await rememberedEdits(workspace, file);
  const choices = await undoChoices(workspace, all.slice(0, numberFlag(values, 'limit') ?? 20));
  if (values.json) return printJson(choices);
  if (all.length === 0)
    return print(printableLine(`There is nothing to undo ${placeOf({ workspace, file })}.`));
  for (const row of editRows(choices.map(toRow))) print(row);
  if (all.length > choices.length)
    print(`… and ${all.length - choices.length} older: --limit ${all.length} lists all.`);
  const states = new Set(choices.map((choice) => choice.undo));
  for (const state of states) if (LEGEND[state]) print(paint('dim', LEGEND[state]));
}

const MARKS: Readonly<Record<UndoChoice['undo'], EditRow['note']>> = {
  next: { text: 'next', colour: 'green' },
  later: undefined,
  'changed-since': { text: 'changed', colour: 'yellow' },
  unreadable: { text: 'unreadable', colour: 'yellow' },
  'not-there': { text: 'not there', colour: 'dim' },
};

const LEGEND: Readonly<Partial<Record<UndoChoice['undo'], string>>> = {
  next: 'next: what `corvid undo <file>` undoes.',
  'changed-since': 'changed: undo refuses, because it would overwrite later changes to the file.',
  unreadable: 'unreadable: undo refuses and says why.',
  'not-there': 'not there: the file does not contain this edit; undo skips it.',
};

function toRow(choice: UndoChoice, index: number): EditRow {
  return { entry: choice, lead: String(index + 1), note: MARKS[choice.undo] };
}
