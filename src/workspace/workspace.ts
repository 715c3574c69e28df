import type { Group } from '../core/checkpoints/group.ts';
import type { GroupFilter } from '../ports/checkpoints.ts';
import type { Patterns } from '../ports/patterns.ts';
import type { Search } from '../ports/search.ts';
import type { Web } from '../ports/web.ts';
import type { CommandRecords } from '../terminals/command-records.ts';
import type { TerminalSessions } from '../terminals/terminal-sessions.ts';
import type { ClientCheckpoints } from './client-checkpoints.ts';
import { type UndoOptions, type UndoReport, type UndoRequest, undoGroups } from './undo/undo-groups.ts';
import { WorkspaceFiles } from './workspace-files.ts';
import type { WorkspaceParts } from './workspace-parts.ts';

export type { Edited, Undone } from './changing/change.ts';

/** What tools can use. A new ability is one more field here, and its adapter in open-workspace.ts. */
export type Abilities = {
  readonly files: WorkspaceFiles;
  readonly terminals: TerminalSessions;
  /** What commands in the terminals change. */
  readonly records: CommandRecords;
  /** Records what calls change, in groups that can be taken back. */
  readonly checkpoints: ClientCheckpoints;
  /** Rewrites code by pattern. */
  readonly patterns: Patterns;
  /** Finds files and lines. */
  readonly search: Search;
  /** Reads pages of the web. */
  readonly web: Web;
};

/** What an agent works with: its files, and the other abilities that tools use. */
export class Workspace extends WorkspaceFiles {
  /** @internal */
  readonly abilities: Abilities;

  constructor(parts: WorkspaceParts, others: Omit<Abilities, 'files'>) {
    super(parts);
    this.abilities = { files: this, ...others };
  }

  /** What calls and commands changed, by all clients, newest first. */
  groups(filter?: GroupFilter): Promise<Group[]> {
    return this.abilities.checkpoints.list(filter);
  }

  /** Takes back groups of changes as the tool `undo` does, or makes them again. */
  undoGroups(request?: UndoRequest, options?: UndoOptions): Promise<UndoReport> {
    return undoGroups(this.abilities, request, options);
  }

  /** Ends the shells and all that was loaded; later calls are refused. */
  override async close(): Promise<void> {
    const { files: _, ...others } = this.abilities;
    await Promise.all([super.close(), ...Object.values(others).map((ability) => ability.close())]);
  }
}
