import { nodeCharsets } from './adapters/charsets/node-charsets.ts';
import { lazyFiles } from './adapters/files/lazy-files.ts';
import { lazyHistory } from './adapters/history/lazy-history.ts';
import { lazyPatterns } from './adapters/patterns/lazy-patterns.ts';
import { lazySyntax } from './adapters/syntax/lazy-syntax.ts';
import type { PathPolicy } from './core/paths/path-policy.ts';
import { createMasker, type Masker } from './core/secrets/masker.ts';
import { refusal } from './core/secrets/secrets.ts';
import { deniedRoot, pathPolicy, rootsOf, stateDirectoryOf } from './open-policy.ts';
import { openSearch } from './open-search.ts';
import { openTerminals } from './open-terminals.ts';
import { checkOptions } from './options/check-options.ts';
import {
  type WorkspaceOptions,
  type WorkspaceSettings,
  workspaceSettings,
} from './options/workspace-options.ts';
import type { EditorConnection } from './ports/editor.ts';
import type { Files } from './ports/files.ts';
import type { History } from './ports/history.ts';
import { Workspace } from './workspace/workspace.ts';

export { deniedRoot, GlobError, pathPolicy } from './open-policy.ts';
export type { WorkspaceOptions } from './options/workspace-options.ts';

/** Opens a workspace on this machine. Close it when done. Throws for an option that it does not take. */
export function openWorkspace(options: WorkspaceOptions = {}): Workspace {
  checkOptions(options);
  const settings = workspaceSettings(options);
  const policy = pathPolicy(settings);
  refuseDeniedRoot(policy);
  const files = settings.files ?? diskFiles();
  const history = settings.history ?? openHistory(settings);
  const masker = openMasker(settings);
  const terminals = openTerminals(settings, rootsOf(settings)[0] ?? process.cwd(), masker);
  const parts = {
    files: settings.preview ? previewing(files) : files,
    history: settings.preview ? previewingHistory(history) : history,
    charsets: nodeCharsets,
    rules: policy,
    limits: {
      fileBytes: settings.maxFileBytes,
      viewCharacters: settings.maxViewCharacters,
    },
    encoding: settings.encoding,
    matching: settings.matching,
    syntax:
      settings.syntaxChecker ??
      lazySyntax(async () => (await import('./adapters/syntax/parser-syntax.ts')).parserSyntax()),
    syntaxPolicy: settings.syntax,
    masker,
    isReadableAnyway: (path: string) => terminals.isOutputFile(path),
  };
  const patterns = lazyPatterns(async () =>
    (await import('./adapters/patterns/parser-patterns.ts')).parserPatterns(),
  );
  return new Workspace(parts, { terminals, patterns, search: openSearch() });
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
  return lazyFiles(async () => {
    if ((await options.isAvailable?.()) === false) return diskFiles();
    const { EditorFiles } = await import('./adapters/files/editor-files.ts');
    return new EditorFiles(connection, { ...options, disk: diskFiles() });
  });
}

function diskFiles(): Files {
  return lazyFiles(async () => (await import('./adapters/files/local-files.ts')).localFiles());
}

function previewing(files: Files): Files {
  return lazyFiles(async () => (await import('./adapters/files/preview-files.ts')).previewFiles(files));
}

function previewingHistory(history: History): History {
  return lazyHistory(async () =>
    (await import('./adapters/history/preview-history.ts')).previewHistory(history),
  );
}

function openHistory(settings: WorkspaceSettings): History {
  const limits = { entriesPerFile: settings.historyEntries, maxBytes: settings.historyBytes };
  const directory = stateDirectoryOf(settings);
  return lazyHistory(async () =>
    (await import('./adapters/history/disk-history.ts')).diskHistory({ directory, ...limits }),
  );
}
