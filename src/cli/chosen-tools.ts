import type { Ignored, Settings, ToolLimit } from '../options/combine-options.ts';
import type { CallableTool } from '../tools/call/tool-context.ts';
import { selectTools } from '../tools/select/select-tools.ts';
import { toolsInSet } from '../tools/select/toolsets.ts';
import { UsageError, unknownName } from './errors/usage-error.ts';
import { givenAs } from './options.ts';

/** The tools on offer, by `--tools`, `--toolset`, `--web` and `--read-only`, less those that a project does not want. */
export function chosenTools(tools: readonly CallableTool[], settings: Settings): CallableTool[] {
  const mine = userTools(tools, settings);
  const left = settings.toolLimits.reduce((some, { choice }) => limited(some, choice), mine);
  if (left.length > 0) return left;
  const [limit] = settings.toolLimits;
  if (mine.length > 0 && limit)
    throw new UsageError(`${limit.file}:${limit.line}: \`${limit.name}\` leaves none of the chosen tools`);
  const reading = selectTools(tools, { readOnly: true }).map(({ name }) => name);
  throw new UsageError(
    `${givenAs('readOnly', settings)} leaves none of the chosen tools. Tools that do not write: ${reading.join(', ')}`,
  );
}

/** The tools that a project's file names, but that are not on offer. */
export function ignoredTools(tools: readonly CallableTool[], settings: Settings): Ignored[] {
  const mine = userTools(tools, settings).map(({ name }) => name);
  return settings.toolLimits.flatMap(({ choice, ...place }) => {
    const missing = (choice.tools ?? []).filter((name) => !mine.includes(name));
    return missing.map((value) => ({ ...place, value, reason: 'this tool is not on offer' }));
  });
}

function userTools(tools: readonly CallableTool[], settings: Settings): CallableTool[] {
  const { tools: names, toolset, web = false, readOnly = false } = settings.options;
  const known = selectTools(tools, { web }).map(({ name }) => name);
  if (names?.length === 0)
    throw new UsageError(`${givenAs('tools', settings)} names no tool. Tools: ${known.join(', ')}`);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownTool(unknown, known, settings);
  return selectTools(tools, { names, toolset, web, readOnly });
}

function unknownTool(name: string, known: readonly string[], settings: Settings): UsageError {
  const error = unknownName('tool', name, known);
  const given = givenAs('tools', settings);
  return given.startsWith('--') ? error : new UsageError(`${given}: ${error.message}`);
}

function limited(tools: readonly CallableTool[], choice: ToolLimit['choice']): CallableTool[] {
  const { tools: names, toolset } = choice;
  const allowed = names ?? toolsInSet(toolset!, tools);
  return tools.filter(({ name }) => allowed.includes(name));
}
