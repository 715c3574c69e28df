import { existsSync } from 'node:fs';
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clients } from '../../src/cli/clients.ts';
import { openWorkspace } from '../../src/open-workspace.ts';
import { listTools } from '../../src/tools/library.ts';
import { type Run, type Shell, shell } from './shell.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

function lines(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The message of a usage error: exit code 2, nothing on stdout, one line and where to find help. */
function usageMessage({ code, stdout, stderr }: Run): string {
  expect(code).toBe(2);
  expect(stdout).toBe('');
  const [message, ...rest] = lines(stderr);
  expect(rest).toEqual(['`corvid --help` shows how to call it.']);
  return message!;
}

const ESCAPE = '\u001b[';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

const workspaceFlags = [
  '--root DIR',
  '--allow-anywhere',
  '--read-only',
  '--state-dir DIR',
  '--matching POLICY',
  '--syntax POLICY',
  '--encoding NAME',
  '--max-file-size BYTES',
  '--max-view CHARS',
  '--history-entries N',
  '--history-size BYTES',
];

const terminalFlags = [
  '--terminal BACKEND',
  '--secret NAME',
  '--secrets-file FILE',
  '--pass-env NAME',
  '--max-output CHARS',
  '--soft-timeout SECONDS',
];

const toolNames = listTools()
  .map((tool) => tool.name)
  .join(', ');
const parameterFlags = listTools().flatMap(({ inputSchema }) =>
  Object.keys(inputSchema.properties as object).map((name) => `--${name}`),
);

const flagsOf: Record<string, string[]> = {
  mcp: [
    ...[
      ...workspaceFlags,
      ...terminalFlags,
      '--tools A,B',
      '--toolset NAME',
      '--errors STYLE',
      '--log-file FILE',
    ],
    ...['--http [HOST:]PORT', '--token-file FILE', '--allow-host NAME', '--allow-origin NAME'],
    ...['--terminal-idle SECONDS', '-h, --help'],
  ],
  call: [...workspaceFlags, ...terminalFlags, '--json', '-h, --help'],
  undo: ['--list', '-n, --limit N', ...workspaceFlags, '--json', '-h, --help'],
  log: ['--state-dir DIR', '-n, --limit N', '--diff', '-f, --follow', '--json', '-h, --help'],
  install: ['-y, --yes', '--dry-run', '--project', '--name NAME', '--local', '-h, --help'],
  doctor: ['--root DIR', '--state-dir DIR', '--json', '-h, --help'],
  terminal: ['--watch', '--json', '-h, --help'],
  demo: ['-h, --help'],
};

/** What a command tells below its flags. */
const moreOf: Record<string, string[]> = {
  call: parameterFlags,
  install: clients.map(({ name }) => name),
};

describe('help', () => {
  test.each(['--version', '-v'])('%s prints the version and nothing else', async (flag) => {
    const { corvid } = await shell();
    expect(await corvid([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each(['--help', '-h', 'help'])('%s names every command and how to connect', async (flag) => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid([flag]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`corvid ${version}: `);
    for (const name of Object.keys(flagsOf)) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
    expect(stdout).toContain('claude mcp add corvid -- npx -y corvid');
  });

  test.each(Object.entries(flagsOf))('of %s lists each of its flags, three ways', async (name, flags) => {
    const { corvid } = await shell();
    const [byHelp, byFlag, byLetter] = await Promise.all([
      corvid(['help', name]),
      corvid([name, '--help']),
      corvid([name, '-h']),
    ]);
    expect(byHelp).toMatchObject({ code: 0, stderr: '' });
    expect(byFlag).toEqual(byHelp);
    expect(byLetter).toEqual(byHelp);
    const [usage, , , heading, ...rows] = lines(byHelp.stdout).filter((_, i) => i !== 1);
    expect(usage).toMatch(new RegExp(`^corvid ${name}`));
    const listed = [heading, ...rows].filter((row) => row?.startsWith('  ')).map(flagIn);
    expect(listed.slice(0, flags.length)).toEqual(flags);
    expect(listed.slice(flags.length)).toEqual(moreOf[name] ?? []);
  });
});

function flagIn(row: string | undefined): string {
  return row!.trim().split(/ {2,}/)[0]!;
}

describe('a mistake in the call ends with 2 and says what to do:', () => {
  test.each([
    [
      ['nope'],
      "corvid: there is no command 'nope'. Commands: mcp, acp, call, undo, log, install, doctor, terminal, demo",
    ],
    [
      ['help', 'nope'],
      "corvid: there is no command 'nope'. Commands: mcp, acp, call, undo, log, install, doctor, terminal, demo",
    ],
    [['--nope'], "corvid: Unknown option '--nope'"],
    [['mcp', '--nope'], "corvid: Unknown option '--nope'"],
    [['log', '--nope'], "corvid: Unknown option '--nope'"],
    [['undo', '--nope'], "corvid: Unknown option '--nope'"],
    [['demo', '--nope'], "corvid: Unknown option '--nope'"],
    [['call', 'file_editor', '--nope', '1'], "corvid: Unknown option '--nope'"],
    [['mcp', '--root'], "corvid: Option '--root <value>' argument missing"],
    [['mcp', 'folder'], "corvid: mcp takes no 'folder'; folders are given with --root"],
    [['mcp', '--max-view', 'many'], "corvid: --max-view takes a whole number above 0, not 'many'"],
    [['mcp', '--max-file-size', '1.5'], "corvid: --max-file-size takes a whole number above 0, not '1.5'"],
    [['mcp', '--history-entries', '0'], "corvid: --history-entries takes a whole number above 0, not '0'"],
    [['mcp', '--history-size=-1'], "corvid: --history-size takes a whole number above 0, not '-1'"],
    [['undo', '-n', '3'], 'corvid: --limit goes with --list: corvid undo --list --limit 3'],
    [['log', '-n', 'all'], "corvid: --limit takes a whole number above 0, not 'all'"],
    [['mcp', '--errors', 'loud'], "corvid: --errors takes 'result' or 'jsonrpc', not 'loud'"],
    [['mcp', '--tools', 'file_read,nope'], `corvid: Unknown tool: nope. Known tools: ${toolNames}.`],
    [['call'], `corvid: call needs the name of a tool. Tools: ${toolNames}`],
    [['call', 'nope'], `corvid: there is no tool 'nope'. Tools: ${toolNames}`],
    [['call', 'file_editor', '[1]'], 'corvid: the input must be a JSON object'],
    [['call', 'file_editor', 'null'], 'corvid: the input must be a JSON object'],
  ])('%j', async (args, message) => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(args))).toBe(message);
  });

  test('broken JSON, as an argument and from stdin', async () => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(['call', 'file_editor', '{"command":']))).toMatch(
      /^corvid: the input is not JSON: .*JSON/,
    );
    expect(usageMessage(await corvid(['call', 'file_editor', '-'], { input: 'view' }))).toMatch(
      /^corvid: the input is not JSON: .*JSON/,
    );
  });
});

describe('the server', () => {
  test.each([[[]], [['mcp']], [['--read-only']]])('answers on a pipe when called with %j', async (args) => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid(args, { input: `${initialize}\n` });
    expect([code, stderr]).toEqual([0, '']);
    expect(lines(stdout)).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'corvid', version } } });
  });

  test('ends at once and says nothing when its input is empty', async () => {
    const { corvid } = await shell();
    expect(await corvid([])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves nothing in the folder that it is started in', async () => {
    const { corvid, folder } = await shell();
    // An empty variable counts as none.
    await corvid([], { input: `${initialize}\n`, env: { XDG_CACHE_HOME: '', XDG_STATE_HOME: '' } });
    expect(await readdir(folder)).toEqual([]);
    expect(await readdir(join(folder, '..', '.cache', 'corvid'))).toHaveLength(1);
  });

  test('writes nothing but the protocol to stdout, whatever happens', async () => {
    const { corvid, folder, path } = await shell();
    const call = (id: number, input: unknown) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'file_editor', arguments: input },
      });
    const input = [
      initialize,
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      call(2, { command: 'create', path: path('a.txt'), file_text: 'one\n' }),
      call(3, { command: 'view', path: path('gone') }),
      'not JSON',
      call(4, 'no object'),
      JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'no/such/method' }),
      '',
    ].join('\n');
    // A folder is no place for a log, which is said on stderr.
    const { code, stdout, stderr } = await corvid(['mcp', '--log-file', folder], {
      input,
      env: { FORCE_COLOR: '1' },
    });
    expect(code).toBe(0);
    const answers = lines(stdout).map((line) => JSON.parse(line) as { jsonrpc: string; id: number | null });
    expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(answers.map(({ id }) => id ?? 0).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const line of lines(stderr)) expect(line).toMatch(/^corvid: cannot write the log: EISDIR/);
  });
});

describe('corvid call', () => {
  test('shows a diff once, whether or not the tool tells it itself', async () => {
    const { corvid, folder } = await shell();
    await writeFile(join(folder, 'a.txt'), 'one\n');
    const path = join(folder, 'a.txt');
    const edits = [
      ['edit_file', '--old_string', 'one', '--new_string', 'two'],
      ['file_editor', '--command', 'str_replace', '--old_str', 'two', '--new_str', 'three'],
    ];
    for (const edit of edits) {
      const { stdout } = await corvid(['call', ...edit, '--path', path]);
      expect(stdout.split('+++ a.txt').length - 1, stdout).toBe(1);
    }
  });

  test('takes the input as JSON and prints result and diff', async () => {
    const { path, edit } = await shell();
    await writeFile(path('a.txt'), 'one\ntwo\n');
    const { stdout } = await edit('str_replace', 'a.txt', { old_str: 'two', new_str: 'three' });
    expect(stdout).toBe(
      [
        `The file ${path('a.txt')} has been edited. Here's the result of running \`cat -n\` on a snippet of ${path('a.txt')}:`,
        '     1\tone',
        '     2\tthree',
        'Review the changes and make sure they are as expected. Edit the file again if necessary.',
        '',
        '--- a.txt',
        '+++ a.txt',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+three',
        '',
      ].join('\n'),
    );
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\nthree\n');
  });

  test('takes the input from stdin', async () => {
    const { corvid, path } = await shell();
    const input = JSON.stringify({
      command: 'create',
      path: path('ä.txt'),
      file_text: "it's “quoted” $HOME\n",
    });
    const { code, stdout } = await corvid(['call', 'file_editor', '-'], { input });
    expect(code).toBe(0);
    expect(stdout).toContain(`File created successfully at: ${path('ä.txt')}\n`);
    expect(await readFile(path('ä.txt'), 'utf8')).toBe("it's “quoted” $HOME\n");
  });

  test('takes the input as flags, with numbers and lists as they are typed', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\ntwo\nthree\n');
    const call = (...flags: string[]) => corvid(['call', 'file_editor', '--path', path('a.txt'), ...flags]);
    expect((await call('--command', 'view', '--view_range', '[2, -1]')).stdout).toMatch(
      /:\n {5}2\ttwo\n {5}3\tthree\n$/,
    );
    expect(await call('--command', 'insert', '--insert_line', '0', '--new_str=- zero')).toMatchObject({
      code: 0,
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('- zero\none\ntwo\nthree\n');
    const read = await corvid([
      'call',
      'file_read',
      '--path',
      path('a.txt'),
      '--start_line',
      '3',
      '--end_line',
      '3',
    ]);
    expect(read).toEqual({ code: 0, stdout: '   3: two\n', stderr: '' });
  });

  test('lets a flag add to the JSON, and win over it', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const json = JSON.stringify({ command: 'view', path: path('gone') });
    const { stdout } = await corvid(['call', 'file_editor', json, '--path', path('a.txt')]);
    expect(stdout).toContain('     1\tone\n');
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const done = await corvid(['call', 'file_read', '--path', path('a.txt'), '--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual({
      ok: true,
      text: '   1: one',
      result: expect.objectContaining({ path: path('a.txt'), total_lines: 1 }),
    });
    const failed = await corvid(['call', 'file_read', '--path', path('gone'), '--json']);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual({
      ok: false,
      error: {
        code: -32001,
        name: 'FILE_NOT_FOUND',
        message: `File not found: ${path('gone')}`,
        data: { path: path('gone') },
      },
    });
  });

  test('ends with 1 and the error on stderr when the tool fails', async () => {
    const { corvid, path, folder } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    const call = (...flags: string[]) =>
      corvid(['call', 'file_editor', '--command', 'view', '--path', ...flags]);
    expect(await call(path('gone'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -32001 FILE_NOT_FOUND: File not found: ${path('gone')}\n`,
    });
    expect(await call('a.txt')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -32600 INVALID_PARAMS: Path must be absolute: a.txt\nDid you mean ${path('a.txt')}?\n`,
    });
    expect((await call('/etc/hostname')).stderr).toBe(
      `Error -31002 OUTSIDE_ROOTS: Path is outside the allowed folders: /etc/hostname. Allowed: ${folder}. ` +
        'Use a path inside them, or ask the user to start Corvid with another `--root`.\n',
    );
    expect(await call('/etc/hostname', '--allow-anywhere')).toMatchObject({ code: 0 });
    expect(await call('/etc/hostname', '--root', '/etc')).toMatchObject({ code: 0 });
  });

  test('refuses a tool that writes when it is read-only', async () => {
    const { corvid, path } = await shell();
    expect(
      await corvid([
        'call',
        'file_editor',
        '--read-only',
        '--command',
        'create',
        '--path',
        path('a'),
        '--file_text',
        '',
      ]),
    ).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -32002 PERMISSION_DENIED: Permission denied: ${path('a')}\nCorvid runs with --read-only.\n`,
    });
    expect(existsSync(path('a'))).toBe(false);
  });

  test('keeps to the limits that it is given', async () => {
    const { corvid, path } = await shell();
    await writeFile(path('a.txt'), 'one\n'.repeat(100));
    const cut = await corvid(['call', 'file_read', '--path', path('a.txt'), '--max-view', '50']);
    expect(cut.stdout.length).toBeLessThan(300);
    expect(cut.stdout).toMatch(/ of 100 /);
    const tooLarge = await corvid([
      ...['call', 'file_editor', '--max-file-size', '399', '--command', 'insert'],
      ...['--path', path('a.txt'), '--insert_line', '0', '--new_str', 'x'],
    ]);
    expect(tooLarge).toMatchObject({ code: 1, stdout: '' });
    expect(tooLarge.stderr).toContain(
      `Error -31003 FILE_TOO_LARGE: File is too large: ${path('a.txt')} has 400 bytes, the limit is 399.`,
    );
  });
});

describe('corvid log', () => {
  test('says so when there is nothing', async () => {
    const { corvid } = await shell();
    expect(await corvid(['log'])).toEqual({ code: 0, stdout: 'No edits are remembered.\n', stderr: '' });
    expect(await corvid(['log', '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await corvid(['log', 'gone.txt'])).toMatchObject({
      code: 0,
      stdout: 'No edits are remembered.\n',
    });
  });

  test('lists the edits of all files, newest first, with time, tool, path and lines', async () => {
    const { corvid, edit, folder } = await withThreeEdits();
    const { code, stdout, stderr } = await corvid(['log'], { env: { TZ: 'UTC' } });
    expect([code, stderr]).toEqual([0, '']);
    const rows = lines(stdout).map((line) => line.split(/ {2,}/));
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['file_editor str_replace', 'a.txt', '+2 -1'],
      ['file_editor create', 'sub/b.txt', '+3 -0'],
      ['file_editor create', 'a.txt', '+1 -0'],
    ]);
    for (const [time] of rows) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(Math.abs(Date.now() - Date.parse(`${time!.replace(' ', 'T')}Z`))).toBeLessThan(60_000);
    }
    const elsewhere = await corvid(['log', '-n', '1'], { cwd: join(folder, 'sub') });
    expect(elsewhere.stdout).toMatch(new RegExp(` ${join(folder, 'a.txt')} {2}\\+2 -1\n$`));
    await edit('undo_edit', 'a.txt');
    expect(lines((await corvid(['log'])).stdout)).toHaveLength(2);
  });

  test('lists as many as asked for, of one file if one is named', async () => {
    const { corvid, folder } = await withThreeEdits();
    expect(lines((await corvid(['log', '-n', '2'])).stdout)).toHaveLength(2);
    expect(lines((await corvid(['log', '--limit', '1'])).stdout)[0]).toContain('file_editor str_replace');
    const ofFile = await corvid(['log', 'b.txt'], { cwd: join(folder, 'sub') });
    expect(ofFile.stdout).toMatch(/^\S+ \S+ {2}file_editor create {7}b\.txt {2}\+3 -0\n$/);
  });

  test('shows the diffs on request', async () => {
    const { corvid } = await withThreeEdits();
    const { stdout } = await corvid(['log', '--diff', '-n', '1']);
    expect(lines(stdout).slice(1)).toEqual(['--- a.txt', '+++ a.txt', '@@ -1,1 +1,2 @@', '-one', '+1', '+2']);
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await withThreeEdits();
    const entries = JSON.parse((await corvid(['log', '--json'])).stdout) as { time: number }[];
    expect(entries).toMatchObject([
      { tool: 'file_editor str_replace', path: path('a.txt'), kind: 'edit', linesAdded: 2, linesRemoved: 1 },
      { tool: 'file_editor create', path: path('sub/b.txt'), kind: 'create', linesAdded: 3, linesRemoved: 0 },
      { tool: 'file_editor create', path: path('a.txt'), kind: 'create', linesAdded: 1, linesRemoved: 0 },
    ]);
    expect(entries.map(({ time }) => time)).toEqual(entries.map(({ time }) => time).sort((a, b) => b - a));
  });

  test('reads the state folder that it is given', async () => {
    const { corvid, path, folder } = await shell();
    const state = ['--state-dir', join(folder, 'state')];
    await corvid([
      ...['call', 'file_editor', ...state, '--command', 'create'],
      ...['--path', path('a'), '--file_text', 'x'],
    ]);
    expect((await corvid(['log'])).stdout).toBe('No edits are remembered.\n');
    expect((await corvid(['log', ...state])).stdout).toContain('file_editor create');
    expect(await corvid(['undo', ...state])).toMatchObject({ code: 0 });
  });
});

/** Made by the library: the command must find them in the state folder that both agree on. */
async function withThreeEdits(): Promise<Shell> {
  const opened = await shell();
  const { folder, path } = opened;
  const stateDirectory = join(folder, '..', 'state', 'corvid');
  const workspace = openWorkspace({ roots: [folder], stateDirectory });
  await workspace.create(path('a.txt'), 'one\n', { tool: 'file_editor create' });
  await workspace.create(path('sub/b.txt'), '1\n2\n3\n', { tool: 'file_editor create' });
  const edits = [{ span: { start: 0, end: 3 }, newText: '1\n2' }];
  await workspace.edit(path('a.txt'), { tool: 'file_editor str_replace' }, () => edits);
  await workspace.close();
  return opened;
}

describe('corvid undo', () => {
  test('takes back the newest edit in this folder, whichever file it was', async () => {
    const { corvid, path } = await withThreeEdits();
    expect(await corvid(['undo'])).toEqual({
      code: 0,
      stdout: `Undone: file_editor str_replace, ${path('a.txt')}\n--- a.txt\n+++ a.txt\n@@ -1,2 +1,1 @@\n-1\n-2\n+one\n`,
      stderr: '',
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\n');
    expect((await corvid(['undo'])).stdout).toContain(
      `Undone: file_editor create, ${path('sub/b.txt')} (removed)\n`,
    );
    expect(existsSync(path('sub/b.txt'))).toBe(false);
    expect(existsSync(path('a.txt'))).toBe(true);
  });

  test('without a file leaves edits of other folders alone', async () => {
    const { corvid, path, folder } = await withThreeEdits();
    const there = { cwd: join(folder, 'sub') };
    expect((await corvid(['undo'], there)).stdout).toContain(
      `file_editor create, ${path('sub/b.txt')} (removed)`,
    );
    expect(await corvid(['undo'], there)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -31007 NO_HISTORY: No edit history found in ${join(folder, 'sub')}.\n`,
    });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('1\n2\n');
  });

  test('takes back the edit of the file that is named, by a relative path, in any folder', async () => {
    const { corvid, path, folder } = await withThreeEdits();
    expect(await corvid(['undo', 'sub/b.txt'])).toMatchObject({ code: 0 });
    expect(existsSync(path('sub/b.txt'))).toBe(false);
    expect(await corvid(['undo', '../a.txt'], { cwd: join(folder, 'sub') })).toMatchObject({ code: 0 });
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\n');
  });

  test('ends with 1 when there is nothing to undo', async () => {
    const { corvid, path, folder } = await shell();
    expect(await corvid(['undo'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -31007 NO_HISTORY: No edit history found in ${folder}.\n`,
    });
    expect(await corvid(['undo', 'gone.txt'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error -31007 NO_HISTORY: No edit history found for ${path('gone.txt')}.\n`,
    });
  });

  test('ends with 1 and destroys nothing when the file was changed since', async () => {
    const { corvid, path } = await withThreeEdits();
    await writeFile(path('a.txt'), "someone else's work\n");
    const { code, stdout, stderr } = await corvid(['undo', 'a.txt']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.replace(/\(file_editor str_replace, [^)]*Z\)/, '(when)')).toBe(
      `Error -31004 FILE_CHANGED: Nothing was undone: ${path('a.txt')} has been changed by someone else since its last ` +
        'edit here (when), and undoing would destroy that work. To see the difference, view the file or run ' +
        `\`corvid log --diff ${path('a.txt')}\`; then edit it by hand.\n`,
    );
    expect(await readFile(path('a.txt'), 'utf8')).toBe("someone else's work\n");
    expect(lines((await corvid(['log', 'a.txt'])).stdout)).toHaveLength(2);
    await writeFile(path('a.txt'), '1\n2\n');
    expect(await corvid(['undo', 'a.txt'])).toMatchObject({ code: 0 });
  });

  test('refuses when the file was removed since, and does not bring it back', async () => {
    const { corvid, path, edit } = await shell();
    await writeFile(path('a.txt'), 'one\n');
    await edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two' });
    await unlink(path('a.txt'));
    const { code, stderr } = await corvid(['undo', 'a.txt']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Nothing was undone: ${path('a.txt')} has been removed since its last edit here`,
    );
    expect(existsSync(path('a.txt'))).toBe(false);
  });

  test('prints JSON on request', async () => {
    const { corvid, path } = await withThreeEdits();
    const undone = await corvid(['undo', '--json']);
    expect(undone).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(undone.stdout)).toMatchObject({
      undone: { tool: 'file_editor str_replace', path: path('a.txt') },
      removed: false,
      diff: '--- a.txt\n+++ a.txt\n@@ -1,2 +1,1 @@\n-1\n-2\n+one\n',
    });
    const failed = await corvid(['undo', 'gone.txt', '--json']);
    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual({
      error: { code: -31007, name: 'NO_HISTORY', message: `No edit history found for ${path('gone.txt')}.` },
    });
  });
});

describe('colours', () => {
  test('are left out on a pipe, unless FORCE_COLOR asks for them', async () => {
    const { corvid } = await withThreeEdits();
    const log = (env: Record<string, string>) => corvid(['log', '--diff', '-n', '1'], { env });
    expect((await log({})).stdout).not.toContain(ESCAPE);
    expect((await log({ FORCE_COLOR: '0' })).stdout).not.toContain(ESCAPE);
    expect((await log({ NO_COLOR: '1' })).stdout).not.toContain(ESCAPE);
    const { stdout } = await log({ FORCE_COLOR: '1' });
    expect(stdout).toContain(`${ESCAPE}32m+2${ESCAPE}39m ${ESCAPE}31m-1${ESCAPE}39m`);
    expect(stdout).toContain(`${ESCAPE}36m@@ -1,1 +1,2 @@${ESCAPE}39m\n${ESCAPE}31m-one${ESCAPE}39m`);
  });

  test('never reach JSON', async () => {
    const { corvid } = await withThreeEdits();
    const { stdout } = await corvid(['log', '--json'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).not.toContain(ESCAPE);
  });

  // Only util-linux gives a command a terminal in this way.
  test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'are used on a terminal, unless NO_COLOR is set; there, Corvid alone explains itself',
    async () => {
      const { onTerminal } = await withThreeEdits();
      expect((await onTerminal(['log', '--diff'])).stdout).toContain(`${ESCAPE}31m-one${ESCAPE}39m`);
      expect((await onTerminal(['log', '--diff'], { NO_COLOR: '1' })).stdout).not.toContain(ESCAPE);
      expect((await onTerminal([])).stdout).toContain('Usage: corvid <command> [options]');
    },
  );
});
