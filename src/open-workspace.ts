import { resolve } from 'node:path';
import { nodeCharsets } from './adapters/charsets/node-charsets.ts';
import { lazyFiles } from './adapters/files/lazy-files.ts';
import { lazyHistory } from './adapters/history/lazy-history.ts';
import { defaultStateDirectory } from './adapters/history/state-directory.ts';
import { lazyPatterns } from './adapters/patterns/lazy-patterns.ts';
import { lazySyntax } from './adapters/syntax/lazy-syntax.ts';
import type { Files } from './ports/files.ts';
import type { History } from './ports/history.ts';
import type { Syntax } from './ports/syntax.ts';
import { Workspace } from './workspace/workspace.ts';

export type WorkspaceOptions = {
  /** Folders that the tools may touch. Default: the working directory. */
  roots?: readonly string[];
  /** Let the tools touch every path. */
  allowAnywhere?: boolean;
  readOnly?: boolean;
  /** Where the history is kept. Default: `$XDG_STATE_HOME/corvid` or `~/.local/state/corvid`. */
  stateDirectory?: string;
  /** The encoding of files whose bytes do not tell, such as `windows-1251`. */
  encoding?: string;
  /**
   * How much a quotation may differ from the text that it means: `exact`, `safe` (default: all that only one place
   * can be meant by), or `permissive`, which can edit the wrong place.
   */
  matching?: 'exact' | 'safe' | 'permissive';
  /**
   * What happens to an edit that would bring a syntax error into a file. `auto` (default): it is refused where the place
   * was not quoted exactly, and told otherwise; `warn`: always told; `reject`: always refused; `off`: not looked for.
   */
  syntax?: 'auto' | 'off' | 'warn' | 'reject';
  /** Larger files are not edited. Default: 10 MB. */
  maxFileBytes?: number;
  /** A view is cut there. Default: 16,000. */
  maxViewCharacters?: number;
  /** How many edits of a file can be undone. Default: 10. */
  historyEntries?: number;
  /** How large the history of all files may become. Default: 256 MiB. */
  historyBytes?: number;
  /** Another place for files than the disk. */
  files?: Files;
  /** Another place for the history than the disk. */
  history?: History;
  /** Another reader of programs than the built-in parsers. */
  syntaxChecker?: Syntax;
};

/** Opens a workspace on this machine. Close it when done. */
export function openWorkspace(options: WorkspaceOptions = {}): Workspace {
  const roots = (options.roots ?? [process.cwd()]).map((root) => resolve(root));
  return new Workspace({
    files:
      options.files ?? lazyFiles(async () => (await import('./adapters/files/local-files.ts')).localFiles()),
    history: options.history ?? openHistory(options),
    charsets: nodeCharsets,
    rules: { roots: options.allowAnywhere ? undefined : roots },
    limits: {
      fileBytes: options.maxFileBytes ?? 10_000_000,
      viewCharacters: options.maxViewCharacters ?? 16_000,
    },
    readOnly: options.readOnly ?? false,
    encoding: options.encoding,
    matching: options.matching ?? 'safe',
    syntax:
      options.syntaxChecker ??
      lazySyntax(async () => (await import('./adapters/syntax/parser-syntax.ts')).parserSyntax()),
    syntaxPolicy: options.syntax ?? 'auto',
    patterns: lazyPatterns(async () =>
      (await import('./adapters/patterns/parser-patterns.ts')).parserPatterns(),
    ),
  });
}

function openHistory(options: WorkspaceOptions): History {
  const settings = {
    directory: options.stateDirectory ?? defaultStateDirectory(process.env),
    ...(options.historyEntries !== undefined && { entriesPerFile: options.historyEntries }),
    ...(options.historyBytes !== undefined && { maxBytes: options.historyBytes }),
  };
  return lazyHistory(async () => (await import('./adapters/history/disk-history.ts')).diskHistory(settings));
}
