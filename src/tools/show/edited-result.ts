import type { EditNote } from '../../core/match/edit-note.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';

const NOT_REMEMBERED =
  'This edit could not be remembered, so it cannot be undone: the history is not writable, or the change is larger than it may hold.';

/** The result of anything that changed a file; `tell` gets the diff, cut to what a view may hold. */
export function editedResult(
  edited: Edited,
  { limits }: WorkspaceFiles,
  facts: Record<string, unknown>,
  tell: (diff: string) => string,
): ToolResult {
  const diff = cutDiff(edited.diff.text, limits.viewCharacters);
  const { syntax } = edited;
  return {
    text: withRemarks(tell(diff), remarksOn(edited)),
    data: {
      path: edited.path,
      diff,
      ...facts,
      ...(syntax && { syntax: { status: syntax.kind, ...syntax.issue } }),
    },
    changes: [edited.change],
  };
}

function withRemarks(text: string, remarks: readonly string[]): string {
  return remarks.length === 0 ? text : [text.trimEnd(), ...remarks.map((remark) => `[${remark}]`)].join('\n');
}

/** What to know about an edit beside what it did. */
export function remarksOn({ syntax, undoable }: Edited): string[] {
  return [...(syntax ? [syntax.text] : []), ...(undoable ? [] : [NOT_REMEMBERED])];
}

const MAX_NOTES = 6;

/** What was guessed in an edit, in a few words each. */
export function notesText(notes: readonly EditNote[]): string {
  const texts = [...new Set(notes.map(({ text }) => text))];
  const more = texts.length - MAX_NOTES;
  return [...texts.slice(0, MAX_NOTES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Whole lines of a diff, as many as may be shown. */
export function cutDiff(diff: string, limit: number): string {
  if (diff.length <= limit) return diff;
  return `${diff.slice(0, diff.lastIndexOf('\n', limit) + 1)}\\ The diff is cut here: the change is larger than is shown\n`;
}
