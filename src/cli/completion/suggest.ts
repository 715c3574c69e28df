import { listTmuxSessions } from '../../adapters/terminals/tmux/tmux-sessions.ts';
import { visibleLine } from '../../core/text/visible-text.ts';
import { listTools } from '../../tools/call/library.ts';
import { callFlags, toolWord } from '../call/call-flags.ts';
import { parameterFlags } from '../call/tool-parameters.ts';
import { type CliCommand, commands } from '../commands/index.ts';
import { stateDirectory } from '../environment.ts';
import type { Flag, Flags } from '../flags.ts';
import { clients } from '../install/clients.ts';
import { shells } from './scripts.ts';
import type { Suggestion, Suggestions } from './suggestion.ts';

/** Completions of the last word of a line that begins with `corvid`. */
export function suggest(line: readonly string[]): Suggestions {
  const words = withoutLoneEquals(line);
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const all = candidates(before, current);
  return typeof all === 'string' ? all : all.filter(({ word }) => word.startsWith(current));
}

/** Bash splits `--matching=safe` into three words. */
function withoutLoneEquals(line: readonly string[]): string[] {
  const words = line.filter((word, i) => word !== '=' || !line[i - 1]?.startsWith('--'));
  return line.at(-1) === '=' ? [...words, ''] : words;
}

function candidates(before: readonly string[], current: string): Suggestions {
  const [name, ...rest] = before;
  if (name === undefined)
    return current.startsWith('-') ? flagWords(flagsWithoutCommand(), []) : firstWords();
  if (name === 'help') return before.length === 1 ? commandWords() : rest[0] === 'call' ? toolWords() : [];
  if (name.startsWith('-')) return ofCommand(named('mcp')!, before, current);
  const command = named(name);
  return command ? ofCommand(command, rest, current) : [];
}

function ofCommand(command: CliCommand, before: readonly string[], current: string): Suggestions {
  const end = before.indexOf('--');
  if (end !== -1) return command.name === 'install' ? ofServer(before.slice(end + 1), current) : 'files';
  const flags = flagsOf(command, before);
  const [prefix, assigned] = /^--([^=]+)=/.exec(current) ?? [];
  if (assigned !== undefined) return valuesOf(flags[inTable(assigned, flags)], current, prefix);
  const last = before.at(-1);
  if (takesValue(last, flags)) return valuesOf(flagIn(last!, flags), current);
  if (current.startsWith('-')) return flagWords(flags, before);
  return operands(command, before);
}

function ofServer(before: readonly string[], current: string): Suggestions {
  return ofCommand(named('mcp')!, before, current);
}

function flagsOf(command: CliCommand, before: readonly string[]): Flags {
  const tool = command.name === 'call' ? toolIn(before) : undefined;
  return tool ? callFlags(tool) : command.flags;
}

function toolIn(words: readonly string[]) {
  const name = toolWord(words);
  return listTools().find((tool) => tool.name === name);
}

/** The flag's name in the table, for any spelling. */
function inTable(written: string, flags: Flags): string {
  return Object.hasOwn(flags, written) ? written : written.replaceAll('-', '_');
}

function flagIn(word: string, flags: Flags): Flag | undefined {
  const byLetter = Object.values(flags).find(({ short }) => short && word === `-${short}`);
  return byLetter ?? (word.startsWith('--') ? flags[inTable(word.slice(2), flags)] : undefined);
}

function takesValue(word: string | undefined, flags: Flags): boolean {
  return word !== undefined && flagIn(word, flags)?.type === 'string';
}

function valuesOf(flag: Flag | undefined, current: string, prefix = ''): Suggestions {
  if (flag?.value === 'FILE') return 'files';
  if (flag?.value === 'DIR') return 'folders';
  if (flag?.listOf === 'tools') return oneMore(toolWords(), current, prefix);
  const words = flag?.negatable ? ['true', 'false'] : (flag?.choices ?? []);
  return words.map((word) => ({ word: prefix + word, about: '' }));
}

/** The words of a list, each followed by one that is not in it yet. */
function oneMore(all: readonly Suggestion[], current: string, prefix: string): Suggestion[] {
  const there = current.slice(prefix.length).split(',').slice(0, -1);
  return all
    .filter(({ word }) => !there.includes(word))
    .map(({ word, about }) => ({ word: prefix + [...there, word].join(','), about }));
}

/** Flags that are not on the line yet, or are repeatable. */
function flagWords(flags: Flags, before: readonly string[]): Suggestion[] {
  const written = before.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')[0]!);
  const turned = written.map((name) => name.replace(/^no-/, ''));
  const given = [...written, ...turned].map((name) => inTable(name, flags));
  return Object.entries(flags)
    .filter(([name, { multiple }]) => multiple || !given.includes(name))
    .flatMap(([name, { help, negatable }]) => [
      { word: `--${name}`, about: help },
      ...(negatable ? [{ word: `--no-${name}`, about: `turn off --${name}` }] : []),
    ]);
}

function flagsWithoutCommand(): Flags {
  return { version: { type: 'boolean', help: 'show the version' }, ...named('mcp')!.flags };
}

function operands(command: CliCommand, before: readonly string[]): Suggestions {
  const given = before.filter(
    (word, i) => !word.startsWith('-') && !takesValue(before[i - 1], command.flags),
  );
  const isFirst = given.length === 0;
  switch (command.name) {
    case 'call': {
      const tool = toolIn(before);
      return tool ? flagWords(parameterFlags(tool), before) : toolWords();
    }
    case 'install':
      return isFirst ? clients.map(({ name, title }) => ({ word: name, about: title })) : [];
    case 'completion':
      return isFirst ? shells.map((word) => ({ word, about: '' })) : [];
    case 'terminal':
      return terminalWords(given);
    case 'undo':
    case 'log':
      return 'files';
    default:
      return flagWords(command.flags, before);
  }
}

const terminalActions: readonly Suggestion[] = [
  { word: 'list', about: 'list the terminals' },
  { word: 'attach', about: 'watch or take over one' },
];

function terminalWords([action, name]: readonly string[]): readonly Suggestion[] {
  if (action === undefined) return terminalActions;
  return action === 'attach' && name === undefined ? openTerminals() : [];
}

/** A program in a terminal can rename it, also to text that a shell would execute. */
function openTerminals(): Suggestion[] {
  return listTmuxSessions(stateDirectory())
    .filter(({ name }) => /^\w[\w-]*$/.test(name))
    .map(({ name, directory }) => ({ word: name, about: visibleLine(directory) }));
}

function firstWords(): Suggestion[] {
  return [...commandWords(), { word: 'help', about: 'show the help of a command' }];
}

function commandWords(): Suggestion[] {
  return commands.map(({ name, summary }) => ({ word: name, about: summary }));
}

function toolWords(): Suggestion[] {
  return listTools().map(({ name, title }) => ({ word: name, about: title }));
}

function named(name: string): CliCommand | undefined {
  return commands.find((command) => command.name === name);
}
