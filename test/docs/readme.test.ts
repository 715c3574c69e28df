import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { clients } from '../../src/cli/install/clients.ts';
import { codeCache, temporaryFolder } from '../corvid-client.ts';

// Every command of the README is run as it stands there, in a project that has Corvid installed.

const repository = fileURLToPath(new URL('../..', import.meta.url));
const readme = await readFile(join(repository, 'README.md'), 'utf8');
const execute = promisify(execFile);
const isWindows = process.platform === 'win32';

/** The lines of its shell blocks, without what is said behind them. */
const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
  block!.split('\n').flatMap((line) => line.replace(/\s+#.*/, '') || []),
);
const inText = [
  ...readme.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`(node \/path\/to\/corvid\/\S+ \w[^`]*)`/g),
].map(([, command]) => command!);

/** What a reader sees who runs the line. Those that start a server or set up the repository have tests of their own. */
const expected: Record<string, RegExp> = {
  'corvid log': /edit_file +src\/a\.ts {2}\+1 -1/,
  'corvid log --diff src/a.ts': /^-const greeting = 'Hello';\n\+const greeting = 'Hi';$/m,
  'corvid undo --list src/a.ts': /edit_file.*\+1 -1/s,
  'corvid undo': /^Undone: edit_file, .*src\/a\.ts\n/,
  'corvid redo': /^Redone: undo of \w+, .*src\/a\.ts\n/,
  'corvid undo src/a.ts': /^Undone: edit_file, .*src\/a\.ts\n/,
  'corvid call file_read --path README.md --end_line 3': /^ {3}1: # A project\n/,
  'corvid completion bash': /complete .*corvid/,
  'node /path/to/corvid/dist/corvid.cjs install codex': /^\+\[mcp_servers\.corvid\]$/m,
  'node /path/to/corvid/dist/corvid.cjs doctor': /^✓ edit +.*\n.*\nAll checks passed\.\n$/m,
};
const SERVER = 'corvid mcp --http 8931';
const FOLLOW = 'corvid log --follow';
const SETUP = ['npm ci && npm run demo', 'npm ci && npm run check'];

let project: string;
let env: Record<string, string>;

beforeEach(async () => {
  const home = await temporaryFolder();
  project = join(home, 'project');
  const bin = join(project, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(project, 'src'));
  await symlink(repository, join(project, 'node_modules', 'corvid'));
  await symlink(join(repository, 'dist', 'corvid.cjs'), join(bin, 'corvid'));
  await writeFile(join(project, 'package.json'), '{ "private": true }\n');
  await writeFile(join(project, 'README.md'), '# A project\n\nOf a user.\n');
  await writeFile(join(project, 'src', 'a.ts'), "const greeting = 'Hello';\n");
  env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    ...codeCache,
    npm_config_cache: join(home, 'npm'),
    npm_config_update_notifier: 'false',
    SHELL: '/bin/bash',
  };
});

/** An edit that the commands for people have something to show of. */
async function edited(): Promise<void> {
  const input = { path: join(project, 'src', 'a.ts'), old_string: "'Hello'", new_string: "'Hi'" };
  await writeFile(input.path, "const greeting = 'Hello';\n");
  await run(`corvid call edit_file '${JSON.stringify(input).replaceAll("'", "'\\''")}'`);
}

function run(line: string): Promise<{ stdout: string }> {
  return execute('bash', ['-c', line.replaceAll('/path/to/corvid', repository)], {
    cwd: project,
    env,
    timeout: 60_000,
  });
}

function start(line: string): ChildProcess {
  return spawn('bash', ['-c', `exec ${line}`], { cwd: project, env, stdio: 'pipe' });
}

describe.skipIf(isWindows)('the commands of the README', () => {
  test('are all known here', () => {
    const known = [...Object.keys(expected), ...SETUP, SERVER, FOLLOW];
    expect([...lines, ...inText].sort()).toEqual(known.sort());
  });

  test.each(Object.entries(expected))('%s', async (line, answer) => {
    await edited();
    if (line === 'corvid redo') await run('corvid undo');
    // Nobody is there to be asked, so install shows what it would do and says that it did not.
    const { stdout } = await run(line).catch((error) => {
      if (!line.includes('install')) throw error;
      return error;
    });
    expect(stdout).toMatch(answer);
  });

  test(`${SERVER} serves MCP to who has the token`, async () => {
    const port = await freePort();
    const server = start(SERVER.replace('8931', String(port)));
    try {
      let said = '';
      for await (const chunk of server.stderr!) {
        said += chunk;
        if (said.includes('Authorization')) break;
      }
      expect(said).toContain(`at http://127.0.0.1:${port}/mcp`);
      const asked = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST' });
      expect(asked.status).toBe(401);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  test(`${FOLLOW} shows edits as they are made`, async () => {
    const following = start(FOLLOW);
    try {
      await edited();
      let said = '';
      for await (const chunk of following.stdout!) {
        said += chunk;
        if (said.includes('src/a.ts')) break;
      }
      expect(said).toMatch(/edit_file +src\/a\.ts/);
    } finally {
      following.kill('SIGINT');
      await once(following, 'exit');
    }
  });

  test('set up the repository as CI does, and their scripts exist', async () => {
    const ci = await readFile(join(repository, '.ci', 'run'), 'utf8');
    expect(ci.trim().split('\n').at(-1)).toBe(SETUP[1]);
    const { scripts } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    for (const line of SETUP) expect(scripts).toHaveProperty(line.split(' ').at(-1)!);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

test.each([
  ['opencode', 'OpenCode'],
  ['cursor', 'Cursor'],
  ['vscode', 'VS Code'],
  ['zed', 'Zed'],
])('what the README has for %s is what `corvid install` writes', (name, title) => {
  const [, json] = new RegExp(`^\\| ${title} \\|.*\`(\\{.*\\})\` \\|$`, 'm').exec(readme)!;
  const { section, entry, whenNew } = clients.find((client) => client.name === name)!;
  const written = { ...entry({ command: 'node', args: ['/path/to/corvid/dist/corvid.cjs'] }), ...whenNew };
  expect(JSON.parse(json!)).toEqual({ [section]: { corvid: written } });
});
