import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { startInTerminal } from './pty.ts';
import { type Shell, shell } from './shell.ts';

// How the command's output looks: on a terminal, in a pipe, with and without colours.

const [RED, GREEN, UNCOLOURED] = ['\u001b[31m', '\u001b[32m', '\u001b[39m'];
const [MARK, UNMARK] = ['\u001b[7m', '\u001b[27m'];
const PLAIN =
  '--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n-const total = sum(a, b);\n+const total = sum(a, c);\n return total;\n';
const PAINTED = [
  `${RED}-const total = sum(a, ${MARK}b${UNMARK});${UNCOLOURED}\n`,
  `${GREEN}+const total = sum(a, ${MARK}c${UNMARK});${UNCOLOURED}\n`,
];

/** A folder in which one word of a file was edited. */
async function withOneWordEdited(): Promise<Shell> {
  const opened = await shell();
  await writeFile(opened.path('a.ts'), 'const total = sum(a, b);\nreturn total;\n');
  await opened.edit('str_replace', 'a.ts', { old_str: 'a, b', new_str: 'a, c' });
  return opened;
}

/** Files edited by the library, with names that a terminal has too little room for. */
async function withEditsOf(...names: readonly string[]): Promise<Shell> {
  const opened = await shell();
  const stateDirectory = join(opened.home, 'state', 'corvid');
  const workspace = openWorkspace({ roots: [opened.folder], stateDirectory });
  for (const name of names) await workspace.create(opened.path(name), 'one\n', { tool: 'edit_file' });
  await workspace.close();
  return opened;
}

const lined = (output: string) => output.replaceAll('\r\n', '\n');

describe('a diff', () => {
  test('shows the words that changed, wherever it is shown in colours', async () => {
    const { corvid, path } = await withOneWordEdited();
    const colours = { env: { FORCE_COLOR: '1' } };
    const logged = await corvid(['log', '--diff'], colours);
    for (const line of PAINTED) expect(logged.stdout).toContain(line);
    const called = await corvid(
      [
        'call',
        'edit_file',
        '--path',
        path('a.ts'),
        '--old_string',
        'return total',
        '--new_string',
        'return 2 * total',
      ],
      colours,
    );
    expect(called.stdout).toContain(`${GREEN}+return ${MARK}2 * ${UNMARK}total;${UNCOLOURED}`);
    expect(called.stdout).toContain(`${RED}-return total;${UNCOLOURED}`);
    await corvid(['undo'], colours);
    const undone = await corvid(['undo'], colours);
    expect(undone.stdout).toContain(`${GREEN}+const total = sum(a, ${MARK}b${UNMARK});${UNCOLOURED}\n`);
    await writeFile(path('.mcp.json'), '{"mcpServers": {}, "version": 1}\n');
    const installed = await corvid(['install', 'claude-code', '--project', '--dry-run'], colours);
    expect(installed.stdout).toContain(`${RED}-{"mcpServers": {`);
    expect(installed.stdout).toContain(MARK);
  });

  test.each([
    ['in a pipe', {}],
    ['in a pipe with FORCE_COLOR=0', { FORCE_COLOR: '0' }],
  ])('is a plain unified diff %s', async (_, env: Record<string, string>) => {
    const { corvid } = await withOneWordEdited();
    const { stdout } = await corvid(['log', '--diff'], { env });
    expect(stdout.slice(stdout.indexOf('\n') + 1)).toBe(PLAIN);
  });

  test.each([
    ['NO_COLOR', { NO_COLOR: '1' }],
    ['TERM=dumb', { TERM: 'dumb' }],
  ])('is a plain unified diff on a terminal with %s', async (_, env: Record<string, string>) => {
    const session = startInTerminal(await withOneWordEdited(), ['log', '--diff'], { env });
    expect(await session.ended).toBe(0);
    const output = lined(session.output());
    expect(output.slice(output.indexOf('\n') + 1)).toBe(`${PLAIN}\n`);
  });

  test('has its colours on a terminal, also with an empty NO_COLOR', async () => {
    const session = startInTerminal(await withOneWordEdited(), ['log', '--diff'], { env: { NO_COLOR: '' } });
    expect(await session.ended).toBe(0);
    for (const line of PAINTED) expect(lined(session.output())).toContain(line);
  });

  test('takes a removed line that looks like the name of a file for what it is', async () => {
    const { path, edit, corvid } = await shell();
    await writeFile(path('a.sql'), '-- one\nselect 1;\n');
    await edit('str_replace', 'a.sql', { old_str: '-- one\n', new_str: '' });
    const { stdout } = await corvid(['log', '--diff'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain(`${RED}--- one${UNCOLOURED}\n`);
  });

  test('shows no line ends where all lines have the same, and shows those that changed', async () => {
    const opened = await shell();
    await writeFile(opened.path('a.txt'), 'one\r\ntwo\r\nthree\r\n');
    await opened.edit('str_replace', 'a.txt', { old_str: 'two', new_str: 'zwei' });
    const same = startInTerminal(opened, ['log', '--diff', '-n', '1'], { env: { NO_COLOR: '1' } });
    await same.ended;
    expect(lined(same.output())).toContain('\n one\n-two\n+zwei\n three\n');
    const piped = await opened.corvid(['log', '--diff', '-n', '1']);
    expect(piped.stdout).toContain('\n one\r\n-two\r\n+zwei\r\n three\r\n');
    await writeFile(opened.path('b.txt'), 'one\r\ntwo\n');
    await opened.edit('str_replace', 'b.txt', { old_str: 'two', new_str: 'zwei' });
    const mixed = startInTerminal(opened, ['log', '--diff', 'b.txt'], { env: { NO_COLOR: '1' } });
    await mixed.ended;
    expect(lined(mixed.output())).toContain('\n one␍\n-two\n+zwei\n');
  });
});

test.each([
  [['install'], 'install takes the name of a client: claude-code, '],
  [['nope'], "there is no command 'nope'. Commands: mcp, "],
  [['terminal', 'list'], 'Start the server with'],
  [['terminal', 'attach'], 'Start the server with'],
])('what is said fits the terminal: %j', async (args, said) => {
  const opened = await shell();
  const session = startInTerminal(opened, args, { env: { NO_COLOR: '1', TMUX_TMPDIR: opened.folder } });
  await session.ended;
  expect(lined(session.output())).toContain(said);
  for (const line of lined(session.output()).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

describe('text in a file cannot control the terminal:', () => {
  const HOSTILE = 'title \u001b]0;pwned\u0007 \u001b[2J\u009b31m \u202egnp.exe\n';
  const SHOWN = 'title ␛]0;pwned␇ ␛[2J<U+009B>31m <U+202E>gnp.exe';

  test.each([
    [['log', '--diff']],
    [['undo', '--yes']],
    [['call', 'file_read', '--path']],
    [['call', 'edit_file', '--old_string', 'nowhere', '--new_string', 'x', '--path']],
  ])('%j', async (args) => {
    const opened = await shell();
    const text = `${HOSTILE}${'filler text nowhere\n'.repeat(2)}`;
    await opened.edit('create', 'a.txt', { file_text: text });
    const all = args.at(-1) === '--path' ? [...args, opened.path('a.txt')] : args;
    const session = startInTerminal(opened, all, { env: { NO_COLOR: '1' } });
    await session.ended;
    expect(session.output()).toContain(SHOWN);
    expect(session.output().replaceAll(/[\r\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
  });

  test('nor its name', async () => {
    const opened = await withEditsOf('a\u001b[2J\nb.txt');
    const session = startInTerminal(opened, ['log'], { env: { NO_COLOR: '1' } });
    await session.ended;
    expect(lined(session.output())).toMatch(/^[\d: -]+ {2}edit_file +a␛\[2J␊b\.txt {2}\+1 -0\n$/);
  });

  test.each([
    ['undo', ['undo', '--yes']],
    ['undo --list', ['undo', '--list']],
    ['undo --list of nothing', ['undo', 'c\u001b[2J\nd.txt', '--list']],
  ])('nor its name: %s', async (_, args) => {
    const opened = await withEditsOf('a\u001b[2J\nb.txt');
    const session = startInTerminal(opened, args, { env: { NO_COLOR: '1' } });
    await session.ended;
    expect(session.output().split('\r\n')[0]).toMatch(/␛\[2J␊[bd]\.txt/);
    expect(session.output().replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test.each([[['log', '--diff']], [['undo']]])(
    'nor can its name pass for lines of a diff: %j',
    async (args) => {
      const { corvid } = await withEditsOf('a\n+injected line\n-gone');
      const { stdout } = await corvid(args);
      const [row, ...diff] = stdout.split('\n');
      expect(row).toContain('a␊+injected line␊-gone');
      expect(diff.slice(0, 2)).toEqual(['--- a␊+injected line␊-gone', '+++ a␊+injected line␊-gone']);
      expect(stdout).not.toMatch(/^[+-](injected|gone)/m);
    },
  );

  test('nor that of the folder of a configuration', async () => {
    const opened = await shell();
    const folder = opened.path('a\u001b[2J');
    await mkdir(folder);
    for (const said of ['Written.', 'Cursor is already set up']) {
      const session = startInTerminal({ ...opened, folder }, ['install', 'cursor', '--project', '-y'], {
        env: { NO_COLOR: '1' },
      });
      await session.ended;
      expect(session.output()).toContain(said);
      expect(session.output()).toContain('/a␛[2J/.cursor/mcp.json');
      expect(session.output().replaceAll(/[\r\n]/g, '')).not.toMatch(/\p{Cc}/u);
    }
  });

  test('but a pipe gets it as it is', async () => {
    const { corvid, edit } = await shell();
    await edit('create', 'a.txt', { file_text: HOSTILE });
    expect((await corvid(['log', '--diff'])).stdout).toContain(`+${HOSTILE}`);
  });

  test('JSON is the same value, and safe to look at', async () => {
    const { corvid, edit } = await shell();
    await edit('create', 'a.txt', { file_text: HOSTILE });
    const { stdout } = await corvid(['log', '--json']);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect((JSON.parse(stdout) as { diff: string }[])[0]!.diff).toContain(HOSTILE);
  });
});

describe('the rows of the log', () => {
  const LONG = 'packages/some-long-package-name/src/components/navigation/side-bar.component.test.ts';
  const WIDE = 'ドキュメント/日本語の長いファイル名がここにあります.txt';

  test.each([80, 90, 60])('fit a terminal of %d columns', async (columns) => {
    const opened = await withEditsOf('a.txt', LONG, WIDE);
    const session = startInTerminal(opened, ['log'], { columns, env: { NO_COLOR: '1' } });
    await session.ended;
    const rows = (await session.screen()).split('\n');
    // The screen knows how wide its characters are: a row that is too long would be one with the next.
    expect(rows).toHaveLength(3);
    expect(lined(session.output()).trimEnd().split('\n')).toHaveLength(3);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
    expect(rows[0]).toMatch(/\.txt +\+1 -0$/);
    expect(rows[1]).toMatch(/….*\.test\.ts +\+1 -0$/);
    expect(rows[2]).toMatch(/ a\.txt +\+1 -0$/);
  });

  test('have a date on a terminal only if not all are of today', async () => {
    const opened = await withEditsOf('a.txt');
    const session = startInTerminal(opened, ['log'], { env: { NO_COLOR: '1' } });
    await session.ended;
    expect(session.output()).toMatch(/^\d\d:\d\d:\d\d {2}edit_file {2}a\.txt {2}\+1 -0\r\n$/);
    expect((await opened.corvid(['log'])).stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}edit_file/);
  });

  test('are whole in a pipe, whatever the width of the terminal', async () => {
    const { corvid } = await withEditsOf(LONG, WIDE);
    const { stdout } = await corvid(['log'], { env: { COLUMNS: '40' } });
    expect(stdout).toContain(`  ${LONG}  +1 -0\n`);
    expect(stdout).toContain(`  ${WIDE}  +1 -0\n`);
  });
});
