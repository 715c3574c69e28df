import { relative } from 'node:path';
import {
  attachToTmux,
  listTmuxSessions,
  type TmuxSession,
} from '../../adapters/terminals/tmux/tmux-sessions.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { screen, stateDirectory } from '../environment.ts';
import { CommandError } from '../errors/command-error.ts';
import { OK } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { print, printableLine, printJson } from '../output/output.ts';
import { wrapToWidth } from '../output/two-columns.ts';

export async function run({ values, positionals }: Parsed): Promise<number> {
  const [action, name, extra] = positionals;
  if (extra !== undefined) throw new UsageError(`terminal takes one name; '${extra}' is one too many`);
  if (action === 'list' && name === undefined) return list(values.json === true);
  if (action === 'attach') return attach(name, values.watch === true);
  const given = action === undefined ? '' : `, not '${positionals.join(' ')}'`;
  throw new UsageError(`terminal takes 'list' or 'attach [name]'${given}`);
}

function list(asJson: boolean): number {
  const sessions = listTmuxSessions(stateDirectory());
  if (asJson) printJson(sessions);
  else
    print(
      sessions.length === 0
        ? wrapToWidth(`${NONE} ${HOW}`, screen().columns)
        : sessions.map((session) => printableLine(described(session))).join('\n'),
    );
  return OK;
}

async function attach(name: string | undefined, watchOnly: boolean): Promise<number> {
  const sessions = listTmuxSessions(stateDirectory());
  const found = sessions.filter((session) => name === undefined || session.name === name);
  if (found.length === 1) return attachToTmux(found[0]!, { watchOnly });
  throw found.length === 0 ? nothingFound(name, sessions) : ambiguous(found);
}

const NONE = 'No terminal can be attached to.';
const HOW =
  'Start the server with `corvid mcp --terminal tmux`; its terminals appear when an agent uses them.';

function nothingFound(name: string | undefined, sessions: readonly TmuxSession[]): CommandError {
  if (sessions.length === 0) return new CommandError(NONE, HOW);
  return new CommandError(`There is no terminal '${name}'. Terminals:`, sessions.map(described).join('\n'));
}

function ambiguous(sessions: readonly TmuxSession[]): CommandError {
  return new CommandError(
    'Several terminals match; name one, or attach with `tmux -S SOCKET attach -t NAME`:',
    sessions.map(described).join('\n'),
  );
}

function described({ name, directory, socket }: TmuxSession): string {
  return `${name}  ${relative(process.cwd(), directory) === '' ? '.' : directory}  (${socket})`;
}
