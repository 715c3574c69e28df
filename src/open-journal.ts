import { DiskJournal } from './adapters/journal/disk-journal.ts';
import { journalDirectory } from './adapters/journal/journal-folder.ts';
import type { JournalProcess } from './core/journal/call-record.ts';
import { stateDirectoryOf } from './open-policy.ts';
import type { WorkspaceOptions } from './options/workspace-options.ts';
import type { Journal } from './ports/journal.ts';
import type { CallObserver } from './tools/call/outcome.ts';
import { recordCalls } from './tools/call/record-calls.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Where the calls of this process go, and what of them is written. */
export type CallJournal = { readonly observe: CallObserver; close(): void };

type JournalOptions = {
  readonly options: WorkspaceOptions;
  readonly version: string;
  readonly onFailure: (message: string) => void;
};

/** The journal of a workspace's calls. Nothing is opened before the first call. */
export function openJournal(
  workspace: Workspace,
  { options, version, onFailure }: JournalOptions,
): CallJournal {
  const { roots, readOnly } = workspace;
  const facts: JournalProcess = {
    pid: process.pid,
    startedAt: Math.round(performance.timeOrigin),
    version,
    folder: process.cwd(),
    ...(roots && { roots }),
    isReadOnly: readOnly,
  };
  const directory = journalDirectory(stateDirectoryOf(options));
  const journal: Journal = new DiskJournal({ directory, process: facts, onFailure });
  return {
    observe: recordCalls(journal, workspace.abilities.files.masker),
    close: () => journal.close(),
  };
}
