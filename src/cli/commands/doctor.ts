import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBash } from '../../adapters/terminals/find-bash.ts';
import { pathPolicy, type WorkspaceOptions } from '../../open-workspace.ts';
import { version } from '../../version.ts';
import type { FlagValues } from '../arguments/flag-values.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { flagSettings, settingsOf } from '../config/settings.ts';
import { checkConfiguration } from '../doctor/check-configuration.ts';
import {
  type Check,
  checkBash,
  checkCodeCache,
  checkNode,
  checkPolicy,
  checkProgram,
  checkRoot,
  checkStateFolder,
} from '../doctor/machine-checks.ts';
import { cacheFolder, ownCommand, variable } from '../environment.ts';
import { CommandError } from '../errors/command-error.ts';
import { FAILED, OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { type CallToolResult, Client, StdioClientTransport } from '../mcp-client.ts';
import { uncheckedOptions } from '../options.ts';
import { paint, print, printJson } from '../output/output.ts';
import { withProgress } from '../output/progress.ts';

const CONTENT = 'one\r\ntwo\r\n';
const MARKS = { ok: ['green', '✓'], missing: ['yellow', '!'], failed: ['red', '✗'] } as const;

export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`doctor takes no '${positionals[0]}'`);
  const { settings, configuration } = await checkedSettings(values);
  const options = uncheckedOptions(settings);
  const checks = await withProgress('Checking', values.json !== true, async () => [
    configuration,
    ...(await machine(options)),
    ...(await selfTest()),
  ]);
  const isOk = !checks.some(({ state }) => state === 'failed');
  if (values.json) printJson({ ok: isOk, version, checks });
  else for (const check of checks) print(row(check));
  if (!values.json) print(isOk ? 'All checks passed.' : 'Fix the items marked ✗.');
  return isOk ? OK : FAILED;
}

/** A file that cannot be used is a finding here; the other checks go on without it. */
async function checkedSettings(values: FlagValues) {
  try {
    const settings = await settingsOf(values);
    return { settings, configuration: await checkConfiguration(settings) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const text = `${error.message.replace(/\.$/, '')}. ${error.hint}`;
    const configuration: Check = { name: 'configuration', state: 'failed', text };
    return { settings: flagSettings(values), configuration };
  }
}

function row({ name, state, text }: Check): string {
  const [colour, mark] = MARKS[state];
  return `${paint(colour, mark)} ${name.padEnd(14)}${text}`;
}

function machine({ roots = [], stateDirectory = '', ...options }: WorkspaceOptions): Promise<Check[]> {
  return Promise.all([
    checkNode(process.versions.node),
    checkBash(() => findBash(variable('PATH'))),
    checkProgram('tmux', '-V', 'only `--terminal tmux` needs it'),
    checkProgram('python3', '--version', 'only your own Python projects need it'),
    checkStateFolder(stateDirectory),
    checkCodeCache(cacheFolder()),
    ...roots.map(checkRoot),
    checkPolicy(pathPolicy({ ...options, roots, stateDirectory })),
  ]);
}

/** Starts the real server as a client does, in a temporary folder. */
async function selfTest(): Promise<Check[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-doctor-')));
  const client = new Client({ name: 'corvid-doctor', version });
  try {
    const started = performance.now();
    const { command, args: own } = ownCommand();
    const args = [...own, 'mcp', '--root', folder, '--state-dir', join(folder, '.corvid')];
    await client.connect(new StdioClientTransport({ command, args, cwd: folder }));
    const ms = Math.round(performance.now() - started);
    const { tools } = await client.listTools();
    const server: Check = {
      name: 'server',
      state: 'ok',
      text: `starts in ${ms} ms, with ${tools.length} tools`,
    };
    const checks = [server, await checked('edit', () => editAndUndo(client, join(folder, 'a.txt')))];
    const hasTerminal = tools.some(({ name }) => name === 'terminal');
    return hasTerminal ? [...checks, await checked('command', () => runCommand(client))] : checks;
  } catch (error) {
    return [{ name: 'server', state: 'failed', text: `does not start: ${(error as Error).message}` }];
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checked(name: string, test: () => Promise<string>): Promise<Check> {
  try {
    return { name, state: 'ok', text: await test() };
  } catch (error) {
    return { name, state: 'failed', text: (error as Error).message };
  }
}

async function editAndUndo(client: Client, path: string): Promise<string> {
  await writeFile(path, CONTENT);
  const edit = { command: 'str_replace', path, old_str: 'two', new_str: 'three' };
  await call(client, 'file_editor', edit);
  await expectContent(path, CONTENT.replace('two', 'three'));
  await call(client, 'file_editor', { command: 'undo_edit', path });
  await expectContent(path, CONTENT);
  return 'applied and undone; the file is byte for byte as before';
}

async function runCommand(client: Client): Promise<string> {
  const text = await call(client, 'terminal', { command: 'echo corvid-$((6 * 7))' });
  if (text.includes('corvid-42')) return 'ran in the terminal';
  throw new Error(`the terminal returned ${JSON.stringify(text.slice(0, 200))} instead of corvid-42`);
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const text = result.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  if (result.isError) throw new Error(text);
  return text;
}

async function expectContent(path: string, expected: string): Promise<void> {
  const found = await readFile(path, 'utf8');
  if (found !== expected)
    throw new Error(`the file contains ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}
