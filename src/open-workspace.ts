import { nodeCharsets } from './adapters/charsets/node-charsets.ts';
import { lazy } from './adapters/lazy.ts';
import { loadSyntax } from './adapters/syntax/load-syntax.ts';
import type { PathPolicy } from './core/paths/path-policy.ts';
import { createMasker, type Masker } from './core/secrets/masker.ts';
import { refusal } from './core/secrets/secrets.ts';
import { newClientName, openCheckpoints } from './open-checkpoints.ts';
import { deniedRoot, pathPolicy, rootsOf, stateDirectoryOf } from './open-policy.ts';
import { openSearch } from './open-search.ts';
import { openTerminals } from './open-terminals.ts';
import { openWeb } from './open-web.ts';
import { checkOptions } from './options/check-options.ts';
import {
  type WorkspaceOptions,
  type WorkspaceSettings,
  workspaceSettings,
} from './options/workspace-options.ts';
import type { EditorConnection } from './ports/editor.ts';
import type { Files } from './ports/files.ts';
import type { History } from './ports/history.ts';
import type { Locks } from './ports/locks.ts';
import type { Patterns } from './ports/patterns.ts';
import { CommandRecords } from './terminals/command-records.ts';
import { ClientCheckpoints } from './workspace/client-checkpoints.ts';
import { Workspace } from './workspace/workspace.ts';

export { deniedRoot, GlobError, pathPolicy } from './open-policy.ts';
export type { WorkspaceOptions } from './options/workspace-options.ts';

/** Opens a workspace on this machine. Close it when done. Throws for an option that it does not take. */
export function openWorkspace(options: WorkspaceOptions = {}): Workspace {
  checkOptions(options);
  const settings = workspaceSettings(options);
  const policy = pathPolicy(settings);
  refuseDeniedRoot(policy);
  const masker = openMasker(settings);
  const terminals = openTerminals(settings, rootsOf(settings)[0] ?? process.cwd(), masker);
  const { client = newClientName() } = settings;
  const checkpoints = openCheckpoints(settings, () => workspace.roots ?? rootsOf(settings));
  const parts = {
    checkpoints: new ClientCheckpoints(checkpoints, client),
    files: settings.files ?? diskFiles(),
    history: settings.history ?? diskHistory(settings),
    locks: settings.locks ?? diskLocks(settings),
    preview: settings.preview,
    charsets: nodeCharsets,
    rules: policy,
    limits: {
      fileBytes: settings.maxFileBytes,
      viewCharacters: settings.maxViewCharacters,
    },
    encoding: settings.encoding,
    matching: settings.matching,
    syntax: settings.syntaxChecker ?? lazy(() => loadSyntax()),
    syntaxPolicy: settings.syntax,
    masker,
    isReadableAnyway: (path: string) => terminals.isOutputFile(path),
  };
  const workspace = new Workspace(parts, {
    terminals,
    records: new CommandRecords((call) => parts.checkpoints.begin(call)),
    checkpoints: parts.checkpoints,
    patterns: parserPatterns(),
    search: openSearch(),
    web: openWeb(settings),
  });
  return workspace;
}

function openMasker({ secrets = {} }: WorkspaceOptions): Masker {
  const reason = refusal(secrets);
  if (reason !== undefined) throw new Error(reason);
  return createMasker(secrets);
}

function refuseDeniedRoot(policy: PathPolicy): void {
  const denied = deniedRoot(policy);
  if (!denied) return;
  throw new TypeError(
    `Invalid option \`roots\`: '${denied.root}' is denied by the rule \`${denied.rule}\`. Name another folder, or lift the rule with \`allowRead\`.`,
  );
}

export type EditorOptions = {
  /** Called with a sentence for the model when the disk was used instead, or the editor changed more than the edit. */
  readonly onRemark?: (remark: string) => void;
  /** When a read takes longer, the disk is used. Default: 5 s. */
  readonly readTimeoutMs?: number;
  /** When a write takes longer, the edit fails. Default: 20 s. */
  readonly writeTimeoutMs?: number;
  /** Called once, before the first file is read: `false` means that the disk is used instead. */
  readonly isAvailable?: () => Promise<boolean>;
};

/** Files as the user of an editor sees them, unsaved text included. The disk is the fallback. */
export function editorFiles(connection: EditorConnection, options: EditorOptions = {}): Files {
  return lazy(async (): Promise<Files> => {
    if ((await options.isAvailable?.()) === false) return diskFiles();
    const { EditorFiles } = await import('./adapters/files/editor-files.ts');
    return new EditorFiles(connection, { ...options, disk: diskFiles() });
  });
}

function diskFiles(): Files {
  return lazy(async () => (await import('./adapters/files/local-files.ts')).localFiles());
}

function diskHistory(settings: WorkspaceSettings): History {
  const limits = { entriesPerFile: settings.historyEntries, maxBytes: settings.historyBytes };
  const options = { directory: stateDirectoryOf(settings), ...limits };
  return lazy(async () => new (await import('./adapters/history/disk-history.ts')).DiskHistory(options));
}

function diskLocks(settings: WorkspaceSettings): Locks {
  const directory = stateDirectoryOf(settings);
  return lazy(async () => new (await import('./adapters/locks/disk-locks.ts')).DiskLocks({ directory }));
}

function parserPatterns(): Patterns {
  return lazy(async () => (await import('./adapters/patterns/parser-patterns.ts')).parserPatterns());
}
