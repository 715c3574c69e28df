import { relative } from 'node:path';
import { attachToTmux, listTmuxSessions, type TmuxSession } from '../../adapters/terminals/tmux-sessions.ts';
import { type Parsed, UsageError } from '../options.ts';
import { complain, print, printJson } from '../output.ts';

const OK = 0;
const FAILED = 1;

export async function run({ values, positionals }: Parsed): Promise<number> {
  const [action, name, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`terminal takes one name; '${surplus}' is too much`);
  if (action === 'list' && name === undefined) return list(values.json === true);
  if (action === 'attach') return attach(name, values.watch === true);
  throw new UsageError(`terminal takes 'list' or 'attach [name]', not '${positionals.join(' ')}'`);
}

function list(asJson: boolean): number {
  const sessions = listTmuxSessions();
  if (asJson) printJson(sessions);
  else print(sessions.length === 0 ? NONE : sessions.map(described).join('\n'));
  return OK;
}

async function attach(name: string | undefined, watchOnly: boolean): Promise<number> {
  const sessions = listTmuxSessions();
  const found = sessions.filter((session) => name === undefined || session.name === name);
  if (found.length === 1) return attachToTmux(found[0]!, { watchOnly });
  complain(found.length === 0 ? nothingFound(name, sessions) : ambiguous(found));
  return FAILED;
}

const NONE =
  'No terminal can be attached to. Start the server with `corvid mcp --terminal tmux`; its terminals appear when an agent uses them.';

function nothingFound(name: string | undefined, sessions: readonly TmuxSession[]): string {
  if (sessions.length === 0) return NONE;
  return `There is no terminal '${name}'. Terminals:\n${sessions.map(described).join('\n')}`;
}

function ambiguous(sessions: readonly TmuxSession[]): string {
  return `Several terminals are meant; name one, or attach by hand with \`tmux -S SOCKET attach -t NAME\`:\n${sessions.map(described).join('\n')}`;
}

function described({ name, directory, socket }: TmuxSession): string {
  return `${name}  ${relative(process.cwd(), directory) === '' ? '.' : directory}  (${socket})`;
}
