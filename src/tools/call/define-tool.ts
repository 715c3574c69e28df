import type { DiffText } from '../../core/edit/diff.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import type { InputOf, InputSchema } from '../own/input-schema.ts';
import type { Effect } from './effects.ts';

/** What every call has, whatever the tool uses. */
export type CallControl = {
  readonly signal?: AbortSignal | undefined;
  /** Reports progress. */
  readonly progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
};

/** What a tool returns, in parts: each edge joins them into text its own way. */
export type ToolResult = {
  /** What happened, or what was asked for. */
  readonly summary: string;
  readonly diff?: ShownDiff;
  /** Warnings and notices, shown in brackets below the rest. */
  readonly remarks?: readonly string[];
  /** The same facts for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes?: readonly Change[];
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string };
};

/** The diff of a change, cut to the limit of a view. */
export type ShownDiff = DiffText & {
  /** Whether the text for a model contains it; a summary may already show the new lines. */
  readonly isInText: boolean;
};

/** Names no tool but its own; one that speaks of another tool, or of tools with another effect, applies only with it. */
export type Guidance =
  | string
  | { readonly text: string; readonly withTool?: string; readonly withEffect?: Effect };

/**
 * @internal
 * `Context` is what the tool needs to run; a `Tool` without one can be described and not called.
 */
export type Tool<Context = never, Input extends InputSchema = InputSchema<Record<string, unknown>>> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** When and how to use it, for the server's instructions. Several tools may share a sentence, which is given once. */
  readonly guidance: readonly Guidance[];
  readonly effect: Effect;
  readonly input: Input;
  /** A relative path is refused, also where only one file can be meant. */
  readonly requiresAbsolutePaths?: boolean;
  /** The parameters that are paths, where the schema itself does not mark them. */
  readonly pathParameters?: readonly string[];
  /** A user of Corvid wrote it. */
  readonly isOwn?: true;
  /** Schema of the result's data, for a tool whose text is that data as JSON. */
  readonly output?: InputSchema;
  readonly run: (input: InputOf<Input>, context: Context) => Promise<ToolResult>;
};

/** @internal */
export function defineTool<Context extends CallControl, Input extends InputSchema>(
  tool: Tool<Context, Input>,
): Tool<Context> {
  // The input is parsed by the tool's schema before `run` gets it, so its exact type is not needed outside.
  return tool as unknown as Tool<Context>;
}
