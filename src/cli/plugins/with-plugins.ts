import type { Settings } from '../../options/combine-options.ts';
import type { CallableTool } from '../../tools/call/tool-context.ts';

/** These tools, and those of the plugins that the settings name. */
export async function withPlugins(
  tools: readonly CallableTool[],
  { options: { plugins = [] } }: Settings,
): Promise<readonly CallableTool[]> {
  if (plugins.length === 0) return tools;
  const { loadTools } = await import('./load-plugins.ts');
  return loadTools(tools, plugins);
}
