import type { Parsed } from '../arguments/parse-flags.ts';
import { FILES, FOLDERS, type ShellName, scripts, setup, shells } from '../completion/scripts.ts';
import type { Suggestions } from '../completion/suggestion.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError, unknownName } from '../errors/usage-error.ts';
import type { Help } from '../output/help.ts';
import { print } from '../output/output.ts';

/** The scripts call `completion words SHELL -- LINE…` at each TAB. */
export async function run({ positionals }: Parsed): Promise<number> {
  const [first, ...rest] = positionals;
  if (first === 'words') return printWords(shellNamed(rest[0]), rest.slice(1));
  const shell = shellNamed(first);
  if (rest.length > 0) throw new UsageError(`completion takes one shell; '${rest[0]}' is one too many`);
  print(scripts[shell]);
  return OK;
}

export function help(basic: Help): Help {
  const rows = shells.map((shell) => [setup[shell].file, setup[shell].line] as const);
  return {
    ...basic,
    sections: [{ title: 'Add this line to the configuration file of your shell', rows }, ...basic.sections],
  };
}

function shellNamed(name: string | undefined): ShellName {
  const shell = shells.find((shell) => shell === name);
  if (shell !== undefined) return shell;
  if (name === undefined) throw new UsageError(`completion takes the name of a shell: ${shells.join(', ')}`);
  throw unknownName('shell', name, shells);
}

async function printWords(shell: ShellName, line: readonly string[]): Promise<number> {
  const { suggest } = await import('../completion/suggest.ts');
  const text = asShellWants(shell, suggest(line));
  if (text !== '') print(text);
  return OK;
}

function asShellWants(shell: ShellName, suggestions: Suggestions): string {
  if (suggestions === 'files') return FILES;
  if (suggestions === 'folders') return FOLDERS;
  const separator = { bash: undefined, zsh: ':', fish: '\t' }[shell];
  return suggestions
    .map(({ word, about }) => (separator && about ? `${word}${separator}${about}` : word))
    .join('\n');
}
