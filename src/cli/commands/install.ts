import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { editBetween } from '../../core/edit/diff.ts';
import { createPolicyMatcher } from '../../core/paths/path-policy.ts';
import { escapeGlob } from '../../core/paths/path-rule.ts';
import { openWorkspace, pathPolicy } from '../../open-workspace.ts';
import type { Edited, Workspace } from '../../workspace/workspace.ts';
import { type FlagValues, stringFlag } from '../arguments/flag-values.ts';
import { type Parsed, parseFlags } from '../arguments/parse-flags.ts';
import { quotedIfNeeded } from '../arguments/shell-words.ts';
import { configFolders, ownCommand, screen } from '../environment.ts';
import { CommandError } from '../errors/command-error.ts';
import { FAILED, OK, ofSignal } from '../errors/exit-codes.ts';
import { UsageError, unknownName } from '../errors/usage-error.ts';
import { installFlags } from '../flags.ts';
import { type ClientConfig, clients, type Launch } from '../install/clients.ts';
import type { ConfigEntry } from '../install/config-entry.ts';
import { publishedName } from '../install/published.ts';
import { checkServerArguments } from '../install/server-arguments.ts';
import { confirm } from '../output/confirm.ts';
import type { Help } from '../output/help.ts';
import { print, printableLine, printJson } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';

const INSTALLING = { allowAnywhere: true, syntax: 'off' } as const;

export function parse(args: readonly string[]): Parsed {
  return parseFlags(splitArgs(args).own, installFlags);
}

export async function run({ values, positionals }: Parsed, args: readonly string[]): Promise<number> {
  const client = findClient(positionals);
  const name = stringFlag(values, 'name') ?? 'corvid';
  if (!/^[\w-]+$/.test(name)) throw new UsageError(`--name takes letters, digits, - and _, not '${name}'`);
  const path = configPath(client, values.project === true);
  const { serverArgs } = splitArgs(args);
  checkServerArguments(serverArgs);
  const value = client.entry(launchOf(client, values, serverArgs));
  const entry = { section: client.section, name, value, whenNew: client.whenNew };
  // The user named the client, and so the file.
  const workspace = openWorkspace({ ...INSTALLING, allowRead: ['**'], unprotect: ['**'] });
  try {
    const change = await planChange(workspace, path, { format: client.format, entry });
    return await confirmAndWrite({ path, client, change }, values);
  } finally {
    await workspace.close();
  }
}

export function help(basic: Help): Help {
  const rows = clients.map(({ name, title }) => [name, title] as const);
  const more =
    'The entry has the toolset of the client. Options after `--` are passed to the server, as in `corvid install codex -- --toolset full`.';
  return { ...basic, sections: [{ title: 'Clients', rows }, ...basic.sections, more] };
}

function splitArgs(args: readonly string[]) {
  const end = args.indexOf('--');
  return end === -1
    ? { own: args, serverArgs: [] }
    : { own: args.slice(0, end), serverArgs: args.slice(end + 1) };
}

function findClient([name, extra]: readonly string[]): ClientConfig {
  const known = clients.map(({ name }) => name);
  if (name === undefined) throw new UsageError(`install takes the name of a client: ${known.join(', ')}`);
  if (extra !== undefined)
    throw new UsageError(`install takes one client; '${extra}' is one too many (server options go after --)`);
  const client = clients.find((client) => client.name === name);
  if (client) return client;
  throw unknownName('client', name, known);
}

function configPath(client: ClientConfig, forProject: boolean): string {
  if (forProject) {
    if (client.project !== undefined) return resolve(client.project);
    throw new UsageError(`${client.title} has no project configuration: omit --project`);
  }
  const paths = client.user(configFolders());
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

function launchOf(client: ClientConfig, values: FlagValues, serverArgs: readonly string[]): Launch {
  const root =
    client.needsRoot && !serverArgs.includes('--root') && !serverArgs.includes('--allow-anywhere')
      ? ['--root', process.cwd()]
      : [];
  const args = ['mcp', ...root, ...toolsetFor(client, serverArgs), ...serverArgs];
  const own = ownCommand();
  if (values.local || publishedName === null) return { command: own.command, args: [...own.args, ...args] };
  return { command: 'npx', args: ['-y', publishedName, ...args] };
}

/** In the configuration, so that it can be seen and changed there. */
function toolsetFor({ toolset }: ClientConfig, serverArgs: readonly string[]): string[] {
  const isChosen = serverArgs.some((word) => /^--(toolset|tools|read-only)(=|$)/.test(word));
  return isChosen ? [] : ['--toolset', toolset];
}

/** Writes the change, or only computes it. */
type ConfigChange = (dryRun: boolean) => Promise<Edited>;

async function planChange(
  workspace: Workspace,
  path: string,
  { format, entry }: { readonly format: ClientConfig['format']; readonly entry: ConfigEntry },
): Promise<ConfigChange> {
  const { ConfigError, snippetOf, withEntry } = await import('../install/config-text.ts');
  const changed = (text: string) => {
    try {
      return withEntry(format, text, entry);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const snippet = snippetOf(format, entry);
      throw new CommandError(
        `${path} was not changed: ${error.message}.`,
        `Fix it, or add this by hand:\n${snippet.trimEnd()}`,
      );
    }
  };
  const tool = 'corvid install';
  if ((await workspace.info(path)) === undefined)
    return (dryRun) => workspace.create(path, changed(''), { tool, dryRun });
  return (dryRun) =>
    workspace.edit(path, { tool, dryRun }, ({ text }) => {
      const after = changed(text);
      return after === text ? [] : [editBetween(text, after)];
    });
}

type Installation = {
  readonly path: string;
  readonly client: ClientConfig;
  readonly change: ConfigChange;
};

async function confirmAndWrite({ path, client, change }: Installation, values: FlagValues): Promise<number> {
  const { diff } = await change(true);
  const finish = (written: boolean, text: string) => {
    if (values.json) printJson({ ok: true, client: client.name, path, written, diff: diff.text });
    else print(text);
    return OK;
  };
  if (diff.text === '') return finish(false, `${client.title} is already set up: ${printableLine(path)}`);
  if (!values.json) print(`${printableLine(path)}\n${paintDiff(diff.text)}`);
  if (values['dry-run']) return finish(false, 'Nothing was written (--dry-run).');
  const canBeAsked = screen().interactive && !values.json;
  if (!values.yes && !canBeAsked)
    throw new CommandError(
      'Nothing was written: there is no terminal to ask for confirmation.',
      'Pass --yes to write without asking.',
    );
  const answer = values.yes ? 'yes' : await confirm('Write this?');
  if (answer !== 'yes') {
    print(`${answer === 'no' ? '' : '\n'}Nothing was written.`);
    return answer === 'interrupted' ? ofSignal(constants.signals.SIGINT) : FAILED;
  }
  const { undoable } = await change(false);
  const undo = undoable ? ` \`corvid undo ${printableLine(undoArguments(path))}\` undoes it.` : '';
  return finish(true, `Written. Restart ${client.title} to use it.${undo}`);
}

/** Configurations of agents are protected from undo as well. */
function undoArguments(path: string): string {
  const policy = pathPolicy(INSTALLING);
  const isProtected = createPolicyMatcher(policy, []).protecting(path, { isFolder: false });
  const lifted = isProtected ? `--unprotect ${quotedIfNeeded(escapeGlob(path))} ` : '';
  return `${lifted}${quotedIfNeeded(path)}`;
}
