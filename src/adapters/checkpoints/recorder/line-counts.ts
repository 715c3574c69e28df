import type { GroupChange } from '../../../core/checkpoints/group.ts';
import { isSaved, type PathState } from '../../../core/checkpoints/path-state.ts';
import { diffLines } from '../../../core/text/compare/line-diff.ts';
import type { ContentStore } from './stores.ts';

/** With more files or bytes than this, lines are not counted for each file. */
const MAX_FILES = 20;
const MAX_BYTES = 256 * 1024;

/** Adds how many lines of text each change added and removed, if there are few changes. */
export async function withLineCounts(
  changes: readonly GroupChange[],
  contents: ContentStore,
): Promise<GroupChange[]> {
  if (changes.length > MAX_FILES) return [...changes];
  return Promise.all(
    changes.map(async (change) => {
      const [before, after] = await Promise.all([
        textOf(change.before, contents),
        textOf(change.after, contents),
      ]);
      if (before === undefined || after === undefined) return change;
      return { ...change, lines: countsOf(before, after) };
    }),
  );
}

/** Undefined for what is not text, or is too long. */
async function textOf(state: PathState | undefined, contents: ContentStore): Promise<string | undefined> {
  if (state === undefined) return '';
  if (!isSaved(state) || state.size > MAX_BYTES) return undefined;
  const bytes = await contents.read(state.id);
  if (!bytes || bytes.includes(0)) return undefined;
  // Each byte one character: lines are compared, not read.
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function countsOf(before: string, after: string): { added: number; removed: number } {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  let [added, removed] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(oldLines, newLines)) {
    removed += oldEnd - oldStart;
    added += newEnd - newStart;
  }
  return { added, removed };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
