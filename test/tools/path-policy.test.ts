import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, test } from 'vitest';
import { effects } from '../../src/tools/call/effects.ts';
import { tools } from '../../src/tools/index.ts';
import { shell } from '../cli/shell.ts';
import { type Corvid, connect, sharedCorvid, temporaryFolder } from '../corvid-client.ts';

const corvid = sharedCorvid();
const SECRET = 'hunter2horse';
const CONTENT = `export const password = ("${SECRET}");\nlast\n`;
/** What a result must not hold, also in part or encoded. */
const leaked = new RegExp(`hunter|${Buffer.from(CONTENT).toString('base64').slice(8, 40)}`);

/** Everything that each tool can be asked to do with a path; a tool that is missing here fails the test. */
const calls: Record<string, (path: string) => Record<string, unknown>[]> = {
  file_editor: (path) => [
    { command: 'view', path },
    { command: 'view', path, view_range: [1, 1] },
    { command: 'create', path, file_text: 'x' },
    { command: 'str_replace', path, old_str: 'last', new_str: 'x' },
    { command: 'str_replace', path, old_str: 'export const pasword = ("hunt3r2")', new_str: 'x' },
    { command: 'insert', path, insert_line: 1, new_str: 'x' },
    { command: 'insert', path, insert_line: 99, new_str: 'x' },
    { command: 'undo_edit', path },
  ],
  edit_file: (path) => [
    { path, old_string: 'last', new_string: 'x' },
    { path, old_string: 'export const pasword = ', new_string: 'x', dry_run: true },
    { path, old_string: '', new_string: 'x' },
    { path, edits: [{ old_string: 'last', new_string: 'x' }] },
  ],
  edit_text_file: (path) => [
    { path, old_string: 'last', new_string: 'x' },
    { path, old_string: 'nowhere', new_string: 'x' },
  ],
  edit_lines: (path) => [
    { command: 'replace', path, start_line: 1, end_line: 1, new_content: 'x' },
    { command: 'insert', path, insert_line: 0, new_content: 'x', dry_run: true },
    { command: 'delete', path, start_line: 1, end_line: 2 },
    { command: 'delete', path, start_line: 7, end_line: 9 },
  ],
  file_write: (path) => [{ path, content: 'x' }],
  apply_patch: (path) => [
    { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-last\n+x\n*** End Patch` },
    { patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` },
    { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` },
    { patch: `--- ${path}\n+++ ${path}\n@@ -2 +2 @@\n-last\n+x\n`, dry_run: true },
  ],
  file_read: (path) => [{ path }, { path, start_line: 1, end_line: 1 }, { path, start_line: 50 }],
  search: (path) => [
    { pattern: 'last', path },
    { pattern: 'password', path, context: 2, hidden: true },
    { glob: '*', path, hidden: true },
  ],
  edit: (path) => [
    { pattern: 'last', rewrite: 'x', path },
    { pattern: '($A)', rewrite: '[$A]', path, language: 'typescript' },
    { pattern: '($A)', rewrite: '[$A]', path, language: 'typescript', dry_run: true },
  ],
  undo: (path) => [{ path }, { path, since: '1d', dry_run: true }, { path, redo: true }],
};

const files = ['.env', '.ENV', 'a/b/.env', 'private/deep/x.ts', 'private/pic.png', 'certs/server.KEY'];
const DENY = ['--deny', 'private'];

async function denied(): Promise<Corvid> {
  const made = await corvid(DENY);
  for (const name of files) {
    await mkdir(dirname(made.path(name)), { recursive: true });
    await writeFile(made.path(name), CONTENT);
  }
  await symlink('.env', made.path('notes.txt'));
  await symlink('notes.txt', made.path('more.txt'));
  await symlink('private', made.path('open'));
  await symlink('open/deep', made.path('shallow'));
  await writeFile(made.path('ordinary.txt'), CONTENT.replace(SECRET, 'none'));
  await symlink('ordinary.txt', made.path('.env.local'));
  return made;
}

const forms = [
  ...files,
  'notes.txt',
  'more.txt',
  'open/deep/x.ts',
  'shallow/x.ts',
  'a/../.env',
  './a//b/./.env',
  'private/../private/deep/x.ts',
  '.env/',
  'private/new.txt',
  'open/new/folder/file.txt',
  '.env.local',
];

describe('a denied path', () => {
  let made: Corvid;
  beforeAll(async () => {
    made = await denied();
  });

  test('there is a list of calls for every tool that only works on files', () => {
    const own = tools.filter(({ effect }) => !effects[effect].isOpenWorld).map(({ name }) => name);
    expect(Object.keys(calls).sort()).toEqual(own.sort());
  });

  test.each(forms)('%s is refused by every tool, which shows nothing of it', async (form) => {
    for (const [tool, inputs] of Object.entries(calls))
      for (const input of inputs(`${made.folder}/${form}`)) {
        const { text, result } = await made.call(tool, input);
        expect([tool, input, text]).toEqual([
          tool,
          input,
          expect.stringMatching(/^Error -31016 PATH_DENIED: Path is denied: /),
        ]);
        expect(JSON.stringify(result)).not.toMatch(leaked);
      }
    for (const name of files)
      expect([name, await readFile(made.path(name), 'utf8')]).toEqual([name, CONTENT]);
  });

  test('the refusal names the path, where it leads, the rule and the option that lifts it', async () => {
    const { text, result } = await made.call('file_read', { path: made.path('more.txt') });
    expect(text).toBe(
      `Error -31016 PATH_DENIED: Path is denied: ${made.path('more.txt')} (really ${made.path('.env')}) is caught by the rule \`**/.env\`. It was neither read nor written. Work without it, or ask the user to start Corvid with \`--allow-read '${made.path('.env')}'\`.`,
    );
    expect(result._meta?.['corvid/error']).toMatchObject({
      data: { real: made.path('.env'), rule: '**/.env', option: '--allow-read' },
    });
  });

  test('a listing shows its name with a mark, and nothing of what is in it', async () => {
    const { text } = await made.edit('view', '');
    expect(text.split('\n').slice(1)).toEqual([
      `${made.folder}/`,
      made.path('a/'),
      made.path('a/b/'),
      made.path('certs/'),
      made.path('certs/server.KEY (denied)'),
      made.path('more.txt (denied)'),
      made.path('notes.txt (denied)'),
      made.path('open (denied)'),
      made.path('ordinary.txt'),
      made.path('private/ (denied)'),
      made.path('shallow (denied)'),
      expect.stringContaining('hidden items'),
    ]);
  });

  test('a rewrite of a folder skips it and says how many', async () => {
    const tree = await denied();
    await writeFile(tree.path('mine.ts'), 'f(1);\n');
    await writeFile(tree.path('opencode.json'), '{"f": [1]}\n');
    await writeFile(tree.path('private/deep/x.ts'), 'f(1);\n');
    const rewrite = { pattern: 'f($A)', rewrite: 'g($A)', path: tree.folder };
    const { text, result } = await tree.call('edit', rewrite);
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Rewrote 1 place in 1 file.',
      'Skipped 1 denied path (--allow-read lifts that) and 1 protected path (--unprotect lifts that).',
    ]);
    expect(result._meta?.['corvid/result']).toMatchObject({ skipped: { denied: 1, protected: 1 } });
    expect(await readFile(tree.path('private/deep/x.ts'), 'utf8')).toBe('f(1);\n');
    const none = await tree.call('edit', { ...rewrite, pattern: 'h($A)' });
    expect(none.text).toContain('\nSkipped 1 denied path (--allow-read lifts that)');
  });

  test('an ignore file that is denied is not read, and the rewrite goes on', async () => {
    const tree = await corvid(['--deny', '.gitignore']);
    await writeFile(tree.path('.gitignore'), 'a.ts\n');
    await writeFile(tree.path('a.ts'), 'f(1);\n');
    const { text } = await tree.call('edit', { pattern: 'f($A)', rewrite: 'g($A)', path: tree.folder });
    expect(text).toContain('Rewrote 1 place in 1 file');
  });

  test('--allow-read and an exception of --deny lift it', async () => {
    const lifted = await corvid(['--allow-read', '.env', '--deny', '!*.key']);
    await writeFile(lifted.path('.env'), 'A=1\n');
    await writeFile(lifted.path('a.key'), 'key\n');
    expect((await lifted.edit('view', '.env')).text).toContain('A=1');
    const edit = { path: lifted.path('.env'), old_string: 'A=1', new_string: 'A=2' };
    expect((await lifted.call('edit_file', edit)).failed).toBe(false);
    expect((await lifted.edit('view', 'a.key')).text).toContain('key');
  });

  test("Corvid's own history is denied", async () => {
    const own = await connect();
    await writeFile(own.path('a.txt'), 'one\n');
    await own.edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two' });
    expect((await own.edit('view', '.state/history')).text).toContain('PATH_DENIED');
    expect((await own.edit('create', '.state/history/x', { file_text: 'x' })).text).toContain('PATH_DENIED');
  });

  test('so is the default folder of the history where --state-dir names another one', async () => {
    const folder = await temporaryFolder();
    const env = { ...getDefaultEnvironment(), XDG_STATE_HOME: join(folder, 'state') };
    const own = await connect({ folder, env });
    expect((await own.edit('create', 'state/corvid/history/x', { file_text: 'x' })).text).toContain(
      'PATH_DENIED',
    );
  });
});

describe('a protected path', () => {
  const paths = [
    '.git/hooks/pre-commit',
    'vendor/.git/config',
    '.vscode/tasks.json',
    '.mcp.json',
    '.CLAUDE/x.json',
  ];

  test('is read, and written by no tool', async () => {
    const made = await corvid();
    for (const name of paths) {
      await mkdir(dirname(made.path(name)), { recursive: true });
      await writeFile(made.path(name), CONTENT);
    }
    await symlink('.git/hooks', made.path('hooks'));
    for (const name of [...paths, 'hooks/pre-commit', 'hooks/new', '.git/hooks/new/x', '.envrc', 'x/.git']) {
      for (const [tool, inputs] of Object.entries(calls))
        for (const input of inputs(made.path(name))) {
          const { text } = await made.call(tool, input);
          const isRead = ['file_read', 'search'].includes(tool) || input.command === 'view';
          if (isRead) expect(text).not.toContain('PATH_');
          // Some look first whether a file is there, which they may.
          else
            expect(text).toMatch(
              /^Error (-31017 PATH_PROTECTED|-32001 FILE_NOT_FOUND|-32600 INVALID_PARAMS: .* exists)/,
            );
        }
    }
    for (const name of paths)
      expect([name, await readFile(made.path(name), 'utf8')]).toEqual([name, CONTENT]);
  });

  const PROTECTED = 'Error -31017 PATH_PROTECTED: Path is protected:';

  test('the refusal names the rule and the option that lifts it', async () => {
    const made = await corvid();
    const { text } = await made.edit('create', '.git/hooks/post-merge', { file_text: '#!/bin/sh\n' });
    expect(text).toBe(
      `${PROTECTED} ${made.path('.git/hooks/post-merge')} is caught by the rule \`**/.git\`, since other programs run or obey it. It may be read, and nothing was written. Ask the user to make the change, or to start Corvid with \`--unprotect '${made.path('.git/hooks/post-merge')}'\`.`,
    );
  });

  test('undo writes, too', async () => {
    const folder = await temporaryFolder();
    const open = await connect({ folder, args: ['--root', folder, '--unprotect', '.vscode'] });
    await open.edit('create', '.vscode/tasks.json', { file_text: '{}\n' });
    await open.close();
    const strict = await connect({ folder });
    expect((await strict.edit('undo_edit', '.vscode/tasks.json')).text).toContain(PROTECTED);
    expect(await readFile(join(folder, '.vscode/tasks.json'), 'utf8')).toBe('{}\n');
  });
});

describe('the history of a path that is denied by now', () => {
  test('is shown without content by every command, and not undone by its path', async () => {
    const { corvid: run, path, edit } = await shell();
    await mkdir(path('private'));
    await writeFile(path('private/x.ts'), CONTENT);
    await edit('str_replace', 'private/x.ts', { old_str: 'last', new_str: SECRET });
    const after = await readFile(path('private/x.ts'), 'utf8');
    expect((await run(['log', '--diff'])).stdout).toMatch(leaked);
    for (const args of [
      ['log', '--diff'],
      ['log', '--diff', path('private')],
      ['log', '--diff', path('private/x.ts')],
      ['log', '--json'],
      ['undo', '--list'],
      ['undo', '--list', '--json'],
      ['undo', path('private/x.ts')],
      ['call', 'file_editor', JSON.stringify({ command: 'undo_edit', path: path('private/x.ts') })],
      ['call', 'file_read', '--path', path('private/x.ts')],
    ]) {
      const { stdout, stderr } = await run([...args, ...DENY]);
      expect([args, stdout + stderr]).toEqual([args, expect.not.stringMatching(leaked)]);
    }
    const { stdout } = await run(['log', '--diff', ...DENY]);
    expect(stdout).toContain(
      `\\ Not shown: the rule \`private\` denies this path; --allow-read '${path('private/x.ts')}' lifts it`,
    );
    expect(await readFile(path('private/x.ts'), 'utf8')).toBe(after);
    // The undo of a whole change restores such a file byte for byte, and shows nothing of it.
    const undone = await run(['undo', ...DENY]);
    expect(undone.stdout + undone.stderr).not.toMatch(leaked);
    expect(await readFile(path('private/x.ts'), 'utf8')).toBe(CONTENT);
  });
});

describe('at the start', () => {
  test('a root in which everything is denied is refused, unless it is lifted', async () => {
    const { corvid: run, home } = await shell();
    const ssh = join(home, '.ssh');
    await mkdir(ssh);
    await writeFile(join(ssh, 'config'), 'Host x\n');
    const args = ['call', 'file_read', '--path', join(ssh, 'config'), '--root', ssh];
    const refused = await run(args);
    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
      2,
      `corvid: --root '${ssh}' is denied by the rule \`~/.ssh/**\`; name another folder, or lift the rule with --allow-read '${ssh}'`,
    ]);
    await symlink(ssh, join(home, 'keys'));
    const linked = ['call', 'file_read', '--path', join(ssh, 'config'), '--root', join(home, 'keys')];
    expect((await run(linked)).stderr).toContain('is denied by the rule `~/.ssh/**`');
    expect((await run([...args, '--allow-read', ssh])).stdout).toContain('Host x');
  });

  test('a glob that cannot be read is refused', async () => {
    const { corvid: run } = await shell();
    const { code, stderr } = await run(['mcp', '--deny', '[a']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      "corvid: --deny takes a glob in the syntax of .gitignore, not '[a': a `[` in it is not closed; write `\\[` for the character itself",
    ]);
  });
});
