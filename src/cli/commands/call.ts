import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { openJournal } from '../../open-journal.ts';
import { openWorkspace } from '../../open-workspace.ts';
import { describeTools, type ToolDescription } from '../../tools/call/library.ts';
import type { ToolOutcome } from '../../tools/call/outcome.ts';
import { textOf } from '../../tools/call/outcome-text.ts';
import { observedByAll } from '../../tools/call/record-calls.ts';
import { runTool } from '../../tools/call/run-tool.ts';
import type { CallableTool } from '../../tools/call/tool-context.ts';
import { tools } from '../../tools/index.ts';
import { version } from '../../version.ts';
import type { FlagValues } from '../arguments/flag-values.ts';
import { type Parsed, parseFlags } from '../arguments/parse-flags.ts';
import { quotedIfNeeded } from '../arguments/shell-words.ts';
import { callFlags, toolWord } from '../call/call-flags.ts';
import { shownOutcome } from '../call/shown-outcome.ts';
import { parameterFlags, parametersFrom, parametersOf } from '../call/tool-parameters.ts';
import { reportUnfinished, unfinishedCommand } from '../call/unfinished-command.ts';
import { settingsOf } from '../config/settings.ts';
import { FAILED, OK } from '../errors/exit-codes.ts';
import { UsageError, unknownName } from '../errors/usage-error.ts';
import { workspaceOptionsOf } from '../options.ts';
import { flagRows, type Help } from '../output/help.ts';
import { print, printError, printJson } from '../output/output.ts';
import { withProgress } from '../output/progress.ts';
import { withPlugins } from '../plugins/with-plugins.ts';

export async function parse(args: readonly string[]): Promise<Parsed> {
  const [tool] = await findTool(args);
  try {
    return parseFlags(args, callFlags(tool));
  } catch (error) {
    throw aboutTool(error, tool);
  }
}

export async function run(parsed: Parsed, args: readonly string[]): Promise<number> {
  const [tool, runnable] = await findTool(args);
  try {
    return await call(tool, runnable, parsed);
  } catch (error) {
    throw aboutTool(error, tool);
  }
}

/** Points to the help of the tool, which lists its parameters. */
function aboutTool(error: unknown, { name }: ToolDescription): unknown {
  return error instanceof UsageError ? new UsageError(error.message, `call ${name}`) : error;
}

async function call(
  tool: ToolDescription,
  runnable: CallableTool,
  { values, positionals }: Parsed,
): Promise<number> {
  if (positionals.length > 2)
    throw new UsageError(`call takes one JSON object; '${positionals[2]}' is one too many`);
  const input = { ...(await jsonInput(positionals[1], tool)), ...parametersFrom(values, tool) };
  const settings = await settingsOf(withoutParameters(values, tool));
  const options = workspaceOptionsOf(settings);
  const workspace = openWorkspace(options);
  const journal = settings.options.noJournal
    ? undefined
    : openJournal(workspace, { options, version, onFailure: () => {} });
  const onBug = (error: unknown) => values.verbose === true && printError(inspect(error));
  try {
    const run = (signal: AbortSignal) => runTool(runnable, input, { ...workspace.abilities, signal, onBug });
    const outcome = await withProgress(workIn(tool, input), values.json !== true, () =>
      observedByAll([journal?.observe])(
        { tool: runnable, input, meta: {}, client: 'corvid call', signal: new AbortController().signal },
        run,
      ),
    );
    const unfinished = unfinishedCommand(outcome);
    if (unfinished) return reportUnfinished(unfinished, values.json === true);
    show(outcome, values.json === true);
    return outcome.ok ? exitCodeOf(outcome) : FAILED;
  } finally {
    journal?.close();
    await workspace.close();
  }
}

/** That of the command, if the tool ran one, so that a script can rely on it. */
function exitCodeOf({ data }: Extract<ToolOutcome, { ok: true }>): number {
  return typeof data.exit_code === 'number' && data.exit_code >= 0 ? data.exit_code : OK;
}

/** The text of the status line. */
function workIn({ name, effect }: ToolDescription, { command, path }: Record<string, unknown>): string {
  if (effect === 'run') return `Running ${String(command ?? '')}`;
  return path === undefined ? name : `${name} in ${String(path)}`;
}

/** The list of tools, or the help of one. */
export async function help(basic: Help, args: readonly string[]): Promise<Help> {
  if (toolWord(args) !== undefined) return toolHelp(basic, (await findTool(args))[0]);
  const rows = (await knownTools(args)).map(({ name, title }) => [name, title] as const);
  const more = '`corvid call <tool> --help` shows the parameters of a tool.';
  return { ...basic, sections: [{ title: 'Tools', rows }, more, ...basic.sections] };
}

function toolHelp(basic: Help, tool: ToolDescription): Help {
  const parameters = parameterFlags(tool);
  const notes = [
    tool.effect === 'run'
      ? 'The shell ends with the call, which exits with the code of the command. A command that is still running is ended, and the call fails.'
      : '',
    'A relative FILE is relative to the working directory. Dashes can replace underscores.',
    Object.values(parameters).some(({ negatable }) => negatable)
      ? 'Flags without a value are turned off by --no-NAME or --NAME=false.'
      : '',
    'All parameters can be passed as one JSON object instead, or on stdin with -; paths must be absolute there.',
    '`corvid call --help` lists the options that all tools share.',
  ];
  return {
    usage: basic.usage.replace('<tool>', tool.name),
    about: tool.description,
    sections: [{ title: 'Parameters', rows: flagRows(parameters) }, notes.filter(Boolean).join(' ')],
  };
}

async function findTool(args: readonly string[]): Promise<[ToolDescription, CallableTool]> {
  const name = toolWord(args);
  const tools = await knownTools(args);
  const names = tools.map((tool) => tool.name);
  if (name === undefined) throw new UsageError(`call needs the name of a tool. Tools: ${names.join(', ')}`);
  const tool = tools.find((one) => one.name === name);
  if (tool) return [describeTools([tool])[0]!, tool];
  throw unknownName('tool', name, names);
}

/** The flags of a call follow from its tool, so the plugins are needed before they can be parsed. */
async function knownTools(args: readonly string[]): Promise<readonly CallableTool[]> {
  const plugin = args.flatMap((arg, i) => {
    if (arg.startsWith('--plugin=')) return [arg.slice('--plugin='.length)];
    return arg === '--plugin' && args[i + 1] !== undefined ? [args[i + 1]!] : [];
  });
  const values = { ...(plugin.length > 0 && { plugin }), 'ignore-project-file': true };
  return withPlugins(tools, await settingsOf(values));
}

async function jsonInput(json: string | undefined, tool: ToolDescription): Promise<Record<string, unknown>> {
  if (json === undefined) return {};
  const source = json === '-' ? await text(process.stdin) : json;
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    const likely = json === '-' ? undefined : likelyParameter(json, tool);
    if (likely !== undefined) throw new UsageError(`'${json}' is not JSON; did you mean ${likely}?`);
    throw new UsageError(`the input is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError('the input must be a JSON object');
}

/** The parameter that a word was probably meant for; undefined if the word looks like JSON. */
function likelyParameter(word: string, tool: ToolDescription): string | undefined {
  if (/^\s*($|[{["])/.test(word)) return undefined;
  const flags = Object.entries(parameterFlags(tool));
  const chosen = flags.find(([, { choices }]) => choices?.includes(word));
  const usual = flags.find(([name, { choices }]) => !choices && (name === 'path' || name === 'command'));
  const [name] = chosen ?? usual ?? [];
  return name && `--${name} ${quotedIfNeeded(word)}`;
}

function withoutParameters(values: FlagValues, tool: ToolDescription): FlagValues {
  const names = parametersOf(tool);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function show(outcome: ToolOutcome, asJson: boolean): void {
  if (asJson) printJson(forJson(outcome));
  else if (outcome.ok) print(shownOutcome(outcome));
  else printError(textOf(outcome));
}

/** Without the bytes of files and images, which programs can read themselves. */
function forJson(outcome: ToolOutcome): unknown {
  if (!outcome.ok) {
    const { data, ...facts } = outcome.error;
    return { ok: false, error: { ...facts, ...(data.hint !== undefined && { hint: data.hint }), data } };
  }
  return { ok: true, text: textOf(outcome), result: outcome.data };
}
