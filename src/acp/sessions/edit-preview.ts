import { openWorkspace, type WorkspaceOptions } from '../../open-workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type CardOutcome, cardOutcome } from '../cards/card-outcome.ts';
import type { JsonObject } from '../json-rpc.ts';

/** A card or a permission request waits no longer for its diff. */
const TIMEOUT_MS = 800;

/** Runs edits without writing anything. */
export class EditPreview {
  readonly #options: WorkspaceOptions;
  #workspace: Workspace | undefined;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  /** Undefined if the edit would be refused, or the preview takes too long. */
  run(tool: string, input: JsonObject): Promise<CardOutcome | undefined> {
    const timeout = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), TIMEOUT_MS).unref();
    });
    return Promise.race([this.#run(tool, input).catch(() => undefined), timeout]);
  }

  async #run(tool: string, input: JsonObject): Promise<CardOutcome | undefined> {
    // The edit itself checks the syntax; here the check would only start a parser.
    this.#workspace ??= openWorkspace({ ...this.#options, preview: true, syntax: 'off' });
    const { callTool } = await import('../../tools/call/library.ts');
    const outcome = await callTool(this.#workspace, tool, input);
    return outcome.ok ? cardOutcome(outcome) : undefined;
  }
}
