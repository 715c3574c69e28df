import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { CallControl } from '../call/define-tool.ts';
import type { Effect } from '../call/effects.ts';
import type { InputOf, InputSchema } from './input-schema.ts';

/** A tool that a user of Corvid wrote: a function, and what a model must know to call it. */
export type OwnTool<Schema extends InputSchema = InputSchema> = {
  /** As the model calls it: letters, digits, `_` and `-`. */
  readonly name: string;
  /** For people. Default: the name. */
  readonly title?: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  /** Schema of an object of named parameters. */
  readonly input: Schema;
  /** The parameters that are paths: a relative one is resolved before the tool runs. */
  readonly pathParameters?: readonly string[];
  /**
   * What it may do to the world, from which the hints for clients follow. Default: `run`, the most cautious. Read-only
   * mode offers only `read`, `search` and `fetch`.
   */
  readonly effect?: Effect;
  /** A sentence for the server's instructions. */
  readonly guidance?: string;
  /** A string is the text for the model; anything else is sent as JSON. An error that it throws is the result of the call. */
  readonly run: (input: InputOf<Schema>, context: OwnContext) => unknown;
};

/** What a tool of one's own gets beside its input. */
export type OwnContext = CallControl & {
  /** Reads and edits files under the rules of the server, with undo. */
  readonly workspace: WorkspaceFiles;
};

/** Returns the tool as it is; the type of the input of `run` follows from the schema. */
export function defineOwnTool<Schema extends InputSchema>(tool: OwnTool<Schema>): OwnTool {
  // The input is checked by the schema before `run` gets it, so its exact type is not needed outside.
  return tool as unknown as OwnTool;
}
