import { type Command, commands } from './commands/index.ts';
import { commandHelp, overview } from './help.ts';
import { isUsageError, parseFlags, screen, UsageError } from './options.ts';
import { complain, print } from './output.ts';
import { version } from './version.ts';

const OK = 0;
const USAGE = 2;

async function main(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === '--version' || first === '-v') return say(version);
  if (first === 'help' && args[1] !== undefined) return say(await helpOn(find(args[1]), args.slice(2)));
  if (first === '--help' || first === '-h' || first === 'help') return say(overview(version));
  if (first === undefined && screen().interactive) return say(overview(version));
  if (first === undefined || first.startsWith('-')) return runCommand(find('mcp'), args);
  return runCommand(find(first), args.slice(1));
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.includes('--help') || own.includes('-h')) return say(await helpOn(command, args));
  if (command.name !== 'mcp' && command.name !== 'acp') endWithReader();
  const parsed = command.ownFlags ? { values: {}, positionals: [] } : parseFlags(args, command.flags);
  const { run } = await command.load();
  return run(parsed, args);
}

/** Someone who reads only the first lines, as `| head` does, is no failure. The server has its own way to end. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(OK);
    throw error;
  });
}

function find(name: string): Command {
  const command = commands.find((command) => command.name === name);
  if (command) return command;
  throw new UsageError(
    `there is no command '${name}'. Commands: ${commands.map(({ name }) => name).join(', ')}`,
  );
}

async function helpOn(command: Command, args: readonly string[]): Promise<string> {
  const { help } = await command.load();
  return [commandHelp(command), help?.(args)].filter(Boolean).join('\n\n');
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
    if (isUsageError(error)) complain('`corvid --help` shows how to call it.');
    process.exitCode = isUsageError(error) ? USAGE : 1;
  },
);
