import { diffOfEdits, editBetween } from '../../core/edit/diff.ts';
import { readDiff } from '../../core/edit/read-diff.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import { utf8 } from '../../core/text/document/utf8.ts';
import { lineNumberAt } from '../../core/text/lines.ts';
import type { CallOutcome } from '../../tools/call/outcome-text.ts';
import type { JsonObject } from '../json-rpc.ts';

/** A file before and after a call; null where the file does not exist. Of a large file only the changed lines. */
export type FileDiff = {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string | null;
  /** The first line that differs, from 1, in the new text. */
  readonly line: number;
  /** The hunks of a unified diff, if the tool has made one. */
  readonly hunks?: string | undefined;
};

/** The outcome of a call as a card shows it. */
export type CardOutcome = {
  readonly ok: boolean;
  readonly text: string;
  readonly data: JsonObject;
  readonly diffs: readonly FileDiff[];
};

/** Of larger files only the changed lines are sent: a message contains both versions. */
const MAX_BYTES = 2_000_000;

export function cardOutcome(outcome: CallOutcome): CardOutcome {
  const { text } = outcome;
  if (!outcome.ok) return { ok: false, text, data: { error: outcome.error }, diffs: [] };
  const { data, changes, diff } = outcome;
  if (data.dry_run === true) return { ok: true, text, data, diffs: [] };
  const known = changes.length === 1 && !diff?.isCut ? diff?.text : undefined;
  const size = changes.reduce((sum, { before, after }) => sum + lengthOf(before) + lengthOf(after), 0);
  const isLarge = size > MAX_BYTES;
  return { ok: true, text, data, diffs: changes.flatMap((change) => diffsOf(change, isLarge, known)) };
}

/** The hunks of a unified diff as diffs of their lines. */
export function hunkDiffs(path: string, diff: string): FileDiff[] {
  return readDiff(diff).map(({ oldText = null, newText = null, line }) => ({ path, oldText, newText, line }));
}

/** A unified diff of two texts. */
export function diffBetween(path: string, from: string, to: string): string {
  return diffOfEdits(path, from, [editBetween(from, to)]).text;
}

/** The part of a unified diff after its two header lines. */
export function hunksOf(diff: string): string {
  return diff.split('\n').slice(2).join('\n');
}

function lengthOf(bytes: Uint8Array | undefined): number {
  return bytes?.length ?? 0;
}

function diffsOf({ path, before, after }: Change, isLarge: boolean, known: string | undefined): FileDiff[] {
  const [oldText, newText] = [textOf(before), textOf(after)];
  if (oldText === undefined || newText === undefined) return hunkDiffs(path, known ?? '');
  const [from, to] = [oldText ?? '', newText ?? ''];
  if (from === to && oldText !== null && newText !== null) return [];
  if (isLarge) return hunkDiffs(path, known ?? diffBetween(path, from, to));
  const line = lineNumberAt(to, Math.min(editBetween(from, to).span.start, to.length));
  return [{ path, oldText, newText, line, hunks: known ? hunksOf(known) : undefined }];
}

/** Null for no file, undefined for content that is not UTF-8. */
function textOf(bytes: Uint8Array | undefined): string | null | undefined {
  return bytes ? utf8.decodeStrict(bytes) : null;
}
