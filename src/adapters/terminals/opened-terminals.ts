import { randomBytes } from 'node:crypto';
import type { Shell, ShellEvents, ShellRequest, Terminals } from '../../ports/terminals.ts';
import { startGuardian } from './guardian.ts';
import { createTerminalFolder, type TerminalFolder } from './terminal-folder.ts';

/** Where a shell finds its files, and what its processes are known by. */
export type ShellHome = { readonly folder: string; readonly base: string; readonly mark: string };

export type StartShell = (request: ShellRequest, home: ShellHome, events: ShellEvents) => Promise<Shell>;

type Opened = {
  readonly folder: TerminalFolder;
  readonly mark: string;
  readonly dismissGuardian: () => void;
};

/** What all technologies share: a private folder, a guardian, and an orderly end. */
export function openedTerminals(start: StartShell, finish?: (mark: string) => Promise<void>): Terminals {
  const shells = new Set<Shell>();
  let opened: Opened | undefined;
  const prepare = (): Opened => {
    opened ??= open();
    return opened;
  };

  return {
    async open(request, events) {
      const { folder, mark } = prepare();
      const home = { folder: folder.of(request.name), base: folder.path, mark: `${mark}.${request.name}.` };
      let shell: Shell | undefined;
      shell = await start(request, home, {
        ...events,
        ended(exitCode) {
          if (shell) shells.delete(shell);
          events.ended(exitCode);
        },
      });
      shells.add(shell);
      return shell;
    },
    createOutputFile: () => prepare().folder.createOutputFile(),
    async close() {
      await Promise.all([...shells].map((shell) => shell.end()));
      if (!opened) return;
      await finish?.(opened.mark);
      opened.folder.remove();
      opened.dismissGuardian();
      opened = undefined;
    },
  };
}

function open(): Opened {
  const folder = createTerminalFolder();
  const mark = randomBytes(8).toString('hex');
  const { dismiss } = startGuardian(mark, folder.path);
  return { folder, mark, dismissGuardian: dismiss };
}
