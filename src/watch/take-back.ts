import type { JournalProcess } from '../core/journal/call-record.ts';
import type { CallObserver } from '../tools/call/outcome.ts';
import { textOf } from '../tools/call/outcome-text.ts';
import { runTool } from '../tools/call/run-tool.ts';
import type { CallableTool } from '../tools/call/tool-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { LiveFeed } from './live-feed.ts';

/** A workspace with the rights of the server that made a change, and its journal. */
export type OpenedWorkspace = {
  readonly workspace: Workspace;
  readonly observe: CallObserver;
  close(): Promise<void>;
};

export type TakeBackParts = {
  readonly feed: LiveFeed;
  readonly undoTool: CallableTool;
  open(process: JournalProcess): OpenedWorkspace;
};

/** Takes back what a call changed, or makes it again, by the tool that agents use. Throws with the reason if it is refused. */
export function takeBack({ feed, undoTool, open }: TakeBackParts) {
  return async ({ process, id, redo }: Record<string, unknown>): Promise<{ message: string }> => {
    const found = feed.find(String(process), Number(id));
    if (!found) throw new Error('This call is no longer in the journal.');
    if (found.call.group === undefined)
      throw new Error('This change was not recorded, so it cannot be undone.');
    const { workspace, observe, close } = open(found.process);
    try {
      const input = { id: found.call.group, ...(redo === true && { redo: true }) };
      const { signal } = new AbortController();
      const outcome = await observe(
        { tool: undoTool, input, meta: {}, client: 'corvid watch', signal },
        (signal) => runTool(undoTool, input, { ...workspace.abilities, signal }),
      );
      if (!outcome.ok) throw new Error(outcome.error.message);
      return {
        message: textOf({ ...outcome, ...(outcome.diff && { diff: { ...outcome.diff, isInText: false } }) }),
      };
    } finally {
      await close();
    }
  };
}
