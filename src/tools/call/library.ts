import type { Workspace } from '../../workspace/workspace.ts';
import { tools } from '../index.ts';
import { callableTool } from '../own/callable-tool.ts';
import type { OwnTool } from '../own/own-tool.ts';
import { selectTools, type ToolChoice } from '../select/select-tools.ts';
import type { Tool } from './define-tool.ts';
import { type CallOutcome, withText } from './outcome-text.ts';
import { runTool } from './run-tool.ts';
import { inputSchema, pathParametersOf } from './schema.ts';
import type { CallableTool } from './tool-context.ts';
import type { ToolDescription } from './tool-description.ts';

export type { CallOutcome, CallRefusal, CallSuccess } from './outcome-text.ts';
export type { ToolDescription } from './tool-description.ts';

export type CallOptions = { readonly signal?: AbortSignal };

export type ListOptions = ToolChoice & {
  /** Tools of your own, to be listed as well. */
  readonly own?: readonly OwnTool[];
};

/** The tools as plain descriptions, ready for a model's tool list. */
export function listTools({ own = [], ...choice }: ListOptions = {}): ToolDescription[] {
  return describeTools(selectTools([...tools, ...own.map(callableTool)], choice));
}

/** @internal */
export function describeTools(chosen: readonly Tool[]): ToolDescription[] {
  return chosen.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    effect: tool.effect,
    inputSchema: inputSchema(tool),
    pathParameters: pathParametersOf(tool),
  }));
}

/**
 * Runs a tool, by its name or one of your own. Throws for a name or a tool that cannot be called; a refusal is an outcome
 * with `ok: false`.
 */
export async function callTool(
  workspace: Workspace,
  tool: string | OwnTool,
  input: unknown,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const callable = typeof tool === 'string' ? builtIn(tool) : callableTool(tool);
  return withText(await runTool(callable, input, { ...workspace.abilities, signal: options.signal }));
}

function builtIn(name: string): CallableTool {
  const [tool] = selectTools(tools, { names: [name], web: true }).filter((one) => one.name === name);
  return tool!;
}
