import { readDiff } from '../core/edit/read-diff.ts';
import { asObject, type JsonObject } from './json-rpc.ts';
import { type CardCall, type CardOutcome, type FileDiff, shownLines } from './updates.ts';

const DEEPEST = 6;

/**
 * What became of a call that we did not see, as when an agent replays an old session: only the text of the result is
 * left, and with it the diff that it shows. Undefined if there is none.
 */
export function rebuiltOutcome({ tool, input }: CardCall, update: JsonObject): CardOutcome | undefined {
  if (tool.effect !== 'edit' || update.status !== 'completed') return undefined;
  for (const text of textsIn([update.content, update.rawOutput])) {
    const data = resultIn(text);
    const diffs = diffsIn(data.diff, input.path);
    if (diffs.length > 0) return { ok: true, text, data, diffs };
  }
  return undefined;
}

/** A tool's result is JSON with a diff, or a text with a diff in it. */
function resultIn(text: string): JsonObject & { readonly diff: string } {
  if (text.trimStart().startsWith('{')) {
    try {
      const data = asObject(JSON.parse(text));
      if (typeof data?.diff === 'string') return { ...data, diff: data.diff };
    } catch {
      // It only looked like JSON.
    }
  }
  const start = text.search(/^--- /m);
  return { diff: start === -1 ? '' : text.slice(start) };
}

/** Paths in a diff are short ones; a call that changed one file names it in full. */
function diffsIn(diff: string, path: unknown): FileDiff[] {
  const paths = new Set(readDiff(diff).map((hunk) => hunk.path));
  return paths.size === 1 && typeof path === 'string' ? shownLines(path, diff) : [];
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
