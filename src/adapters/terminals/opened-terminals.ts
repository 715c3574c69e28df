import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell, ShellEvents, ShellRequest, Terminals } from '../../ports/terminals.ts';
import { createCgroup, findCgroupFolder } from '../processes/cgroups.ts';
import { startOrphanReaper } from '../processes/orphan-reaper.ts';
import { openProcessTree, type ProcessTree } from '../processes/process-tree.ts';
import type { TerminalPlaces } from './private-folders.ts';
import { createTerminalFolder, type ShellFolder, type TerminalFolder } from './terminal-folder.ts';

/** What a shell needs to start. */
export type ShellHome = ShellFolder & {
  /** The value that marks its processes in their environment. */
  readonly mark: string;
  readonly tree: ProcessTree;
  readonly server: ServerHome;
};

/** What the shells of one server share. */
export type ServerHome = {
  readonly folder: string;
  /** Of the process that owns the shells, if that is not this one. */
  readonly mark: string;
  /** Is removed at the end. */
  readonly addFolder: (folder: string) => void;
};

/** A shell without what is the same for all technologies. */
export type StartedShell = Omit<Shell, 'createOutputFile'>;

export type StartShell = (
  request: ShellRequest,
  home: ShellHome,
  events: ShellEvents,
) => Promise<StartedShell>;

export type OpenOptions = TerminalPlaces & {
  /** Whether processes are kept in groups of the kernel where that is possible. Default: true. */
  readonly useCgroups?: boolean;
};

type Opened = {
  readonly folder: TerminalFolder;
  readonly server: ServerHome;
  /** Of the terminal with this name; the same for the same name. */
  terminal(name: string): { readonly number: number; readonly mark: string; readonly tree: ProcessTree };
  readonly trees: () => readonly ProcessTree[];
  /** Removes all files. */
  remove(): void;
};

/** What all technologies share: a private folder, a reaper for orphans, and an orderly end. */
export function openedTerminals(
  options: OpenOptions,
  start: StartShell,
  finish?: (home: ServerHome) => Promise<void>,
): Terminals {
  const shells = new Set<Shell>();
  let opened: Opened | undefined;
  const prepare = (): Opened => {
    opened ??= open(options);
    return opened;
  };

  async function openShell(request: ShellRequest, events: ShellEvents): Promise<Shell> {
    const { folder, server, terminal } = prepare();
    const { number, mark, tree } = terminal(request.name);
    let shell: Shell | undefined;
    const ended = (exitCode: number) => {
      if (shell) shells.delete(shell);
      events.ended(exitCode);
    };
    const home = { ...folder.forShell(number), mark, tree, server };
    const started = await start(request, home, { bytes: (chunk) => events.bytes(chunk), ended });
    shell = { ...started, createOutputFile: folder.createOutputFile };
    shells.add(shell);
    return shell;
  }

  return {
    open: openShell,
    async close() {
      await Promise.all([...shells].map((shell) => shell.end()));
      if (!opened) return;
      const { server, trees, remove } = opened;
      // Also those of shells that have ended.
      await Promise.all(trees().map((tree) => tree.end()));
      await finish?.(server);
      for (const tree of trees()) tree.close();
      remove();
      opened = undefined;
    },
  };
}

function open(options: OpenOptions): Opened {
  const folder = createTerminalFolder(options);
  const mark = randomBytes(8).toString('hex');
  const cgroups = options.useCgroups === false ? undefined : findCgroupFolder();
  const groups = cgroups === undefined ? undefined : join(cgroups, `corvid-${mark}-`);
  const reaper = startOrphanReaper(mark, groups);
  const folders: string[] = [];
  const addFolder = (path: string) => {
    folders.push(path);
    reaper.addFolder(path);
  };
  addFolder(folder.path);
  const terminals = new Map<string, ReturnType<Opened['terminal']>>();
  return {
    folder,
    server: { folder: folder.path, mark: `${mark}.server`, addFolder },
    remove() {
      folder.remove();
      for (const path of folders) rmSync(path, { recursive: true, force: true });
      reaper.stop();
    },
    trees: () => [...terminals.values()].map(({ tree }) => tree),
    terminal(name) {
      const number = terminals.size + 1;
      const known = terminals.get(name) ?? {
        number,
        mark: `${mark}.${number}`,
        tree: openProcessTree({
          mark: `${mark}.${number}`,
          cgroup: groups === undefined ? undefined : createCgroup(`${groups}${number}`),
          onFound: reaper.addProcess,
        }),
      };
      terminals.set(name, known);
      return known;
    },
  };
}
