import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { listTools } from '../../src/tools/call/library.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { serveHttp } from '../http-corvid.ts';
import { type ClientRun, type Connection, type Start, setups } from './client-setups.ts';
import { pinned } from './registry.ts';
import { openScriptedModel, type Step } from './scripted-model.ts';

// Real clients as black boxes: each makes an edit that is refused, corrects it, and runs a command.

const BEFORE = 'def greet(name):\n    return name\n\ndef part(name):\n    return name\n';
const AFTER = BEFORE.replace('return name', 'return "Hello, " + name');
const CLIENT_MS = 90_000;
const hasTerminal = listTools().some(({ name }) => name === 'terminal');
const results: string[] = [];

function scriptFor(path: string): Step[] {
  const edit = (old_str: string, new_str: string) => ({ command: 'str_replace', path, old_str, new_str });
  const steps: Step[] = [
    { tool: 'file_read', input: () => ({ path }) },
    { tool: 'file_editor', input: () => edit('    return name', '    return "Hello, " + name') },
    {
      tool: 'file_editor',
      input: (seen) =>
        seen.includes('MULTIPLE_MATCHES')
          ? edit('def greet(name):\n    return name', 'def greet(name):\n    return "Hello, " + name')
          : { command: 'the refusal did not reach the model' },
    },
  ];
  const command: Step = { tool: 'terminal', input: () => ({ command: 'echo corvid-$((6 * 7))' }) };
  return hasTerminal ? [...steps, command] : steps;
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

describe.each(setups)('$title', ({ client, title, start }) => {
  test.each(['stdio', 'http'] as const)('completes the script over %s', async (kind) => {
    const home = await temporaryFolder();
    const project = join(home, 'project');
    await mkdir(project);
    const path = join(project, 'greeting.py');
    await writeFile(path, BEFORE);
    const state = join(home, 'corvid-state');
    const log = join(home, 'corvid.log');
    const flags = ['--root', project, '--log-file', log];
    const corvid = await connection(kind, ['--state-dir', state, ...flags], flags);
    const script = scriptFor(path);
    const model = await openScriptedModel(script);
    const run = { home, project, model: model.url, corvid };
    const started = performance.now();
    try {
      const { code, output } = await runClient(await start(run), run);
      const details = `${model.log.join('\n')}\n${output.slice(-3000)}`;
      expect(model.seen.length, details).toBe(script.length);
      expect(code, details).toBe(0);
      expect(model.seen[0]).toContain('1: def greet(name):');
      expect(model.seen[1]).toContain('Error -32011 MULTIPLE_MATCHES');
      expect(model.seen[1]).toContain('[2, 5]');
      expect(model.seen[2]).toContain('has been edited');
      if (hasTerminal) expect(model.seen[3]).toContain('corvid-42');
      expect(await readFile(path, 'utf8')).toBe(AFTER);
      if (kind === 'stdio') await expect.poll(() => processesOf(home), { timeout: 3_000 }).toEqual([]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const steps = hasTerminal ? 'edit, refusal, recovery, command' : 'edit, refusal, recovery';
      results.push(`| ${title} ${pinned[client][1]} | ${kind} | ${steps} | ${seconds} s |`);
    } finally {
      model.close();
    }
  });
});

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
  const table = ['| client | transport | finished | took |', '|---|---|---|---|', ...results].join('\n');
  const text = await readFile(page, 'utf8');
  const between = /(<!-- results: [^\n]*-->\n)[\s\S]*?(<!-- end of results -->)/;
  await writeFile(
    page,
    text.replace(between, (_, open, close) => `${open}${table}\n${close}`),
  );
});
