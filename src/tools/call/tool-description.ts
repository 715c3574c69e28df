import type { Effect } from './effects.ts';

/** A tool, as a model's tool list describes it. */
export type ToolDescription = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** JSON schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The parameters that are paths of files or folders. */
  readonly pathParameters: readonly string[];
};
