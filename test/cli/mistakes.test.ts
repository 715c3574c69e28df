import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { nearestName } from '../../src/core/text/nearest-name.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { corvidCommand } from '../corvid-client.ts';
import { shell, usageMessage } from './shell.ts';

const namesOf = (tools: ReturnType<typeof listTools>) => tools.map(({ name }) => name).join(', ');
const serverTools = namesOf(listTools());
const callTools = namesOf(listTools({ web: true }));
const commandNames = commands.map(({ name }) => name).join(', ');

describe('a mistake in the call ends with 2 and says what to do:', () => {
  test.each<[string[], string, string?]>([
    [['nope'], `there is no command 'nope'. Commands: ${commandNames}`],
    [['help', 'nope'], `there is no command 'nope'. Commands: ${commandNames}`],
    [['udno'], "there is no command 'udno'; did you mean 'undo'?"],
    [['help', 'docter'], "there is no command 'docter'; did you mean 'doctor'?"],
    [['inst'], "there is no command 'inst'; did you mean 'install'?"],
    [['--xyzzy'], "there is no option '--xyzzy'"],
    [['--raed-only'], "there is no option '--raed-only'; did you mean '--read-only'?"],
    [['--root', '.', 'log', '-n', '1'], 'options go after the command: corvid log --root . -n 1'],
    [['--diff', 'log', 'it is'], "options go after the command: corvid log --diff 'it is'"],
    [['--read-only', 'acp', '--', 'log'], 'options go after the command: corvid acp --read-only -- log'],
    [['--xyzzy', '--root', '.'], "there is no option '--xyzzy'"],
    [['mcp', '--mathcing', 'safe'], "there is no option '--mathcing'; did you mean '--matching'?", 'mcp'],
    [['log', '--jsno'], "there is no option '--jsno'; did you mean '--json'?", 'log'],
    [['log', '-x'], "there is no option '-x'", 'log'],
    [['undo', '--xyzzy'], "there is no option '--xyzzy'", 'undo'],
    [['demo', '--xyzzy'], "there is no option '--xyzzy'", 'demo'],
    [['log', '--diff=yes'], "--diff takes no value, but got 'yes'", 'log'],
    [['mcp', '--root'], '--root needs a value: --root DIR', 'mcp'],
    [
      ['mcp', '--root', '--read-only'],
      "--root needs a value; to pass '--read-only', write --root='--read-only'",
      'mcp',
    ],
    [['mcp', '--root', '/gone'], "--root '/gone' is not a folder; name a folder that is there", 'mcp'],
    [['--root='], "--root '' is not a folder; name a folder that is there"],
    [
      ['mcp', '--http', '1', '--root', '/gone/a'],
      "--root '/gone/a' is not a folder; name a folder that is there",
      'mcp',
    ],
    [
      ['acp', '--root', '/gone', '--', 'true'],
      "--root '/gone' is not a folder; name a folder that is there",
      'acp',
    ],
    [
      ['undo', '--root', '.', '--root', '/gone'],
      "--root '/gone' is not a folder; name a folder that is there",
      'undo',
    ],
    [
      ['call', 'file_read', '--root', corvidCommand],
      `--root '${corvidCommand}' is not a folder; name a folder that is there`,
      'call file_read',
    ],
    [['log', '-n'], '-n needs a value: -n N', 'log'],
    [['mcp', 'folder'], "mcp takes no 'folder'; folders are given with --root", 'mcp'],
    [['mcp', '--max-view', 'many'], "--max-view takes a whole number above 0, not 'many'", 'mcp'],
    [['mcp', '--max-file-size', '1.5'], "--max-file-size takes a whole number above 0, not '1.5'", 'mcp'],
    [['mcp', '--history-entries', '0'], "--history-entries takes a whole number above 0, not '0'", 'mcp'],
    [['mcp', '--history-size=-1'], "--history-size takes a whole number above 0, not '-1'", 'mcp'],
    [
      ['mcp', '--encoding', 'klingon'],
      "--encoding takes a name such as 'windows-1251' or 'shift_jis', not 'klingon'",
      'mcp',
    ],
    [['log', '-n', 'all'], "--limit takes a whole number above 0, not 'all'", 'log'],
    [['mcp', '--errors', 'loud'], "--errors takes 'result' or 'jsonrpc', not 'loud'", 'mcp'],
    [
      ['mcp', '--toolset', 'all'],
      "--toolset takes 'full', 'editor', 'read-only', 'claude', 'codex', 'gemini', 'lines', 'exact' or 'opencode', not 'all'",
      'mcp',
    ],
    [['mcp', '--tools', 'file_read,nope'], `there is no tool 'nope'. Tools: ${serverTools}`, 'mcp'],
    [['mcp', '--tools', 'file_raed'], "there is no tool 'file_raed'; did you mean 'file_read'?", 'mcp'],
    [['mcp', '--tools', ''], `--tools names no tool. Tools: ${serverTools}`, 'mcp'],
    [['undo', '--read-only'], "there is no option '--read-only'", 'undo'],
    [['call'], `call needs the name of a tool. Tools: ${callTools}`, 'call'],
    [['call', 'nope'], `there is no tool 'nope'. Tools: ${callTools}`, 'call'],
    [['call', 'file-read'], "there is no tool 'file-read'; did you mean 'file_read'?", 'call'],
    [['call', 'nope', '--help'], `there is no tool 'nope'. Tools: ${callTools}`, 'call'],
    [['call', 'file_editor', '[1]'], 'the input must be a JSON object', 'call file_editor'],
    [['call', 'file_editor', 'null'], 'the input must be a JSON object', 'call file_editor'],
    [
      ['call', 'file_editor', '{}', '{}'],
      "call takes one JSON object; '{}' is one too many",
      'call file_editor',
    ],
    [
      ['call', 'file_editor', '--pth', 'x'],
      "there is no option '--pth'; did you mean '--path'?",
      'call file_editor',
    ],
    [['call', 'file_read', 'a.txt'], "'a.txt' is not JSON; did you mean --path a.txt?", 'call file_read'],
    [['call', 'file_editor', 'view'], "'view' is not JSON; did you mean --command view?", 'call file_editor'],
    [['call', 'terminal', 'ls -l'], "'ls -l' is not JSON; did you mean --command 'ls -l'?", 'call terminal'],
    [['terminal'], "terminal takes 'list' or 'attach [name]'", 'terminal'],
    [['completion'], 'completion takes the name of a shell: bash, zsh, fish', 'completion'],
    [['completion', 'powershell'], "there is no shell 'powershell'. Shells: bash, zsh, fish", 'completion'],
    [['completion', 'bahs'], "there is no shell 'bahs'; did you mean 'bash'?", 'completion'],
    [['completion', 'bash', 'zsh'], "completion takes one shell; 'zsh' is one too many", 'completion'],
  ])('%j', async (args, message, command) => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(args), command)).toBe(`corvid: ${message}`);
  });

  test('broken JSON, as an argument and from stdin', async () => {
    const { corvid } = await shell();
    expect(usageMessage(await corvid(['call', 'file_editor', '{"command":']), 'call file_editor')).toMatch(
      /^corvid: the input is not JSON: .*JSON/,
    );
    expect(
      usageMessage(await corvid(['call', 'file_editor', '-'], { input: 'view' }), 'call file_editor'),
    ).toMatch(/^corvid: the input is not JSON: .*JSON/);
  });
});

test('a name is suggested where few slips lead to it, or where it begins so', () => {
  const known = ['undo', 'log', 'install', 'old_string', 'new_string'];
  expect(nearestName('UNDO', known)).toBe('undo');
  expect(nearestName('lgo', known)).toBe('log');
  expect(nearestName('lo', known)).toBe('log');
  expect(nearestName('ins', known)).toBe('install');
  expect(nearestName('old-strng', known)).toBe('old_string');
  expect(nearestName('quit', known)).toBeUndefined();
  expect(nearestName('unit', known)).toBeUndefined();
  expect(nearestName('', known)).toBeUndefined();
});
