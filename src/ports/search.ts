export type SearchRequest = {
  /** Real path of the folder or file to search. */
  readonly path: string;
  /** Without one, files are listed by name. */
  readonly pattern?: string | undefined;
  /** The pattern is a text, not a regular expression. */
  readonly isLiteral: boolean;
  /** `smart`: case counts if the pattern contains an upper-case letter. */
  readonly case: 'smart' | 'sensitive' | 'insensitive';
  /** Globs of file names or paths; one that begins with `!` excludes. */
  readonly globs: readonly string[];
  /** Name of a language, as ripgrep calls it. */
  readonly language?: string | undefined;
  readonly includeHidden: boolean;
  /** Files in the order of their last change, the newest first, instead of their path. */
  readonly isNewestFirst: boolean;
  /** Whether a file that was found may be read. */
  readonly isReadable: (path: string) => boolean;
  /** Stop once this many lines or files are found. */
  readonly maxFound: number;
};

/** A file with the numbers of its matching lines, which are in order. Without a pattern there are none. */
export type FileMatches = { readonly path: string; readonly lines: readonly number[] };

export type SearchOutcome = {
  readonly files: readonly FileMatches[];
  /** There is more than was asked for. */
  readonly isCut: boolean;
  /** The program that searched, if it is not the usual one. */
  readonly fallback?: string | undefined;
};

/** Finds files and lines below a folder. Follows no links, and leaves out binary and ignored files. */
export type Search = {
  find(request: SearchRequest, signal?: AbortSignal): Promise<SearchOutcome>;
  close(): Promise<void>;
};
