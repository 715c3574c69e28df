import { diffLines, type LineHunk } from './line-diff.ts';
import { tokenize } from './tokens.ts';

/**
 * Makes in the file's line the change that leads from the quoted line to the new one. Where quotation and file
 * differ and the edit does not touch, the file is right. Undefined if both changed the same words in different ways.
 */
export function mergeLine(quoted: string, wanted: string, inFile: string): string | undefined {
  if (quoted === inFile) return wanted;
  const [base, mine, theirs] = [tokenize(quoted), tokenize(wanted), tokenize(inFile)];
  const edits = diffLines(base, mine);
  const slips = diffLines(base, theirs);
  let merged = '';
  let at = 0;
  let slipAt = 0;
  const copyUpTo = (end: number): void => {
    for (; slipAt < slips.length && slips[slipAt]!.oldEnd <= end && isBefore(slips[slipAt]!, end); slipAt++) {
      const slip = slips[slipAt]!;
      merged += base.slice(at, slip.oldStart).join('') + theirs.slice(slip.newStart, slip.newEnd).join('');
      at = slip.oldEnd;
    }
    merged += base.slice(at, end).join('');
    at = end;
  };
  for (const edit of edits) {
    copyUpTo(edit.oldStart);
    const clashing = takeOverlapping(slips, slipAt, edit);
    if (clashing.some((slip) => !isOverruled(slip, edit))) return undefined;
    slipAt += clashing.length;
    merged += mine.slice(edit.newStart, edit.newEnd).join('');
    at = Math.max(edit.oldEnd, clashing.at(-1)?.oldEnd ?? 0);
  }
  copyUpTo(base.length);
  return merged;
}

/** A slip of no length at the very place of an edit belongs behind it. */
function isBefore(slip: LineHunk, end: number): boolean {
  return slip.oldStart < end || slip.oldEnd < end || slip.oldStart === slip.oldEnd;
}

function takeOverlapping(slips: readonly LineHunk[], from: number, edit: LineHunk): LineHunk[] {
  const taken: LineHunk[] = [];
  for (let i = from; i < slips.length && slips[i]!.oldStart < edit.oldEnd; i++) taken.push(slips[i]!);
  return taken;
}

/** The edit replaces all that the slip is about. */
function isOverruled(slip: LineHunk, edit: LineHunk): boolean {
  return slip.oldStart >= edit.oldStart && slip.oldEnd <= edit.oldEnd;
}
