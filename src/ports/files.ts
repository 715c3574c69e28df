export type FileInfo = {
  readonly kind: 'file' | 'directory' | 'other';
  readonly size: number;
  readonly modifiedMs: number;
  /** Permission bits; absent where there are none. */
  readonly mode?: number;
};

export type DirectoryEntry = {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
};

/** New content that is safely stored beside its target and takes its place at `commit`. */
export interface StagedFile {
  /**
   * Puts the content in place, if the target still holds `replacing` (undefined: still does not exist).
   * Otherwise throws FILE_CHANGED and leaves everything as it was. Returns the content afterwards if that is
   * different, as after an editor that formats what it saves.
   */
  commit(replacing: Uint8Array | undefined): Promise<Uint8Array | undefined>;
  /** Drops the content; does nothing after `commit`. */
  discard(): Promise<void>;
}

/**
 * Files as bytes. Every path is absolute and real: `realPath` has followed its links, and an adapter never
 * follows another one. Failures are ToolErrors that name the path.
 */
export interface Files {
  /** The path with every symbolic link followed; parts that do not exist yet are kept as they are. */
  realPath(path: string): Promise<string>;
  info(path: string): Promise<FileInfo | undefined>;
  /** The whole file, or the bytes from `start` up to `end` (cut at the end of the file). */
  read(path: string, range?: { start: number; end: number }): Promise<Uint8Array>;
  /** Makes missing parent directories. A file that does not exist yet gets these permission bits, if given. */
  stage(path: string, content: Uint8Array, newMode?: number): Promise<StagedFile>;
  /** Removes a file that still holds `replacing`; throws FILE_CHANGED otherwise. */
  remove(path: string, replacing: Uint8Array): Promise<void>;
  list(path: string): Promise<DirectoryEntry[]>;
}
