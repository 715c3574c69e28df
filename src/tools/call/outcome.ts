import type { ErrorName } from '../../core/errors.ts';
import type { Tool, ToolResult } from './define-tool.ts';

export type ToolFailure = {
  readonly code: number;
  readonly name: ErrorName;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type ToolOutcome =
  | ({
      readonly ok: true;
      /** The tool has an output schema: its text is `data` as JSON. */
      readonly isStructured: boolean;
    } & ToolResult &
      Required<Pick<ToolResult, 'remarks' | 'changes'>>)
  | {
      readonly ok: false;
      readonly error: ToolFailure;
      /** The file's text that is nearest to a quote, for people. */
      readonly nearestText?: string;
    };

/**
 * @internal
 * Wraps each call: it sees the call, runs it, possibly with another signal, and sees the outcome.
 */
export type CallObserver = (
  call: {
    readonly tool: Tool;
    readonly input: Readonly<Record<string, unknown>>;
    /** The `_meta` that the client sent with the arguments. */
    readonly meta: Readonly<Record<string, unknown>>;
    /** The name that the client gave itself. */
    readonly client?: string | undefined;
    readonly signal: AbortSignal;
  },
  run: (signal: AbortSignal) => Promise<ToolOutcome>,
) => Promise<ToolOutcome>;
