import type { CallableTool } from '../tools/call/tool-context.ts';
import { selectTools } from '../tools/select/select-tools.ts';
import type { FlagValues } from './arguments/flag-values.ts';
import { UsageError, unknownName } from './errors/usage-error.ts';
import { serverSettings } from './options.ts';

/** Which of the tools are on offer, by `--tools`, `--toolset`, `--web` and `--read-only`. */
export function chosenTools(tools: readonly CallableTool[], values: FlagValues): CallableTool[] {
  const { tools: names, toolset } = serverSettings(values);
  const web = values.web === true;
  const known = selectTools(tools, { web }).map(({ name }) => name);
  if (names?.length === 0) throw new UsageError(`--tools names no tool. Tools: ${known.join(', ')}`);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('tool', unknown, known);
  const chosen = selectTools(tools, { names, toolset, web, readOnly: values['read-only'] === true });
  if (chosen.length > 0) return chosen;
  const reading = selectTools(tools, { readOnly: true }).map(({ name }) => name);
  throw new UsageError(
    `--read-only leaves none of the chosen tools. Tools that do not write: ${reading.join(', ')}`,
  );
}
