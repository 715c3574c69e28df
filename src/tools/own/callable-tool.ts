import { type ErrorName, errorCodes, ToolError } from '../../core/errors.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { inputSchema } from '../call/schema.ts';
import type { CallableTool, ToolContext } from '../call/tool-context.ts';
import { expectToolShape } from './check-shape.ts';
import type { InputSchema } from './input-schema.ts';
import type { OwnTool } from './own-tool.ts';

/** A tool of one's own as one of Corvid's. Throws a TypeError that says what is wrong with it. */
export function callableTool(value: unknown): CallableTool {
  const own: OwnTool = expectToolShape(value);
  const { name, title = name, description, guidance, effect = 'run', input, pathParameters } = own;
  const tool: CallableTool = {
    name,
    title,
    description,
    guidance: guidance === undefined ? [] : [guidance],
    effect,
    input: input as InputSchema<Record<string, unknown>>,
    ...(pathParameters && { pathParameters }),
    isOwn: true,
    run: (given, context) => runOwn(own, given, context),
  };
  expectObject(tool);
  return tool;
}

function expectObject(tool: CallableTool): void {
  const { type, properties = {} } = inputSchema(tool);
  if (type !== 'object') throw new TypeError(`the \`input\` of ${tool.name} must be the schema of an object`);
  const missing = tool.pathParameters?.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined)
    throw new TypeError(`${tool.name} has no parameter \`${missing}\`, which its \`pathParameters\` names`);
}

async function runOwn(tool: OwnTool, input: unknown, context: ToolContext): Promise<ToolResult> {
  const { files: workspace, signal, progress } = context;
  try {
    return resultOf(await tool.run(input, { workspace, signal, progress }));
  } catch (error) {
    throw refusal(tool.name, error);
  }
}

function resultOf(value: unknown): ToolResult {
  if (typeof value === 'string') return { summary: value, data: { text: value } };
  if (value === undefined) return { summary: 'Done.', data: {} };
  const summary = JSON.stringify(value);
  if (summary === undefined) throw new TypeError(`it returned a ${typeof value}, which JSON cannot hold`);
  const parsed: unknown = JSON.parse(summary);
  const isRecord = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return { summary, data: isRecord ? (parsed as Record<string, unknown>) : { value: parsed } };
}

/** A plugin may have another copy of the class, so an error is known by its name. */
function refusal(tool: string, error: unknown): ToolError {
  if (error instanceof Error && Object.hasOwn(errorCodes, error.name)) {
    const { name, message, details, hint } = error as ToolError;
    return new ToolError(name as ErrorName, message, details, hint);
  }
  const reason = error instanceof Error ? error.message : String(error);
  const failure = new ToolError(
    'TOOL_FAILED',
    `${tool} failed: ${reason || 'it threw an error without a message'}`,
  );
  failure.cause = error;
  return failure;
}
