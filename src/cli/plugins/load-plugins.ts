import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallableTool } from '../../tools/call/tool-context.ts';
import { callableTool } from '../../tools/own/callable-tool.ts';
import { joinTools, type ToolSource } from '../../tools/own/join-tools.ts';
import { CommandError } from '../errors/command-error.ts';
import { printError } from '../output/output.ts';

/** The tools, which are Corvid's, and those of the plugins. Throws a CommandError that names the plugin. */
export async function loadTools(
  tools: readonly CallableTool[],
  plugins: readonly string[],
): Promise<CallableTool[]> {
  surviveRejections();
  const sources: ToolSource[] = [{ name: 'Corvid', tools }];
  for (const plugin of plugins) sources.push({ name: plugin, tools: await toolsIn(plugin) });
  try {
    return joinTools(sources);
  } catch (error) {
    throw failure((error as Error).message);
  }
}

async function toolsIn(plugin: string): Promise<CallableTool[]> {
  const path = resolve(plugin);
  if (!existsSync(path)) throw failure(`${plugin}: there is no such file`);
  const exported = toolsExported(await imported(plugin, path));
  if (exported.length === 0)
    throw failure(
      `${plugin}: it exports no tools: export a tool, or a list of them, as \`default\` or \`tools\``,
    );
  try {
    return exported.map(callableTool);
  } catch (error) {
    throw failure(`${plugin}: ${(error as Error).message}`);
  }
}

async function imported(plugin: string, path: string): Promise<Record<string, unknown>> {
  const { importModule } = await import('./import-module.ts');
  try {
    return await importModule(pathToFileURL(path).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failure(`${plugin}: it cannot be loaded: ${reason}`, error);
  }
}

/** A CommonJS module has what it exports as `default`. */
function toolsExported(module: Record<string, unknown>): unknown[] {
  const inside = module.default as { tools?: unknown; default?: unknown } | undefined;
  return [module.tools ?? inside?.default ?? inside?.tools ?? module.default ?? []].flat();
}

function failure(message: string, cause?: unknown): CommandError {
  const error = new CommandError(
    `The plugin ${message}.`.replace(/\.\.$/, '.'),
    'Correct it, or start without it. docs/own-tools.md shows how a plugin is written.',
  );
  error.cause = cause;
  return error;
}

let isSurviving = false;

/** A promise that a plugin forgot must not end the server with the calls of other tools. */
function surviveRejections(): void {
  if (isSurviving) return;
  isSurviving = true;
  process.on('unhandledRejection', (reason) =>
    printError(
      `corvid: a plugin left a rejected promise: ${reason instanceof Error ? reason.stack : String(reason)}`,
    ),
  );
}
