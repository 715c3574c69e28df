import { diffLines, type LineHunk } from '../text/compare/line-diff.ts';

/** Three versions of a text. */
export type Versions = { readonly base: string; readonly ours: string; readonly theirs: string };

/**
 * The text with the changes of both sides; undefined if they touch the same or neighbouring lines and are not the same
 * change.
 */
export function mergeLines({ base, ours, theirs }: Versions): string | undefined {
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) };
  const changes = [
    ...diffLines(lines.base, lines.ours).map((hunk) => changeOf(hunk, lines.ours)),
    ...diffLines(lines.base, lines.theirs).map((hunk) => changeOf(hunk, lines.theirs)),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: string[] = [];
  let at = 0;
  let last: LineChange | undefined;
  for (const change of changes) {
    if (last && isSameChange(last, change)) continue;
    if (last && change.start <= last.end) return undefined;
    merged.push(...lines.base.slice(at, change.start), ...change.lines);
    at = change.end;
    last = change;
  }
  return [...merged, ...lines.base.slice(at)].join('');
}

/** Lines from `start` up to `end` of the base become others. */
type LineChange = { readonly start: number; readonly end: number; readonly lines: readonly string[] };

function changeOf({ oldStart, oldEnd, newStart, newEnd }: LineHunk, lines: readonly string[]): LineChange {
  return { start: oldStart, end: oldEnd, lines: lines.slice(newStart, newEnd) };
}

function isSameChange(one: LineChange, other: LineChange): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, at) => line === other.lines[at])
  );
}

/** With their endings. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
