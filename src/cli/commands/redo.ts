import { ToolError } from '../../core/errors.ts';
import { atMostOne } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { lastUndoable, undoRequest, undoShown } from '../history/group-undo.ts';
import { openRecordedPlace } from '../history/group-workspace.ts';

/** Makes again what was taken back last. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  const given = atMostOne(positionals, 'redo');
  const recorded = await openRecordedPlace(given, values);
  const request = { ...undoRequest(given, values), redo: true };
  try {
    if (request.ids) return await undoShown(recorded, request, values);
    const last = await lastUndoable(recorded, request);
    if (last) return await undoShown(recorded, last.request, values);
    throw new ToolError('NO_HISTORY', `There is nothing to make again in ${recorded.place}.`);
  } finally {
    await recorded.workspace.close();
  }
}
