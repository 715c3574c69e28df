import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { clients } from '../../src/cli/install/clients.ts';
import { corvidCommand } from '../corvid-client.ts';
import { startInTerminal } from './pty.ts';
import { shell } from './shell.ts';

// Nothing is published yet: clients start this very installation.
const own = { command: process.execPath, args: [corvidCommand] };
const starting = (...more: string[]) => ({ ...own, args: [...own.args, 'mcp', ...more] });
const withSet = (toolset: string) => starting('--toolset', toolset);
const typed = (toolset: string) => ({ type: 'stdio', ...withSet(toolset) });

// Where each client looks on Linux, and what it wants to find there.
const expected: Record<string, [file: string, found: (folder: string) => unknown]> = {
  'claude-code': ['.claude.json', () => ({ mcpServers: { corvid: typed('claude') } })],
  'claude-desktop': [
    'config/Claude/claude_desktop_config.json',
    (folder) => ({
      mcpServers: { corvid: starting('--root', folder, '--toolset', 'claude') },
    }),
  ],
  codex: ['.codex/config.toml', () => ({ mcp_servers: { corvid: withSet('codex') } })],
  gemini: ['.gemini/settings.json', () => ({ mcpServers: { corvid: withSet('gemini') } })],
  opencode: [
    'config/opencode/opencode.json',
    () => {
      const { command, args } = withSet('opencode');
      return { mcp: { corvid: { type: 'local', command: [command, ...args], enabled: true } } };
    },
  ],
  cursor: ['.cursor/mcp.json', () => ({ mcpServers: { corvid: withSet('full') } })],
  vscode: ['config/Code/User/mcp.json', () => ({ servers: { corvid: typed('full') } })],
  zed: [
    'config/zed/settings.json',
    () => ({ context_servers: { corvid: { source: 'custom', ...withSet('full'), env: {} } } }),
  ],
  windsurf: ['.codeium/windsurf/mcp_config.json', () => ({ mcpServers: { corvid: withSet('full') } })],
};

async function settingsIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  return file.endsWith('.toml') ? JSON.parse(JSON.stringify(parseToml(text))) : JSON.parse(text);
}

describe('corvid install', () => {
  test.runIf(process.platform === 'linux')('knows where each client looks and what it wants', async () => {
    expect(clients.map(({ name }) => name)).toEqual(Object.keys(expected));
    const { corvid, folder, home } = await shell();
    const undos: [file: string, undo: string | undefined][] = [];
    for (const [client, [name, found]] of Object.entries(expected)) {
      const file = join(home, name);
      const { code, stdout, stderr } = await corvid(['install', client, '--yes']);
      expect([client, code, stderr]).toEqual([client, 0, '']);
      expect(stdout).toContain(`${file}\n`);
      expect(stdout).toMatch(/^\+.*corvid/m);
      const [, undo] = /`corvid (undo .*)` undoes it\./.exec(stdout)!;
      expect(undo).toMatch(new RegExp(`^undo (--unprotect ${file} )?${file}$`));
      // One that is protected, and one that is not.
      if (client === 'codex' || client === 'zed') undos.push([file, undo]);
      expect(await settingsIn(file)).toEqual(found(folder));
    }
    for (const [, undo] of undos)
      expect(await corvid(undo!.split(' '))).toMatchObject({ code: 0, stderr: '' });
    expect(undos.map(([file]) => existsSync(file))).toEqual([false, false]);
    const again = await corvid(['install', 'cursor', '--yes']);
    expect(again.stdout).toBe(`Cursor is already set up: ${join(home, '.cursor/mcp.json')}\n`);
  });

  test('changes an existing configuration only by its own entry, and can be undone', async () => {
    const { corvid, home } = await shell();
    const file = join(home, '.gemini/settings.json');
    const before = '{\n  // mine\n  "ui": {"theme": "x"}\n}\n';
    await mkdir(dirname(file));
    await writeFile(file, before);
    await corvid(['install', 'gemini', '--yes', '--name', 'hands', '--', '--toolset', 'gemini']);
    const after = await readFile(file, 'utf8');
    expect(after).toContain('  // mine\n  "ui": {"theme": "x"},\n  "mcpServers": {');
    expect(JSON.parse(after.replace('// mine', ''))).toMatchObject({
      mcpServers: { hands: { ...own, args: [...own.args, 'mcp', '--toolset', 'gemini'] } },
    });
    expect((await corvid(['undo', file])).stderr).toContain('Path is protected: ');
    expect(await corvid(['undo', '--unprotect', file, file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test.each([['--toolset', 'lines'], ['--tools=file_read'], ['--read-only']])(
    'leaves the choice of tools to %s %s',
    async (...chosen) => {
      const { corvid, path } = await shell();
      await corvid(['install', 'gemini', '--project', '-y', '--', ...chosen]);
      expect(await settingsIn(path('.gemini/settings.json'))).toEqual({
        mcpServers: { corvid: starting(...chosen) },
      });
    },
  );

  test('writes to the project', async () => {
    const { corvid, path } = await shell();
    await corvid(['install', 'vscode', '--project', '--local', '-y']);
    expect(await settingsIn(path('.vscode/mcp.json'))).toEqual({ servers: { corvid: typed('full') } });
    const { code, stderr } = await corvid(['install', 'windsurf', '--project', '-y']);
    expect(code).toBe(2);
    expect(stderr).toContain('Windsurf has no project configuration: omit --project');
  });

  test('writes a command that runs, also when it was started by a link that goes away', async () => {
    const { corvid, home, environment, folder } = await shell();
    const link = join(home, 'corvid');
    await symlink(corvidCommand, link);
    const run = promisify(execFile);
    await run(process.execPath, [link, 'install', 'codex', '--yes'], { cwd: folder, env: environment });
    await rm(link);
    const { mcp_servers: servers } = (await settingsIn(join(home, '.codex/config.toml'))) as {
      mcp_servers: { corvid: { command: string; args: string[] } };
    };
    expect(servers.corvid).toEqual(withSet('codex'));
    const { stdout } = await run(servers.corvid.command, [...own.args, '--version']);
    expect(stdout).toBe((await corvid(['--version'])).stdout);
  });

  test('only shows with --dry-run, and writes nothing without a terminal to ask', async () => {
    const { corvid, home } = await shell();
    const shown = await corvid(['install', 'codex', '--dry-run']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('+[mcp_servers.corvid]\n');
    expect(shown.stdout).toMatch(/Nothing was written \(--dry-run\)\.\n$/);
    const unasked = await corvid(['install', 'codex']);
    expect(unasked).toMatchObject({
      code: 1,
      stderr:
        'corvid: Nothing was written: there is no terminal to ask for confirmation.\nPass --yes to write without asking.\n',
    });
    expect(existsSync(join(home, '.codex'))).toBe(false);
  });

  test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'asks on a terminal, and follows the answer',
    async () => {
      const { onTerminal, home } = await shell();
      const refused = await onTerminal(['install', 'cursor'], {}, 'n\n');
      expect(refused.stdout).toContain('Write this? [y/N]');
      expect(refused.stdout).toContain('Nothing was written.');
      expect(existsSync(join(home, '.cursor'))).toBe(false);
      const agreed = await onTerminal(['install', 'cursor'], {}, 'y\n');
      expect(agreed.stdout).toContain('Written. Restart Cursor to use it.');
      expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(true);
    },
  );

  test.each([
    ['\u0003', 130],
    ['\u0004', 1],
  ])('writes nothing if the question is left with %j', async (key, code) => {
    const opened = await shell();
    const session = startInTerminal(opened, ['install', 'cursor']);
    await session.until('[y/N]');
    session.press(key);
    expect(await session.ended).toBe(code);
    expect(await session.screen()).toMatch(/Write this\? \[y\/N\].*\nNothing was written\.$/);
    expect(existsSync(join(opened.home, '.cursor'))).toBe(false);
  });

  test('says how to undo it in words that a shell understands', async () => {
    const { corvid, path } = await shell();
    const cwd = path("it's mine");
    await mkdir(cwd);
    const { stdout } = await corvid(['install', 'cursor', '--project', '-y'], { cwd });
    const file = join(cwd, '.cursor/mcp.json').replace("'", "'\\''");
    expect(stdout).toContain(
      `\`corvid undo --unprotect '${file.replace(' ', '\\ ')}' '${file}'\` undoes it.`,
    );
  });

  test('leaves a configuration that it does not understand as it is', async () => {
    const { corvid, home } = await shell();
    const file = join(home, '.cursor/mcp.json');
    await mkdir(dirname(file));
    await writeFile(file, '{ "mcpServers": oops }');
    const { code, stderr } = await corvid(['install', 'cursor', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `corvid: ${file} was not changed: it is not valid JSON: InvalidSymbol in line 1.\nFix it, or add this by hand:\n` +
        `${JSON.stringify({ mcpServers: { corvid: withSet('full') } })}\n`,
    );
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": oops }');
    expect(await readdir(dirname(file))).toEqual(['mcp.json']);
  });

  test('shows the lines to enter by hand in the language of the configuration', async () => {
    const { corvid, home } = await shell();
    const file = join(home, '.codex/config.toml');
    await mkdir(dirname(file));
    await writeFile(file, 'mcp_servers = { foo = { command = "x" } }\n');
    expect(await corvid(['install', 'codex', '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `corvid: ${file} was not changed: its \`mcp_servers\` is an inline table, which cannot be extended: write its contents as separate tables.
Fix it, or add this by hand:
[mcp_servers.corvid]
command = "${own.command}"
args = [ "${corvidCommand}", "mcp", "--toolset", "codex" ]
`,
    });
  });

  test('keeps what else an entry says', async () => {
    const { corvid, home } = await shell();
    const file = join(home, '.codex/config.toml');
    await mkdir(dirname(file));
    await corvid(['install', 'codex', '--yes']);
    const mine = 'startup_timeout_sec = 60\r\n\r\n[mcp_servers.corvid.env]\r\nA = "1" # mine\r\n';
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n') + mine);
    await corvid(['install', 'codex', '--yes', '--', '--toolset', 'full']);
    expect(await readFile(file, 'utf8')).toBe(
      `[mcp_servers.corvid]\r\ncommand = "${own.command}"\r\nargs = [ "${corvidCommand}", "mcp", "--toolset", "full" ]\r\n${mine}`,
    );
  });

  test('prints JSON on request, does not ask, and reports failures in the same shape', async () => {
    const { corvid, home } = await shell();
    const install = async (...flags: string[]) => {
      const { code, stdout, stderr } = await corvid(['install', 'cursor', '--json', ...flags]);
      expect(stderr).toBe('');
      return { code, ...JSON.parse(stdout) };
    };
    const path = join(home, '.cursor/mcp.json');
    const diff = expect.stringContaining('+    "corvid": {\n');
    const result = { code: 0, ok: true, client: 'cursor', path };
    expect(await install('--dry-run')).toEqual({ ...result, written: false, diff });
    expect(await install()).toEqual({
      code: 1,
      ok: false,
      error: {
        name: 'FAILED',
        message: 'Nothing was written: there is no terminal to ask for confirmation.',
        hint: 'Pass --yes to write without asking.',
      },
    });
    expect(existsSync(path)).toBe(false);
    expect(await install('--yes')).toEqual({ ...result, written: true, diff });
    expect(await install('--yes')).toEqual({ ...result, written: false, diff: '' });
    expect(await install('--nope')).toEqual({
      code: 2,
      ok: false,
      error: { name: 'USAGE', message: "there is no option '--nope'" },
    });
  });

  test.each([
    [[], 'install takes the name of a client: claude-code, claude-desktop, codex, '],
    [['emacs'], "there is no client 'emacs'. Clients: claude-code, "],
    [['cluade-code'], "there is no client 'cluade-code'; did you mean 'claude-code'?"],
    [['codex', 'zed'], "install takes one client; 'zed' is one too many (server options go after --)"],
    [
      ['zed', '-y', '--', '--bogus'],
      "the server would not start with the options after `--`: there is no option '--bogus'",
    ],
    [['zed', '-y', '--', 'src'], "`--`: mcp takes no 'src'; folders are given with --root"],
    [['zed', '-y', '--', '--toolset', 'codx'], "`--`: --toolset takes 'full', "],
    [['zed', '-y', '--', '--root', '/gone'], "`--`: --root '/gone' is not a folder"],
    [['zed', '-y', '--', '--max-view', 'x'], '`--`: --max-view takes a whole number'],
    [['codex', '--name', 'a b'], "--name takes letters, digits, - and _, not 'a b'"],
  ])('says how it is called: %j', async (args, message) => {
    const { corvid, home } = await shell();
    const { code, stderr } = await corvid(['install', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(join(home, 'config'))).toBe(false);
  });

  test('passes on server options that only the client can make sense of', async () => {
    const { corvid } = await shell();
    const server = ['--root', 'its/project', '--secret', 'NOT_HERE', '--secrets-file', 'later'];
    const { code, stdout } = await corvid(['install', 'vscode', '-y', '--', ...server]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('its/project')]);
  });
});
