import type { Tool } from './define-tool.ts';
import { tools } from './index.ts';

export type ToolChoice = {
  readonly names?: readonly string[] | undefined;
  readonly readOnly?: boolean | undefined;
};

/**
 * @internal
 * The tools on offer: those named, or all; in read-only mode none that writes.
 */
export function selectTools({ names, readOnly }: ToolChoice = {}): Tool[] {
  const unknown = names?.find((name) => !tools.some((tool) => tool.name === name));
  if (unknown !== undefined) throw new Error(`Unknown tool: ${unknown}. Known tools: ${toolNames()}.`);
  return tools.filter(
    (tool) => (names?.includes(tool.name) ?? true) && !(readOnly && tool.effect !== 'read'),
  );
}

function toolNames(): string {
  return tools.map((tool) => tool.name).join(', ');
}
