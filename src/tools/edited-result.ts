import type { Edited } from '../workspace/workspace.ts';
import type { ToolResult } from './define-tool.ts';

const NOT_REMEMBERED =
  'This edit could not be remembered, so it cannot be undone: the history is not writable, or the change is larger than it may hold.';

/** The result of anything that changed a file. */
export function editedResult(edited: Edited, text: string, facts: Record<string, unknown>): ToolResult {
  const warning = edited.undoable ? '' : `\n[${NOT_REMEMBERED}]`;
  return {
    text: text + warning,
    data: { path: edited.path, diff: edited.diff.text, ...facts },
    changes: [edited.change],
  };
}
