import { version } from '../version.ts';
import { commandFirst, refuseLateCommand } from './arguments/command-first.ts';
import { parseFlags } from './arguments/parse-flags.ts';
import { type CliCommand, commands } from './commands/index.ts';
import { screen } from './environment.ts';
import { OK } from './errors/exit-codes.ts';
import type { ReportOptions } from './errors/report-failure.ts';
import { unknownName } from './errors/usage-error.ts';
import { basicHelp, overview, renderHelp } from './output/help.ts';
import { ignoreClosedPipes, print } from './output/output.ts';
import { start } from './start.ts';

const reportClosedPipes = ignoreClosedPipes();

async function main(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === '--version' || first === '-v') return say(version);
  if (first === 'help' && args[1] !== undefined) return say(await helpOn(find(args[1]), args.slice(2)));
  if (first === '--help' || first === '-h' || first === 'help') return say(overview(version, commands));
  if (first === undefined && screen().interactive) return say(overview(version, commands));
  if (first === undefined || first.startsWith('-')) return runServer(args);
  return runCommand(find(first), args.slice(1));
}

function runServer(args: readonly string[]): Promise<number> {
  const server = find('mcp');
  refuseLateCommand(args, server);
  return runCommand(server, args);
}

async function runCommand(command: CliCommand, args: readonly string[]): Promise<number> {
  const own = ownArguments(args);
  if (own.includes('--help') || own.includes('-h')) return say(await helpOn(command, args));
  const { run, parse } = await command.load();
  const parsed = parse ? await parse(args) : parseFlags(args, command.flags);
  // Also as one of several letters, as in `-yh`.
  if (parsed.values.help) return say(await helpOn(command, args));
  // The server handles the end of its streams itself.
  if (command.name === 'mcp' || command.name === 'acp') reportClosedPipes();
  return run(parsed, args);
}

/** Without what follows `--`, which is for another program. */
function ownArguments(args: readonly string[]): readonly string[] {
  return args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
}

function find(name: string): CliCommand {
  const command = commands.find((command) => command.name === name);
  if (command) return command;
  throw unknownName(
    'command',
    name,
    commands.map(({ name }) => name),
  );
}

async function helpOn(command: CliCommand, args: readonly string[]): Promise<string> {
  const { help } = await command.load();
  const basic = basicHelp(command);
  return renderHelp((await help?.(basic, args)) ?? basic, screen().columns);
}

function say(text: string): number {
  print(text);
  return OK;
}

/** As requested, even if the flags could not be parsed. */
function reportOptions(args: readonly string[]): ReportOptions {
  const own = ownArguments(args);
  const command = commands.find(({ name }) => name === own[0]);
  // Without a command it is the server, which uses stdout for the protocol.
  const mayPrintJson = command ? 'json' in command.flags : own[0]?.startsWith('-') === false;
  return {
    command: command?.name,
    json: mayPrintJson && own.includes('--json'),
    verbose: own.includes('--verbose'),
  };
}

start(
  (args) => main(commandFirst(args)),
  (args) => reportOptions(commandFirst(args)),
);
