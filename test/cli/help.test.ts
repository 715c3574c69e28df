import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { clients } from '../../src/cli/install/clients.ts';
import { twoColumns, wrapped } from '../../src/cli/output/two-columns.ts';
import { serverOptions } from '../../src/options/server-options.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { toolsetNames } from '../../src/tools/select/toolsets.ts';
import { lines, shell } from './shell.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
const names = commands.map(({ name }) => name);

const rules = ['--deny GLOB', '--allow-read GLOB', '--unprotect GLOB'];

const workspaceFlags = [
  '--root DIR',
  '--allow-anywhere',
  ...rules,
  '--read-only',
  '--state-dir DIR',
  '--matching POLICY',
  '--syntax POLICY',
  '--encoding NAME',
  '--max-file-size BYTES',
  '--max-view CHARS',
  '--history-entries N',
  '--history-size BYTES',
  '--checkpoints WHAT',
  '--ignore-project-file',
];

const shellFlags = [
  '--pass-env NAME',
  '--max-output CHARS',
  '--soft-timeout SECONDS',
  '--secret NAME',
  '--secrets-file FILE',
];

const terminalFlags = ['--terminal BACKEND', ...shellFlags];
const webFlags = ['--web', '--web-search ENGINE', '--web-allow-host HOST'];

const groupFlags = ['--id ID', '--dry-run', '-y, --yes', '--partial', '--merge', '--files-only'];
const undoFlags = [
  '--root DIR',
  '--allow-anywhere',
  ...rules,
  '--state-dir DIR',
  '--encoding NAME',
  '--max-file-size BYTES',
  '--ignore-project-file',
];

const common = ['--verbose', '-h, --help'];

const serverFlags = [
  ...[...workspaceFlags, ...terminalFlags, ...webFlags, '--tools A,B', '--toolset NAME'],
  ...['--plugin FILE', '--errors STYLE'],
  ...['--log-file FILE', '--no-journal', '--http [HOST:]PORT', '--token-file FILE', '--allow-host NAME'],
  ...['--allow-origin NAME', '--terminal-idle SECONDS', ...common],
];

const flagsOf: Record<string, string[]> = {
  mcp: serverFlags,
  acp: [
    ...[
      ...workspaceFlags,
      ...terminalFlags,
      '--tools A,B',
      '--toolset NAME',
      '--plugin FILE',
      ...webFlags,
      '--no-builtin-edits',
    ],
    ...['--name NAME', '--log-file FILE', '--no-journal', ...common],
  ],
  call: [...workspaceFlags, ...shellFlags, ...webFlags, '--plugin FILE', '--no-journal', '--json', ...common],
  undo: [
    ...groupFlags,
    '--since TIME',
    '--steps N',
    '--list',
    '-n, --limit N',
    ...undoFlags,
    '--json',
    ...common,
  ],
  redo: [...groupFlags, ...undoFlags, '--json', ...common],
  diff: [...undoFlags, '--json', ...common],
  log: [
    '--state-dir DIR',
    '--deny GLOB',
    '--allow-read GLOB',
    '--ignore-project-file',
    '-n, --limit N',
    '--diff',
    '-f, --follow',
    '--json',
    ...common,
  ],
  watch: ['--open', '--port PORT', '--json', '--state-dir DIR', ...common],
  stats: ['--days N', '--state-dir DIR', '--json', ...common],
  install: ['-y, --yes', '--dry-run', '--project', '--name NAME', '--local', '--json', ...common],
  doctor: ['--root DIR', ...rules, '--state-dir DIR', '--ignore-project-file', '--json', ...common],
  config: [...serverFlags, '--json'],
  terminal: ['--watch', '--json', ...common],
  demo: common,
  completion: common,
};

/** The help of a command above its flags. */
const moreOf: Record<string, string[]> = {
  call: listTools({ web: true }).map(({ name }) => name),
  install: clients.map(({ name }) => name),
  completion: ['~/.bashrc', '~/.zshrc', '~/.config/fish/config.fish'],
};

/** The left column of a list. */
function listed(text: string): string[] {
  return lines(text)
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim().split(/ {2,}/)[0]!);
}

function widest(text: string): number {
  return Math.max(...lines(text).map((line) => [...line.trimEnd()].length));
}

describe('corvid alone', () => {
  test.each(['--help', '-h', 'help'])('explains itself by %s', async (flag) => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid([flag]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`corvid ${version}: `);
    expect(listed(stdout)).toEqual(['corvid demo', 'corvid install <client>', 'corvid doctor', ...names]);
    expect(stdout).toContain(
      "Exit codes: 0 success, 1 refused or failed, 2 wrong usage; acp: the agent's own.",
    );
  });

  test('fits a terminal of 80 columns, with a line for each command and eleven more', async () => {
    const { corvid } = await shell();
    const { stdout } = await corvid(['--help']);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(lines(stdout).length).toBeLessThanOrEqual(names.length + 11);
    expect(listed(stdout)).toHaveLength(3 + names.length);
  });

  test.runIf(hasTerminal)('says the same on a terminal', async () => {
    const { corvid, onTerminal } = await shell();
    const { stdout } = await corvid(['--help']);
    expect((await onTerminal([])).stdout.replaceAll('\r\n', '\n')).toBe(stdout);
  });

  test.each(['--version', '-v'])('%s prints the version and nothing else', async (flag) => {
    const { corvid } = await shell();
    expect(await corvid([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('help', () => {
  test('wins over what is asked for in the same word', async () => {
    const { corvid, folder } = await shell();
    const grouped = await corvid(['install', 'cursor', '--project', '-yh']);
    expect(grouped).toEqual(await corvid(['install', '--help']));
    expect(readdirSync(folder)).toEqual([]);
    expect(await corvid(['log', '-fh'])).toEqual(await corvid(['log', '--help']));
  });

  test('of the terminal tool says what becomes of the shell and of the exit code', async () => {
    const { corvid } = await shell();
    const { stdout } = await corvid(['call', 'terminal', '--help']);
    expect(stdout.replaceAll('\n', ' ')).toContain(
      'The shell ends with the call, which exits with the code of the command.',
    );
    expect(await corvid(['call', 'terminal', '--command', 'exit 3'])).toMatchObject({ code: 3 });
    expect(await corvid(['call', 'terminal', '--command', 'false'])).toMatchObject({ code: 1 });
    expect(await corvid(['call', 'terminal', '--json', '--command', 'true'])).toMatchObject({ code: 0 });
  });

  test('is there for every command', () => {
    expect(Object.keys(flagsOf)).toEqual(names);
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
    expect(byHelp.stdout).toMatch(new RegExp(`^corvid ${name}\\b.*\n\n[A-Z]`));
    expect(listed(byHelp.stdout)).toEqual([...(moreOf[name] ?? []), ...flags]);
    expect(widest(byHelp.stdout)).toBeLessThanOrEqual(80);
  });

  test('goes on below itself where a line is full', async () => {
    const { corvid } = await shell();
    expect((await corvid(['help', 'doctor'])).stdout).toContain(
      '  --root DIR             folders that the tools may read and write (repeatable;\n' +
        '                         default: the working directory)\n',
    );
  });

  test.runIf(hasTerminal)('is as wide as the terminal, up to 100 columns', async () => {
    const { onTerminal } = await shell();
    const onColumns = async (columns: number) =>
      widest((await onTerminal(['mcp', '--help'], {}, '', columns)).stdout);
    expect(await onColumns(60)).toBeLessThanOrEqual(60);
    const wide = await onColumns(200);
    expect(wide).toBeGreaterThan(80);
    expect(wide).toBeLessThanOrEqual(100);
  });

  test('of call shows the tools in short, and all about the one that is named', async () => {
    const { corvid } = await shell();
    const short = (await corvid(['call', '--help'])).stdout;
    expect(short).toContain('`corvid call <tool> --help` shows the parameters of a tool.');
    expect(short).not.toContain('--old_string');
    const { stdout } = await corvid(['call', 'edit_lines', '--help']);
    expect(stdout).toMatch(
      /^corvid call edit_lines \['\{json\}' \| - \| --parameter value …\] \[options\]\n/,
    );
    expect(stdout).toContain('  --command WORD      What to do: replace, insert, delete (required)\n');
    expect(stdout).toContain('  --path FILE         Absolute path of the file (required)\n');
    expect(stdout).toContain('  --start_line N      replace, delete: first line, from 1\n');
    expect(stdout).toContain('  --dry_run           Show the diff and write nothing\n');
  });

  test.each(
    listTools({ web: true }).map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties as object),
    ]),
  )('of call %s lists each parameter, at 80 columns', async (tool, parameters) => {
    const { corvid } = await shell();
    const { code, stdout } = await corvid(['help', 'call', tool as string]);
    expect(code).toBe(0);
    const shown = listed(stdout).map((flag) => flag.split(' ')[0]);
    expect(shown).toEqual((parameters as string[]).map((name) => `--${name}`));
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  test('offers the toolsets that there are', () => {
    expect(serverOptions.toolset.choices).toEqual(toolsetNames);
  });
});

test('columns: a name, and lines that hang below what is said of it', () => {
  const rows = [
    ['a', 'one two three'],
    ['long', 'x'],
  ] as const;
  expect(twoColumns(rows, 15)).toBe('  a     one two\n        three\n  long  x');
  expect(wrapped('say `a b c` now, (`d e`).', 10)).toEqual(['say', '`a b c`', 'now,', '(`d e`).']);
  expect(wrapped('a `b', 80)).toEqual(['a `b']);
});
