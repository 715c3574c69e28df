import { errorCodes, ToolError } from '../core/errors.ts';
import { withWholeCharacters } from '../core/text/whole-characters.ts';
import { readOnlyError } from '../workspace/workspace-errors.ts';
import type { Tool, ToolContext, ToolResult } from './define-tool.ts';
import { parseInput } from './input.ts';

export type ToolFailure = {
  readonly code: number;
  readonly name: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type CallOutcome =
  | ({ readonly ok: true } & ToolResult)
  | { readonly ok: false; readonly text: string; readonly error: ToolFailure };

export type CallContext = ToolContext & {
  /** Told of failures that nobody expected. */
  readonly onBug?: ((error: unknown) => void) | undefined;
};

/**
 * @internal
 * Stands beside each call: it sees what is called, lets it run, perhaps with another signal, and sees the outcome.
 */
export type CallObserver = (
  call: {
    readonly tool: Tool;
    readonly input: Readonly<Record<string, unknown>>;
    /** What the client sent beside the arguments. */
    readonly meta: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  },
  run: (signal: AbortSignal) => Promise<CallOutcome>,
) => Promise<CallOutcome>;

/**
 * @internal
 * Runs a tool. It never throws: what goes wrong is an outcome that says what to do next.
 */
export async function callTool(tool: Tool, input: unknown, context: CallContext): Promise<CallOutcome> {
  try {
    expectAllowed(tool, context);
    const { text, data, ...rest } = await tool.run(parseInput(tool, input), context);
    return { ok: true, ...rest, ...withWholeCharacters({ text, ...(data && { data }) }) };
  } catch (error) {
    if (!(error instanceof ToolError)) context.onBug?.(error);
    return failed(error instanceof ToolError ? error : internalError(error));
  }
}

/** What a command writes goes past the workspace, which refuses edits by itself. */
function expectAllowed({ name, effect }: Tool, { workspace }: ToolContext): void {
  if (effect === 'run' && workspace.readOnly) throw readOnlyError(name);
}

function failed(error: ToolError): CallOutcome {
  const { code, name, message, details, hint } = error;
  const data = hint === undefined ? details : { ...details, hint };
  return withWholeCharacters({
    ok: false,
    text: `Error ${code} ${name}: ${message}${hint === undefined ? '' : `\n${hint}`}`,
    error: { code, name, message, data },
  });
}

function internalError(error: unknown): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError(
    'INTERNAL_ERROR',
    `Internal error: ${reason}. This is a bug in Corvid; nothing was changed.`,
    {
      code: errorCodes.INTERNAL_ERROR,
    },
  );
}
