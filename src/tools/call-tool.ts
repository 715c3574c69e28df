import { errorCodes, ToolError } from '../core/errors.ts';
import type { Masker } from '../core/secrets/masker.ts';
import { withWholeCharacters } from '../core/text/whole-characters.ts';
import { readOnlyError } from '../workspace/workspace-errors.ts';
import type { Tool, ToolContext, ToolResult } from './define-tool.ts';
import { parseInput } from './input.ts';
import { masked } from './masked-value.ts';

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
  const { masker } = context.workspace;
  try {
    expectAllowed(tool, context);
    const { text, data, ...rest } = await tool.run(parseInput(tool, input), context);
    return { ok: true, ...rest, ...withWholeCharacters(masked({ text, ...(data && { data }) }, masker)) };
  } catch (error) {
    if (!(error instanceof ToolError)) context.onBug?.(error);
    return failed(error instanceof ToolError ? error : internalError(error), masker);
  }
}

/** What a command writes goes past the workspace, which refuses edits by itself. */
function expectAllowed({ name, effect }: Tool, { workspace }: ToolContext): void {
  if (effect === 'run' && workspace.readOnly) throw readOnlyError(name);
}

const MASKED_HINT =
  '*** is shown here in place of a secret, which the file has: leave it out of what you quote, and edit around it.';

function failed(error: ToolError, masker: Masker): CallOutcome {
  const { code, name, details } = error;
  const message = masker.mask(error.message);
  const hints = [error.hint === undefined ? undefined : masker.mask(error.hint)];
  if (message !== error.message || hints[0] !== error.hint) hints.push(MASKED_HINT);
  const hint = hints.filter((one) => one !== undefined).join('\n') || undefined;
  const data = masked(hint === undefined ? details : { ...details, hint }, masker);
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
