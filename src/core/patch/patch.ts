/** Lines to replace in a file, with the lines of context around them. */
export type Hunk = {
  /** From 1, in the order of the file's hunks. */
  readonly number: number;
  /** Lines named after `@@`, from outer to inner: the hunk is below them. */
  readonly anchors: readonly string[];
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** The old lines are the last ones of the file. */
  readonly atEnd: boolean;
  /** The number of the first old line, where the patch gives it. */
  readonly oldStart?: number | undefined;
  /** The last line of that side has no line break, where the patch says so. */
  readonly oldLacksNewline?: boolean;
  readonly newLacksNewline?: boolean;
};

export type FilePatch =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo?: string | undefined;
      readonly hunks: readonly Hunk[];
    };

/** The patch cannot be read. The message says what is wrong in which line, and what to write instead. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}
