import type * as z from 'zod/v4';
import type { Change } from '../../core/edit/text-edit.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** What a tool may do to the world; hints, kinds and read-only mode follow from it. */
export type Effect = 'read' | 'edit' | 'run';

export type ToolContext = {
  readonly workspace: Workspace;
  readonly signal?: AbortSignal | undefined;
  /** Tells whoever waits how far the work is. */
  readonly progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
};

export type ToolResult = {
  /** What the model reads. */
  readonly text: string;
  /** The same facts for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly changes?: readonly Change[];
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string };
};

/** @internal */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: Input;
  /** Only where the result's data says everything: some clients then show it instead of the text. */
  readonly output?: z.ZodObject;
  run(input: z.infer<Input>, context: ToolContext): Promise<ToolResult>;
};

/** @internal */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  // The input is parsed by the tool's own schema before `run` sees it, so its exact type may be forgotten here.
  return tool as unknown as Tool;
}
