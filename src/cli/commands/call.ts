import { text } from 'node:stream/consumers';
import { openWorkspace } from '../../open-workspace.ts';
import type { CallOutcome } from '../../tools/call-tool.ts';
import { callTool, listTools, type ToolDescription } from '../../tools/library.ts';
import {
  type Flags,
  jsonFlag,
  type Parsed,
  parseFlags,
  terminalFlags,
  UsageError,
  workspaceFlags,
  workspaceOptions,
} from '../options.ts';
import { complain, print, printJson } from '../output.ts';
import { textWithDiff } from '../painted-diff.ts';
import { whileShowing } from '../progress.ts';

const OK = 0;
const FAILED = 1;

export async function run(_: Parsed, args: readonly string[]): Promise<number> {
  const tool = findTool(firstWord(args));
  const { values, positionals } = parseFlags(args, {
    ...terminalFlags,
    ...parameterFlags(tool),
    ...workspaceFlags,
    ...jsonFlag,
  });
  if (positionals.length > 2)
    throw new UsageError(`call takes one JSON object; '${positionals[2]}' is too much`);
  const input = { ...(await jsonInput(positionals[1])), ...parametersFrom(values, tool) };
  const workspace = openWorkspace(workspaceOptions(withoutParameters(values, tool)));
  try {
    const outcome = await whileShowing(workIn(tool.name, input), values.json !== true, () =>
      callTool(workspace, tool.name, input),
    );
    show(outcome, values.json === true);
    return outcome.ok ? OK : FAILED;
  } finally {
    await workspace.close();
  }
}

/** What a person who waits is told. */
function workIn(tool: string, { command, path }: Record<string, unknown>): string {
  if (tool === 'terminal') return `Running ${String(command ?? '')}`;
  return path === undefined ? tool : `${tool} in ${String(path)}`;
}

export function help(args: readonly string[]): string {
  const named = listTools().filter((tool) => tool.name === firstWord(args));
  return (named.length > 0 ? named : listTools()).map(toolHelp).join('\n\n');
}

function toolHelp({ name, title, inputSchema }: ToolDescription): string {
  const { properties = {} } = inputSchema as { properties?: Record<string, { description?: string }> };
  const rows = Object.entries(properties).map(
    ([key, { description }]) => `  --${key.padEnd(14)}${description ?? ''}`,
  );
  return [`${name}: ${title}`, ...rows].join('\n');
}

/** The first word that is neither a flag nor the value of one. */
function firstWord(args: readonly string[]): string | undefined {
  return args.find((arg, i) => {
    const before = args[i - 1];
    const isValue = before?.startsWith('--') && workspaceFlags[before.slice(2)]?.type === 'string';
    return !arg.startsWith('-') && !isValue;
  });
}

function findTool(name: string | undefined): ToolDescription {
  const tools = listTools();
  const tool = tools.find((tool) => tool.name === name);
  if (tool) return tool;
  const known = `Tools: ${tools.map((tool) => tool.name).join(', ')}`;
  throw new UsageError(
    name === undefined ? `call needs the name of a tool. ${known}` : `there is no tool '${name}'. ${known}`,
  );
}

async function jsonInput(json: string | undefined): Promise<Record<string, unknown>> {
  if (json === undefined) return {};
  const source = json === '-' ? await text(process.stdin) : json;
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`the input is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError('the input must be a JSON object');
}

function parameters(tool: ToolDescription): string[] {
  return Object.keys((tool.inputSchema as { properties?: object }).properties ?? {});
}

function parameterFlags(tool: ToolDescription): Flags {
  return Object.fromEntries(parameters(tool).map((name) => [name, { type: 'string', help: '' } as const]));
}

function parametersFrom(values: Parsed['values'], tool: ToolDescription): Record<string, unknown> {
  const given = parameters(tool).filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

/** A flag that is also the name of a parameter is the parameter. */
function withoutParameters(values: Parsed['values'], tool: ToolDescription): Parsed['values'] {
  const names = parameters(tool);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function show(outcome: CallOutcome, asJson: boolean): void {
  if (asJson) printJson(forJson(outcome));
  else if (outcome.ok) print(textWithDiff(outcome.text, outcome.data?.diff));
  else complain(outcome.text);
}

/** The bytes of files and images stay out: programs have the files themselves. */
function forJson(outcome: CallOutcome): unknown {
  if (!outcome.ok) return { ok: false, error: outcome.error };
  return { ok: true, text: outcome.text, result: outcome.data };
}
