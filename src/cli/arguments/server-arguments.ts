import { isAbsolute } from 'node:path';
import { chosenTools } from '../chosen-tools.ts';
import { UsageError } from '../errors/usage-error.ts';
import { mcpFlags } from '../flags.ts';
import { serverSettings, workspaceOptionsOf } from '../options.ts';
import { listFlag } from './flag-values.ts';
import { type Parsed, parseFlags } from './parse-flags.ts';

export function refuseOperands({ positionals }: Parsed): void {
  if (positionals.length > 0)
    throw new UsageError(`mcp takes no '${positionals[0]}'; folders are given with --root`);
}

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
  workspaceOptionsOf({ ...values, root: listFlag(values, 'root')?.filter(isAbsolute) });
  chosenTools(values);
  serverSettings(values);
}
