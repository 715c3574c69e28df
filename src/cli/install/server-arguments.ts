import { isAbsolute } from 'node:path';
import { tools } from '../../tools/index.ts';
import { listFlag } from '../arguments/flag-values.ts';
import { type Parsed, parseFlags } from '../arguments/parse-flags.ts';
import { refuseOperands } from '../arguments/refuse-operands.ts';
import { chosenTools } from '../chosen-tools.ts';
import { flagSettings } from '../config/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import { mcpFlags } from '../flags.ts';
import { workspaceOptionsOf } from '../options.ts';

/** Refuses arguments that `corvid mcp` would refuse at its start, as far as they can be checked here. */
export function checkServerArguments(args: readonly string[]): void {
  try {
    check(parseFlags(args, mcpFlags));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`the server would not start with the options after \`--\`: ${error.message}`);
  }
}

function check(parsed: Parsed): void {
  refuseOperands(parsed);
  // The client sets the variables, and may start it in another folder.
  const { secret: _, 'secrets-file': __, ...values } = parsed.values;
  const settings = flagSettings({ ...values, root: listFlag(values, 'root')?.filter(isAbsolute) });
  workspaceOptionsOf(settings);
  // The tools of a plugin are known to the server alone.
  if (!settings.options.plugins) chosenTools(tools, settings);
}
