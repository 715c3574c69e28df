import type { CallableTool } from '../tools/call/tool-context.ts';
import { selectTools } from '../tools/select/select-tools.ts';
import { choiceFlag, type FlagValues, stringFlag } from './arguments/flag-values.ts';
import { choices } from './flags.ts';
import { UsageError, unknownName } from './usage-error.ts';

/** The tools on offer, by `--tools`, `--toolset` and `--read-only`. */
export function chosenTools(values: FlagValues): CallableTool[] {
  const names = stringFlag(values, 'tools')?.split(',').filter(Boolean);
  const known = selectTools().map(({ name }) => name);
  if (names?.length === 0) throw new UsageError(`--tools names no tool. Tools: ${known.join(', ')}`);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('tool', unknown, known);
  const toolset = values.toolset === undefined ? undefined : choiceFlag(values, 'toolset', choices.toolset);
  const chosen = selectTools({ names, toolset, readOnly: values['read-only'] === true });
  if (chosen.length > 0) return chosen;
  const reading = selectTools({ readOnly: true }).map(({ name }) => name);
  throw new UsageError(
    `--read-only leaves none of the chosen tools. Tools that do not write: ${reading.join(', ')}`,
  );
}
