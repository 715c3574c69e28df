import type { Workspace } from '../../workspace/workspace.ts';
import { tools } from '../index.ts';
import { selectTools, type ToolChoice } from '../select/select-tools.ts';
import { type CallOutcome, withText } from './outcome-text.ts';
import { runTool } from './run-tool.ts';
import { inputSchema, pathParametersOf } from './schema.ts';
import type { ToolDescription } from './tool-description.ts';

export type { CallOutcome, CallRefusal, CallSuccess } from './outcome-text.ts';
export type { ToolDescription } from './tool-description.ts';

export type CallOptions = { readonly signal?: AbortSignal };

/** The tools as plain descriptions, ready for a model's tool list. */
export function listTools(choice: ToolChoice = {}): ToolDescription[] {
  return selectTools(tools, choice).map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    effect: tool.effect,
    inputSchema: inputSchema(tool),
    pathParameters: pathParametersOf(tool),
  }));
}

/** Runs a tool by name. Throws for an unknown name; a refusal is an outcome with `ok: false`. */
export async function callTool(
  workspace: Workspace,
  name: string,
  input: unknown,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const [tool] = selectTools(tools, { names: [name], web: true }).filter((one) => one.name === name);
  return withText(await runTool(tool!, input, { ...workspace.abilities, signal: options.signal }));
}
