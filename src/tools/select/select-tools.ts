import { effects, isOptIn } from '../call/effects.ts';
import type { CallableTool } from '../call/tool-context.ts';
import { toolsInSet } from './toolsets.ts';

export type ToolChoice = {
  readonly names?: readonly string[] | undefined;
  /** `full`, `editor`, `read-only`, `claude`, `codex`, `gemini`, `opencode`, `lines` or `exact`; names come on top of it. */
  readonly toolset?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Offer the tools for the web, whatever else is chosen. */
  readonly web?: boolean | undefined;
};

/**
 * @internal
 * Which of the tools are on offer: those named or in the toolset, or all; in read-only mode none that writes.
 */
export function selectTools(tools: readonly CallableTool[], choice: ToolChoice = {}): CallableTool[] {
  const { names, toolset, readOnly, web } = choice;
  const known = tools.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown tool: ${unknown}. Known tools: ${known.join(', ')}.`);
  // A set whose only reader is also an editor would have none in read-only mode.
  const reading = readOnly && toolset !== undefined ? toolsInSet('read-only', tools) : [];
  const inSet = toolset === undefined ? [] : [...toolsInSet(toolset, tools), ...reading];
  const wanted = names || toolset !== undefined ? [...inSet, ...(names ?? [])] : undefined;
  return tools.filter(({ name, effect, isOwn }) => {
    if (isOptIn(effect) && !isOwn) return web ?? false;
    const isWanted = wanted?.includes(name) ?? true;
    // No toolset can know a tool of one's own; only a list of names can leave it out.
    const isOffered = isWanted || (isOwn && toolset !== undefined && !names);
    return isOffered && !(readOnly && effects[effect].writes);
  });
}
