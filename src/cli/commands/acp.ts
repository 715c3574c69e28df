import { resolve } from 'node:path';
import { runInTerminal } from '../../acp/agent-process.ts';
import type { JsonObject } from '../../acp/json-rpc.ts';
import type { Session } from '../../acp/sessions/session.ts';
import type { WorkspaceOptions } from '../../open-workspace.ts';
import type { Settings } from '../../options/combine-options.ts';
import { describeTools } from '../../tools/call/library.ts';
import type { CallableTool } from '../../tools/call/tool-context.ts';
import { tools } from '../../tools/index.ts';
import { type FlagValues, flagArguments, listFlag, stringFlag } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { parametersOf } from '../call/tool-parameters.ts';
import { chosenTools } from '../chosen-tools.ts';
import { settingsOf } from '../config/settings.ts';
import { editorVariables, ownCommand, screen } from '../environment.ts';
import { UsageError } from '../errors/usage-error.ts';
import { terminalFlags, toolFlags, workspaceFlags } from '../flags.ts';
import { workspaceOptionsOf } from '../options.ts';
import { fileLog, flushed, passThrough, printError } from '../output/output.ts';
import { withPlugins } from '../plugins/with-plugins.ts';

const SERVER_NAME = 'corvid';

export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length === 0)
    throw new UsageError('acp needs the command of an agent, as in `corvid acp -- opencode acp`');
  const onFailure = (reason: string) => printError(`corvid: ${reason}`);
  // Editors start us in a terminal when the agent needs a login.
  if (screen().interactive) return runInTerminal(positionals, onFailure);
  const settings = await settingsOf(values);
  const { runAgent } = await import('../../acp/run-agent.ts');
  const code = await runAgent({
    command: positionals,
    client: { input: process.stdin, output: process.stdout },
    serverName: stringFlag(values, 'name') ?? SERVER_NAME,
    tools: cardTools(chosenTools(await withPlugins(tools, settings), settings)),
    serverEntry: (session, socketPath) => serverEntry(session, socketPath, { values, settings }),
    workspace: previewOptions(values, settings),
    disableBuiltinEdits: values['no-builtin-edits'] === true,
    onLogLine: (line) => passThrough(new TextDecoder().decode(line)),
    log: fileLog(settings.options.logFile),
    onFailure,
    onStop(stop) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    },
  });
  await flushed();
  process.exit(code);
}

function cardTools(tools: readonly CallableTool[]) {
  return describeTools(tools).map((tool) => {
    const { name, title, effect } = tool;
    return { name, title, effect, parameters: parametersOf(tool) };
  });
}

/** Without `--root` each session works in its own folders. */
function previewOptions(values: FlagValues, settings: Settings): WorkspaceOptions {
  const { roots, ...options } = workspaceOptionsOf(settings);
  return listFlag(values, 'root') && roots ? { roots, ...options } : options;
}

type Given = { readonly values: FlagValues; readonly settings: Settings };

function serverEntry({ roots, token }: Session, socketPath: string, { values, settings }: Given): JsonObject {
  const { command, args } = ownCommand();
  const folders = (listFlag(values, 'root') ?? roots).flatMap((root) => ['--root', root]);
  const { root: _, 'state-dir': __, ...passedOn } = { ...workspaceFlags, ...terminalFlags, ...toolFlags };
  const plugins = (settings.options.plugins ?? []).flatMap((plugin) => ['--plugin', resolve(plugin)]);
  const state = ['--state-dir', workspaceOptionsOf(settings).stateDirectory!];
  return {
    command,
    args: [...args, 'mcp', ...folders, ...state, ...plugins, ...flagArguments(values, passedOn)],
    env: Object.entries(editorVariables({ socketPath, token })).map(([name, value]) => ({ name, value })),
  };
}
