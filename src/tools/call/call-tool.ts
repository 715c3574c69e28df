import { errorCodes, ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { MASK } from '../../core/secrets/secrets.ts';
import { withWholeCharacters } from '../../core/text/whole-characters.ts';
import { readOnlyError } from '../../workspace/workspace-errors.ts';
import type { Tool, ToolResult } from './define-tool.ts';
import { parseInput } from './input.ts';
import { masked } from './masked-value.ts';
import type { CallableTool, ToolContext } from './tool-context.ts';

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
export async function callTool(
  tool: CallableTool,
  input: unknown,
  context: CallContext,
): Promise<CallOutcome> {
  const { masker } = context.files;
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
function expectAllowed({ name, effect }: Tool, { files }: ToolContext): void {
  if (effect === 'run' && files.readOnly) throw readOnlyError(name);
}

const MASK_HINT =
  'Secrets are shown as ***. If *** is one here, leave it out of what you quote and edit around it: the file has another text there.';

function failed(error: ToolError, masker: Masker): CallOutcome {
  const { code, name, details } = error;
  const message = masker.mask(error.message);
  const hint = hintOf(message, error, masker);
  const data = masked(hint === undefined ? details : { ...details, hint }, masker);
  return withWholeCharacters({
    ok: false,
    text: `Error ${code} ${name}: ${message}${hint === undefined ? '' : `\n${hint}`}`,
    error: { code, name, message, data },
  });
}

/** What is quoted with a mask, or shown with one, is explained. */
function hintOf(message: string, { name, hint }: ToolError, masker: Masker): string | undefined {
  if (!masker.isActive) return hint;
  const own = hint === undefined ? [] : [masker.mask(hint)];
  const isMasked = name !== 'SECRET_MASKED' && [message, ...own].some((text) => text.includes(MASK));
  return [...own, ...(isMasked ? [MASK_HINT] : [])].join('\n') || undefined;
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
