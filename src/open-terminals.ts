import { lazy } from './adapters/lazy.ts';
import { defaultStateDirectory } from './adapters/private/own-folders.ts';
import { timedPattern } from './adapters/terminals/timed-pattern.ts';
import { userName } from './adapters/terminals/user-name.ts';
import type { Masker } from './core/secrets/masker.ts';
import { shellEnvironment, withheldNames } from './core/terminal/shell/shell-environment.ts';
import { TERMINAL_SIZE } from './core/terminal/terminal-size.ts';
import type { WorkspaceSettings } from './options/workspace-options.ts';
import { TerminalSessions } from './terminals/terminal-sessions.ts';

const MAX_WAIT_MS = 600_000;
const PROFILE_TIMEOUT_MS = 5_000;

/** The terminals of a workspace; nothing is loaded or started before one is used. */
export function openTerminals(
  settings: WorkspaceSettings,
  directory: string,
  masker: Masker,
): TerminalSessions {
  const { secrets = {}, passEnvironment = [] } = settings;
  const environment = () => ({ inherited: process.env, passedOn: passEnvironment, secrets });
  return new TerminalSessions({
    terminals: lazy(() => loadAdapter(settings.terminal)),
    directory,
    environment: () => shellEnvironment(environment()),
    withheld: () => withheldNames(environment()),
    userName,
    timedPattern,
    profileTimeoutMs: PROFILE_TIMEOUT_MS,
    softTimeoutMs: settings.softTimeoutSeconds * 1000,
    maxWaitMs: MAX_WAIT_MS,
    output: {
      limits: {
        shownCharacters: settings.maxOutputCharacters,
        fileBytes: settings.maxOutputFileBytes,
      },
      masker,
      screenSize: TERMINAL_SIZE,
    },
  });
}

async function loadAdapter(kind: WorkspaceSettings['terminal']) {
  const places = { state: defaultStateDirectory(process.env), runtime: process.env.XDG_RUNTIME_DIR };
  if (kind === 'tmux')
    return (await import('./adapters/terminals/tmux/tmux-terminals.ts')).tmuxTerminals(places);
  return (await import('./adapters/terminals/pty-terminals.ts')).ptyTerminals(places);
}
