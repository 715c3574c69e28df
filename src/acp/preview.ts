import { openWorkspace, type WorkspaceOptions } from '../open-workspace.ts';
import { callTool } from '../tools/call/library.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { JsonObject } from './json-rpc.ts';
import { type CardOutcome, cardOutcome } from './updates.ts';

export type Preview = {
  /** What an edit would do; undefined if it would be refused or nobody can tell in time. */
  of(tool: string, input: JsonObject): Promise<CardOutcome | undefined>;
};

const PATIENCE_MS = 800;

/** Runs edits without making them. */
export function createPreview(options: WorkspaceOptions): Preview {
  let workspace: Workspace | undefined;
  const run = async (tool: string, input: JsonObject) => {
    // The syntax is looked at when the edit is made; a parser would have to be started for it here.
    workspace ??= openWorkspace({ ...options, preview: true, syntax: 'off' });
    const outcome = await callTool(workspace, tool, input);
    return outcome.ok ? cardOutcome(outcome) : undefined;
  };
  return {
    of(tool, input) {
      const late = new Promise<undefined>((resolve) => {
        setTimeout(() => resolve(undefined), PATIENCE_MS).unref();
      });
      return Promise.race([run(tool, input).catch(() => undefined), late]);
    },
  };
}
