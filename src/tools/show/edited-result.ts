import { cutDiff } from '../../core/edit/diff.ts';
import type { EditNote } from '../../core/match/explain/edit-note.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';

const NOT_REMEMBERED =
  'This edit cannot be undone: the history is not writable, or the change is larger than its limit.';

/** What a tool says about a change of one file. */
export type EditReport = Pick<ToolResult, 'summary' | 'data'> & {
  /** Without it the summary shows what is new. */
  readonly isDiffInText: boolean;
};

/** The result of anything that changed a file. */
export function editedResult(
  edited: Edited,
  { limits }: WorkspaceFiles,
  { summary, data, isDiffInText }: EditReport,
): ToolResult {
  const diff = cutDiff(edited.diff, limits.viewCharacters);
  const { syntax } = edited;
  return {
    summary,
    diff: { ...diff, isInText: isDiffInText },
    remarks: remarksOn(edited),
    data: {
      path: edited.path,
      diff: diff.text,
      ...data,
      ...(syntax && { syntax: { status: syntax.kind, ...syntax.issue } }),
    },
    changes: [edited.change],
  };
}

/** The result of an edit that the file already has. */
export function alreadyApplied(path: string, data: Record<string, unknown> = {}): ToolResult {
  return {
    summary: `Nothing to do: ${path} already has this change.`,
    data: { path, already_applied: true, ...data },
  };
}

/** What to know about an edit besides what it did. */
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
