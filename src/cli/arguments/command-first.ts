import { type CliCommand, commands } from '../commands/index.ts';
import { UsageError } from '../errors/usage-error.ts';
import { type Parsed, parseFlags } from './parse-flags.ts';
import { quotedIfNeeded } from './shell-words.ts';

/** Flags with the same meaning for every command. */
const ANYWHERE = ['--verbose', '--json'];

/** `--verbose log` as `log --verbose`. */
export function commandFirst(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !ANYWHERE.includes(arg));
  const command = args[at];
  if (command === undefined || command.startsWith('-')) return args;
  return [command, ...args.slice(0, at), ...args.slice(at + 1)];
}

/** Refuses a command that follows options: without a command first, the options are the server's. */
export function refuseLateCommand(args: readonly string[], server: CliCommand): void {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const at = args.findIndex((arg, i) => i < end && commands.some(({ name }) => name === arg));
  const name = args[at];
  if (name === undefined || isValueIn(args, name, server)) return;
  const line = [name, ...args.slice(0, at), ...args.slice(at + 1)].map(quotedIfNeeded).join(' ');
  throw new UsageError(`options go after the command: corvid ${line}`);
}

/** As in `--root log`. */
function isValueIn(args: readonly string[], name: string, server: CliCommand): boolean {
  try {
    const { positionals }: Parsed = parseFlags(args, server.flags);
    return !positionals.includes(name);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return false;
  }
}
