import { diffLines, type LineHunk } from '../../text/line-diff.ts';
import { tokenize } from '../../text/tokens.ts';

/**
 * Makes in the file's line the change that leads from the quoted line to the new one. Where quotation and file
 * differ and the edit does not touch, the file is right. Undefined if both changed the same words in different ways.
 */
export function mergeLine(quoted: string, wanted: string, inFile: string): string | undefined {
  if (quoted === inFile) return wanted;
  if (wanted === inFile) return inFile;
  const [base, mine, theirs] = [tokenize(quoted), tokenize(wanted), tokenize(inFile)];
  const changes = [
    ...diffLines(base, mine).map((hunk) => ({ ...hunk, isEdit: true, text: textOf(mine, hunk) })),
    ...diffLines(base, theirs).map((hunk) => ({ ...hunk, isEdit: false, text: textOf(theirs, hunk) })),
  ].sort((a, b) => a.oldStart - b.oldStart || a.oldEnd - b.oldEnd);
  const settled = settle(changes);
  if (!settled) return undefined;
  let merged = '';
  let at = 0;
  for (const { oldStart, oldEnd, text } of settled) {
    merged += base.slice(at, oldStart).join('') + text;
    at = oldEnd;
  }
  return merged + base.slice(at).join('');
}

type Change = LineHunk & { readonly isEdit: boolean; readonly text: string };

/** Drops slips that the edit overrules or repeats; undefined if one gets in its way. */
function settle(changes: readonly Change[]): Change[] | undefined {
  const edits = changes.filter(({ isEdit }) => isEdit);
  const slips: Change[] = [];
  for (const slip of changes.filter(({ isEdit }) => !isEdit)) {
    const clashing = edits.find((edit) => meets(edit, slip));
    if (!clashing) slips.push(slip);
    else if (!isSettledBy(clashing, slip)) return undefined;
  }
  return [...edits, ...slips].sort((a, b) => a.oldStart - b.oldStart || a.oldEnd - b.oldEnd);
}

/** Whether they touch the same words, or stand at the very same place. */
function meets(edit: Change, slip: Change): boolean {
  if (slip.oldStart === slip.oldEnd || edit.oldStart === edit.oldEnd) {
    return slip.oldStart <= edit.oldEnd && edit.oldStart <= slip.oldEnd;
  }
  return slip.oldStart < edit.oldEnd && edit.oldStart < slip.oldEnd;
}

/** The edit replaces all that the slip is about, or brings the same text itself. */
function isSettledBy(edit: Change, slip: Change): boolean {
  if (slip.oldStart === slip.oldEnd) return edit.text.endsWith(slip.text) || edit.text.startsWith(slip.text);
  return slip.oldStart >= edit.oldStart && slip.oldEnd <= edit.oldEnd;
}

function textOf(tokens: readonly string[], { newStart, newEnd }: LineHunk): string {
  return tokens.slice(newStart, newEnd).join('');
}
