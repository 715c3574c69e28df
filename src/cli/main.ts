import { type Command, commands } from './commands/index.ts';
import { commandHelp, overview } from './help.ts';
import { parseFlags, screen, UsageError } from './options.ts';
import { complain, print } from './output.ts';
import { version } from './version.ts';

const OK = 0;
const USAGE = 2;

async function main(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === '--version' || first === '-v') return say(version);
  if (first === '--help' || first === '-h' || first === 'help') return say(helpFor(args[1]));
  if (first === undefined && screen().interactive) return say(overview(version));
  if (first === undefined || first.startsWith('-')) return runCommand(find('mcp'), args);
  return runCommand(find(first), args.slice(1));
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return say(commandHelp(command));
  const parsed = command.ownFlags ? { values: {}, positionals: [] } : parseFlags(args, command.flags);
  const { run } = await command.load();
  return run(parsed, args);
}

function find(name: string): Command {
  const command = commands.find((command) => command.name === name);
  if (command) return command;
  throw new UsageError(
    `there is no command '${name}'. Commands: ${commands.map(({ name }) => name).join(', ')}`,
  );
}

function helpFor(name: string | undefined): string {
  return name === undefined ? overview(version) : commandHelp(find(name));
}

function say(text: string): number {
  print(text);
  return OK;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(`corvid: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof UsageError) complain('`corvid --help` shows how to call it.');
    process.exitCode = error instanceof UsageError ? USAGE : 1;
  },
);
