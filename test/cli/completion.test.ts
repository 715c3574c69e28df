import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { suggest } from '../../src/cli/completion/suggest.ts';
import { clients } from '../../src/cli/install/clients.ts';
import { workspaceOptions } from '../../src/options/workspace-options.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { codeCache, corvidCommand } from '../corvid-client.ts';
import { openTerminal } from '../terminal/terminal-client.ts';
import { lines, shell } from './shell.ts';

const tools = listTools().map(({ name }) => name);
const names = commands.map(({ name }) => name);

function has(program: string, flag = '--version'): boolean {
  return spawnSync(program, [flag]).status === 0;
}

/** A folder with `afile.txt` and `folder/` in it, and `corvid` in the PATH. */
async function place() {
  const { folder, home, corvid } = await shell();
  const bin = join(home, 'bin');
  await Promise.all([mkdir(bin), mkdir(join(folder, 'folder')), writeFile(join(folder, 'afile.txt'), '')]);
  await symlink(corvidCommand, join(bin, 'corvid'));
  const PATH = [bin, join(process.execPath, '..'), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: home, TERM: 'dumb', ...codeCache };
  const runIn = (program: string, args: readonly string[]) =>
    execFileSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 15_000,
    });
  return { corvid, runIn, home };
}

/** The end of the line, and what the TAB key offers there. */
const offers: [line: string, offered: string[]][] = [
  ['corvid un', ['undo']],
  ['corvid call file_', ['file_editor', 'file_read', 'file_write']],
  ['corvid call edit_file --o', ['--old_string']],
  ['corvid call edit_lines --command ', ['delete', 'insert', 'replace']],
  ['corvid install c', ['claude-code', 'claude-desktop', 'codex', 'cursor']],
  ['corvid install codex -- --toolset cl', ['claude']],
  ['corvid mcp --matching ', ['exact', 'permissive', 'safe']],
  ['corvid completion ', ['bash', 'fish', 'zsh']],
  ['corvid undo af', ['afile.txt']],
  ['corvid call file_read --path af', ['afile.txt']],
  ['corvid mcp --root ', ['folder']],
  ['corvid call edit_file --no-r', ['--no-read-only', '--no-replace_all']],
  ['corvid mcp --tools file_', ['file_editor', 'file_read', 'file_write']],
  ['corvid mcp --tools edit,file_read,file_', ['edit,file_read,file_editor', 'edit,file_read,file_write']],
];

type RunIn = Awaited<ReturnType<typeof place>>['runIn'];

function tabInBash(runIn: RunIn, line: string): string[] {
  // Bash itself adds file names where the function leaves it to it, which only an interactive one does.
  const script = `eval "$(corvid completion bash)"
    compopt() { options="$*"; }
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); options='-o default'
    _corvid
    if [ \${#COMPREPLY[@]} -gt 0 ]; then printf '%s\\n' "\${COMPREPLY[@]}"
    elif [ "$options" = '-o default' ]; then compgen -f -- "\${!#}"
    else compgen -d -- "\${!#}"; fi`;
  return lines(runIn('bash', ['--norc', '-c', script, 'bash', ...line.split(' ')])).sort();
}

// The functions of zsh's own completion work only interactively; these print what they were called with.
function tabInZsh(runIn: RunIn, line: string): string[] {
  const script = `compdef() { registered="$*" }; compset() { : }
    _describe() { print -l -- "\${(@)\${(@P)3}%%:*}" }
    _files() { if [ "$1" = -/ ]; then print -l -- *(/); else print -l -- $words[CURRENT]*; fi }
    eval "$(corvid completion zsh)"
    words=("$@"); CURRENT=$#; _corvid; [ "$registered" = '_corvid corvid' ]`;
  return lines(runIn('zsh', ['-f', '-c', script, 'zsh', ...line.split(' ')])).sort();
}

function tabInFish(runIn: RunIn, line: string): string[] {
  const script = `corvid completion fish | source; complete -C '${line}'`;
  return lines(runIn('fish', ['--no-config', '-c', script]))
    .map((row) => row.split('\t')[0]!.replace(/\/$/, ''))
    .sort();
}

describe('completion', () => {
  test.each(offers)('in bash: %s', async (line, offered) => {
    expect(tabInBash((await place()).runIn, line)).toEqual(offered);
  });

  test('in bash is registered for corvid, and takes --flag=value for the three words that it is there', async () => {
    const { runIn } = await place();
    const script = (words: string) => `eval "$(corvid completion bash)"; complete -p corvid
      COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _corvid; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(lines(runIn('bash', ['--norc', '-c', script('corvid mcp --matching = pe')]))).toEqual([
      'complete -o default -F _corvid corvid',
      'permissive',
    ]);
    const all = runIn('bash', ['--norc', '-c', script('corvid mcp --matching =')]);
    expect(lines(all).slice(1)).toEqual(workspaceOptions.matching.choices);
  });

  test.runIf(has('zsh')).each(offers)('in zsh (if it is installed): %s', async (line, offered) => {
    expect(tabInZsh((await place()).runIn, line)).toEqual(offered);
  });

  test.runIf(has('fish')).each(offers)('in fish (if it is installed): %s', async (line, offered) => {
    expect(tabInFish((await place()).runIn, line)).toEqual(offered);
  });

  test.runIf(has('tmux', '-V'))('offers the open terminals, unless a shell would obey the name', async () => {
    const { runIn, home } = await place();
    const { run } = await openTerminal({ flags: ['--terminal', 'tmux'], env: { HOME: home } });
    await run('true', { terminal: 'for-tab' });
    const tmux = 'tmux -S "$(cat ~/.local/state/corvid/terminals/*/socket)"';
    await run(`${tmux} rename-session -t for-tab-2 'for-tab$(touch made)'`, { terminal: 'for-tab-2' });
    const line = 'corvid terminal attach --watch for-t';
    expect(tabInBash(runIn, line)).toEqual(['for-tab']);
    if (has('zsh')) expect(tabInZsh(runIn, line)).toEqual(['for-tab']);
    if (has('fish')) expect(tabInFish(runIn, line)).toEqual(['for-tab']);
  });

  test.each(['bash', 'zsh', 'fish'])('shows how %s is set up, and prints nothing else', async (name) => {
    const { corvid } = await shell();
    const { code, stdout, stderr } = await corvid(['completion', name]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`corvid completion words ${name} --`);
    expect((await corvid(['completion', '--help'])).stdout).toContain(`corvid completion ${name}`);
  });
});

/** The words alone. */
function words(...line: string[]): string[] | string {
  const suggestions = suggest(line);
  return typeof suggestions === 'string' ? suggestions : suggestions.map(({ word }) => word);
}

describe('what is suggested', () => {
  test.each<[string[], string[] | string]>([
    [[''], [...names, 'help']],
    [[], [...names, 'help']],
    [['--vers'], ['--version']],
    [
      ['--toolset', 'c'],
      ['claude', 'codex'],
    ],
    [['help', ''], names],
    [['help', 'call', ''], tools],
    [['call', ''], tools],
    [['call', '--root', 'x', ''], tools],
    [
      ['call', 'file_read', ''],
      ['--path', '--start_line', '--end_line'],
    ],
    [['call', 'file_read', '--path', 'x', '--start-line', '1', ''], ['--end_line']],
    [
      ['call', 'edit', '--fuzzy='],
      ['--fuzzy=true', '--fuzzy=false'],
    ],
    [['call', 'edit', '--no-fuzzy', '--path', 'x', '--fu'], []],
    [['call', 'file_read', '--path='], 'files'],
    [
      ['mcp', '--tools=edit,file_'],
      ['--tools=edit,file_editor', '--tools=edit,file_write', '--tools=edit,file_read'],
    ],
    [
      ['mcp', '--tools', 'edit,edi'],
      ['edit,edit_file', 'edit,edit_text_file', 'edit,edit_lines'],
    ],
    [['mcp', '--syntax=w'], ['--syntax=warn']],
    [['mcp', '--root', 'x', '--roo'], ['--root']],
    [['mcp', '--syntax', 'off', '--synt'], []],
    [['mcp', '--token-file', ''], 'files'],
    [['install', ''], clients.map(({ name }) => name)],
    [['install', '--name', 'x', 'ze'], ['zed']],
    [['install', 'zed', ''], []],
    [['install', 'zed', '--', '--matching', 'e'], ['exact']],
    [['acp', '--', ''], 'files'],
    [
      ['terminal', ''],
      ['list', 'attach'],
    ],
    [['terminal', 'list', ''], []],
    [['terminal', 'attach', 'main', ''], []],
    [['log', '-n', ''], []],
    [['log', ''], 'files'],
    [
      ['demo', ''],
      ['--verbose', '--help'],
    ],
    [['nope', ''], []],
  ])('%j', (line, expected) => {
    expect(words(...line)).toEqual(expected);
  });
});
