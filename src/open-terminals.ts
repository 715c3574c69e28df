import { defaultStateDirectory } from './adapters/private/own-folders.ts';
import { lazyTerminals } from './adapters/terminals/lazy-terminals.ts';
import { userName } from './adapters/terminals/user-name.ts';
import type { Masker } from './core/secrets/masker.ts';
import { shellEnvironment, withheldNames } from './core/terminal/shell-environment.ts';
import { TERMINAL_SIZE } from './core/terminal/terminal-size.ts';
import { TerminalSessions } from './terminals/terminal-sessions.ts';

export type TerminalOptions = {
  /** Who owns the shells: this process (default), or a tmux server that a person can attach to. */
  terminal?: 'pty' | 'tmux';
  /** Variables for the shell whose values are masked in everything that leaves. */
  secrets?: Readonly<Record<string, string>>;
  /** Variables that the shell gets although they look like credentials. */
  passEnvironment?: readonly string[];
  /** A longer output of a command is cut. Default: 30,000. */
  maxOutputCharacters?: number;
  /** A file with the whole output does not grow further. Default: 256 MiB. */
  maxOutputFileBytes?: number;
  /** A command that prints nothing for that long is reported as running. Default: 30. */
  softTimeoutSeconds?: number;
};

const LONGEST_WAIT_MS = 600_000;
const PROFILE_TIMEOUT_MS = 5_000;

/** The terminals of a workspace; nothing is loaded or started before one is used. */
export function openTerminals(options: TerminalOptions, directory: string, masker: Masker): TerminalSessions {
  const { secrets = {}, passEnvironment = [] } = options;
  const environment = () => ({ inherited: process.env, passedOn: passEnvironment, secrets });
  const terminals = lazyTerminals(() => loadAdapter(options.terminal));
  return new TerminalSessions({
    terminals,
    directory,
    environment: () => shellEnvironment(environment()),
    withheld: () => withheldNames(environment()),
    userName,
    profileTimeoutMs: PROFILE_TIMEOUT_MS,
    softTimeoutMs: (options.softTimeoutSeconds ?? 30) * 1000,
    longestWaitMs: LONGEST_WAIT_MS,
    output: {
      limits: {
        shownCharacters: options.maxOutputCharacters ?? 30_000,
        fileBytes: options.maxOutputFileBytes ?? 268_435_456,
      },
      masker,
      createFile: () => terminals.createOutputFile(),
      screenSize: TERMINAL_SIZE,
    },
  });
}

async function loadAdapter(kind: TerminalOptions['terminal']) {
  const places = { state: defaultStateDirectory(process.env), runtime: process.env.XDG_RUNTIME_DIR };
  if (kind === 'tmux') return (await import('./adapters/terminals/tmux-terminals.ts')).tmuxTerminals(places);
  return (await import('./adapters/terminals/pty-terminals.ts')).ptyTerminals(places);
}
