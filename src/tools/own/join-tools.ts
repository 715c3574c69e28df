import type { CallableTool } from '../call/tool-context.ts';

/** A list of tools, and where they come from, for messages. */
export type ToolSource = { readonly name: string; readonly tools: readonly CallableTool[] };

/** All tools of several sources. Throws a TypeError for two tools with one name. */
export function joinTools(sources: readonly ToolSource[]): CallableTool[] {
  const owners = new Map<string, string>();
  return sources.flatMap((source) =>
    source.tools.map((tool) => {
      const owner = owners.get(tool.name);
      if (owner !== undefined)
        throw new TypeError(`${source.name}: the name ${tool.name} is taken by ${owner}; choose another`);
      owners.set(tool.name, source.name);
      return tool;
    }),
  );
}
