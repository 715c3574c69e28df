import { errorCodes, ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { MASK } from '../../core/secrets/secrets.ts';
import { withWholeCharacters } from '../../core/text/whole-characters.ts';
import { readOnlyError } from '../../workspace/workspace-errors.ts';
import type { Tool, ToolResult } from './define-tool.ts';
import { parseInput } from './input.ts';
import { masked } from './masked-value.ts';
import type { ToolOutcome } from './outcome.ts';
import { pathParametersOf } from './schema.ts';
import type { CallableTool, ToolContext } from './tool-context.ts';

export type CallContext = ToolContext & {
  /** Called with a failure that is a bug. */
  readonly onBug?: ((error: unknown) => void) | undefined;
};

/**
 * @internal
 * Runs a tool. Never throws: a failure is an outcome that says what to do next.
 */
export async function runTool(
  tool: CallableTool,
  input: unknown,
  context: CallContext,
): Promise<ToolOutcome> {
  const { masker } = context.files;
  try {
    expectAllowed(tool, context);
    const parsed = await withAbsolutePaths(tool, await parseInput(tool, input), context);
    const result = await tool.run(parsed, context);
    return succeeded(tool, result, masker);
  } catch (error) {
    const bug = error instanceof ToolError ? error.cause : error;
    if (bug !== undefined) context.onBug?.(bug);
    return failed(error instanceof ToolError ? error : internalError(error), masker);
  }
}

/** Models often give paths relative to the workspace; the tool and its result have the absolute ones. */
async function withAbsolutePaths(
  tool: Tool,
  input: Record<string, unknown>,
  { files }: ToolContext,
): Promise<Record<string, unknown>> {
  if (tool.requiresAbsolutePaths) return input;
  const paths = await Promise.all(
    pathParametersOf(tool).map(async (name) => {
      const path = input[name];
      return typeof path === 'string' ? [[name, await files.absolutePath(path)] as const] : [];
    }),
  );
  return { ...input, ...Object.fromEntries(paths.flat()) };
}

/** The workspace refuses edits itself, but cannot see what a command writes. */
function expectAllowed({ name, effect }: Tool, { files }: ToolContext): void {
  if (effect === 'run' && files.readOnly) throw readOnlyError(name);
}

function succeeded(tool: Tool, result: ToolResult, masker: Masker): ToolOutcome {
  const { changes = [], image, remarks = [], ...rest } = result;
  const shown = { ...rest, remarks };
  return {
    ok: true,
    isStructured: tool.output !== undefined,
    ...withWholeCharacters(masker.isActive ? masked(shown, masker) : shown),
    changes,
    ...(image && { image }),
  };
}

const MASK_HINT =
  'Secrets are shown as ***. If *** is a secret here, do not quote it and edit the text around it: the file has the real value there.';

function failed(error: ToolError, masker: Masker): ToolOutcome {
  const { code, name, details } = error;
  const message = masker.mask(error.message);
  const hint = hintOf(message, error, masker);
  const data = masked(hint === undefined ? details : { ...details, hint }, masker);
  const { nearestText } = error;
  const shown = nearestText === undefined ? {} : { nearestText: masker.mask(nearestText) };
  return withWholeCharacters({ ok: false, error: { code, name, message, data }, ...shown });
}

/** Explains a mask in the message. */
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
