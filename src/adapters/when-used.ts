/**
 * Something that is opened when it is first used. What failed, as when too many files are open, is tried anew by the
 * next use.
 */
export function whenUsed<T>(open: () => Promise<T>) {
  let opened: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    /** Undefined if nobody has used it yet. */
    ifUsed: (): Promise<T> | undefined => opened,
  };
}
