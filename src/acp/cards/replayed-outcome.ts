import { readDiff } from '../../core/edit/read-diff.ts';
import { asObject, type JsonObject } from '../json-rpc.ts';
import type { CardCall } from './card-fields.ts';
import { type CardOutcome, type FileDiff, hunkDiffs } from './card-outcome.ts';

const MAX_DEPTH = 6;

/**
 * The outcome of an edit that we did not see, as when an agent replays an old session. Only the text of the result is
 * left, with the diff in it. Undefined if it contains none.
 */
export function replayedOutcome({ tool, input }: CardCall, update: JsonObject): CardOutcome | undefined {
  if (tool.effect !== 'edit' || update.status !== 'completed') return undefined;
  for (const text of textsIn([update.content, update.rawOutput])) {
    const data = resultIn(text);
    const diffs = diffsIn(data.diff, input.path);
    if (diffs.length > 0) return { ok: true, text, data, diffs };
  }
  return undefined;
}

/** A tool's result is JSON with a diff, or text that contains a diff. */
function resultIn(text: string): JsonObject & { readonly diff: string } {
  if (text.trimStart().startsWith('{')) {
    try {
      const data = asObject(JSON.parse(text));
      if (typeof data?.diff === 'string') return { ...data, diff: data.diff };
    } catch {
      // Not JSON after all.
    }
  }
  const start = text.search(/^--- /m);
  return { diff: start === -1 ? '' : text.slice(start) };
}

/** Paths in a diff are relative, so the full path must be that of the input, which can also be a folder. */
function diffsIn(diff: string, path: unknown): FileDiff[] {
  const paths = [...new Set(readDiff(diff).map((hunk) => hunk.path))];
  if (paths.length !== 1 || typeof path !== 'string') return [];
  return `/${path}`.endsWith(`/${paths[0]}`) ? hunkDiffs(path, diff) : [];
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
