import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { serveHttp } from '../http-corvid.ts';
import { type ClientRun, type Connection, type Start, setups } from './client-setups.ts';
import { pinned } from './registry.ts';
import { openScriptedModel, type Step } from './scripted-model.ts';

// Real clients as black boxes, each with its own toolset: it reads, searches, makes an edit that is refused, corrects
// it, runs commands, and undoes the edit.

const BEFORE = 'def greet(name):\n    return name\n\ndef part(name):\n    return name\n';
const CLIENT_MS = 90_000;
const LONG_LINES = 20_000;
const results: string[] = [];

type Edit = { readonly old: string; readonly new: string };

/** How the models of a client read and edit, in the words of its toolset. */
type Words = {
  readonly read: Call;
  readonly edit: (path: string, edit: Edit) => Call;
};
type Call = { readonly tool: string; readonly input: (path: string) => Record<string, unknown> };

const fileRead: Call = { tool: 'file_read', input: (path) => ({ path }) };

const wordsOf: Readonly<Record<string, Words>> = {
  claude: {
    read: { tool: 'file_editor', input: (path) => ({ command: 'view', path }) },
    edit: (path, edit) => ({
      tool: 'file_editor',
      input: () => ({ command: 'str_replace', path, old_str: edit.old, new_str: edit.new }),
    }),
  },
  codex: {
    read: fileRead,
    edit: (path, edit) => ({
      tool: 'apply_patch',
      input: () => ({
        patch: ['*** Begin Patch', `*** Update File: ${path}`, '@@', ...hunkOf(edit), '*** End Patch'].join(
          '\n',
        ),
      }),
    }),
  },
  gemini: {
    read: fileRead,
    edit: (path, edit) => ({
      tool: 'edit_file',
      input: () => ({ path, old_string: edit.old, new_string: edit.new }),
    }),
  },
};

function hunkOf(edit: Edit): string[] {
  return [
    ...edit.old.split('\n').map((line) => `-${line}`),
    ...edit.new.split('\n').map((line) => `+${line}`),
  ];
}

function scriptFor(path: string, { read, edit }: Words): Step[] {
  const wrong = edit(path, { old: '    return name', new: '    return "Hello, " + name' });
  const right = edit(path, {
    old: 'def greet(name):\n    return name',
    new: 'def greet(name):\n    return "Hello, " + name',
  });
  const terminal = (command: string): Step => ({ tool: 'terminal', input: () => ({ command }) });
  return [
    { tool: read.tool, input: () => read.input(path) },
    { tool: 'search', input: () => ({ pattern: 'def part' }) },
    { tool: wrong.tool, input: () => wrong.input(path) },
    {
      tool: right.tool,
      input: (seen) =>
        seen.includes('MULTIPLE_MATCHES')
          ? right.input(path)
          : { path: 'the refusal did not reach the model' },
    },
    terminal(`cat greeting.py; seq 1 ${LONG_LINES}; exit_with() { return 7; }; exit_with`),
    { tool: 'undo', input: () => ({}) },
  ];
}

type Exit = { readonly code: number | null; readonly output: string };

/** Runs a client in its own process group, which is killed at the end. */
function runClient({ command, args, env }: Start, { home, project }: ClientRun): Promise<Exit> {
  const child = spawn(command, args, {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const timer = setTimeout(() => killGroup(child.pid!), CLIENT_MS);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      killGroup(child.pid!);
      resolve({ code, output });
    }),
  );
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}

/** Processes whose command line contains the folder. */
function processesOf(folder: string): string[] {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandLine).filter((line) => line.includes(folder));
}

describe.each(setups)('$title', ({ client, title, toolset, start }) => {
  test.each(['stdio', 'http'] as const)('completes the script over %s', async (kind) => {
    const home = await temporaryFolder();
    const project = join(home, 'project');
    await mkdir(project);
    const path = join(project, 'greeting.py');
    await writeFile(path, BEFORE);
    const state = join(home, 'corvid-state');
    const log = join(home, 'corvid.log');
    const flags = ['--root', project, '--log-file', log, '--toolset', toolset];
    const corvid = await connection(kind, ['--state-dir', state, ...flags], flags);
    const script = scriptFor(path, wordsOf[toolset] ?? wordsOf.gemini!);
    const model = await openScriptedModel(script);
    const run = { home, project, model: model.url, corvid };
    const started = performance.now();
    try {
      const { code, output } = await runClient(await start(run), run);
      const details = `${model.log.join('\n')}\n${model.seen.join('\n----\n').slice(-6000)}\n${output.slice(-3000)}`;
      expect(model.seen.length, details).toBe(script.length);
      expect(code, details).toBe(0);
      const [shown, found, refused, edited, ran, undone] = model.seen as [string, ...string[]];
      expect(shown, details).toContain('def greet(name):');
      expect(found, details).toContain('4: def part(name):');
      expect(refused, details).toContain('Error -32011 MULTIPLE_MATCHES');
      // Over HTTP, a client with a handshake is not known any more when it calls a tool.
      if (kind === 'stdio') expect(refused!.match(/Multiple occurrences/g), details).toHaveLength(1);
      expect(edited, details).not.toContain('Error -');
      expect(ran, details).toContain('Hello, ');
      expect(ran, details).toContain(`${LONG_LINES}`);
      expect(ran, details).toContain('[Command completed with exit code 7]');
      expect(ran, details).toMatch(/\[Output was cut\. The whole output: \/.+\]/);
      expect(undone, details).toContain('greeting.py');
      expect(await readFile(path, 'utf8')).toBe(BEFORE);
      if (kind === 'stdio') await expect.poll(() => processesOf(home), { timeout: 3_000 }).toEqual([]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      results.push(`| ${title} ${pinned[client][1]} | ${kind} | \`${toolset}\` | ${STORY} | ${seconds} s |`);
    } finally {
      model.close();
    }
  });
});

const STORY = 'read, search, refusal, recovery, command, undo';

async function connection(
  kind: Connection['kind'],
  stdioFlags: readonly string[],
  httpFlags: readonly string[],
): Promise<Connection> {
  if (kind === 'stdio')
    return { kind, command: process.execPath, args: [corvidCommand, 'mcp', ...stdioFlags] };
  const { url, token } = await serveHttp(httpFlags);
  return { kind, url: `${url}/mcp`, token };
}

afterAll(async () => {
  if (!process.env.CORVID_CLIENTS_DOC) return;
  const page = fileURLToPath(new URL('../../docs/clients.md', import.meta.url));
  const table = [
    '| client | transport | toolset | finished | took |',
    '|---|---|---|---|---|',
    ...results,
  ].join('\n');
  const text = await readFile(page, 'utf8');
  const between = /(<!-- results: [^\n]*-->\n)[\s\S]*?(<!-- end of results -->)/;
  await writeFile(
    page,
    text.replace(between, (_, open, close) => `${open}${table}\n${close}`),
  );
});
