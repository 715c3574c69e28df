import type { History } from '../../ports/history.ts';

/** A history that is opened when it is first used. */
export function lazyHistory(open: () => Promise<History>): History {
  let opened: Promise<History> | undefined;
  const history = () => {
    // What failed, as when too many files are open, is tried anew by the next call.
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    exclusively: async (...given) => (await history()).exclusively(...given),
    record: async (...given) => (await history()).record(...given),
    settle: async (...given) => (await history()).settle(...given),
    lookBack: async (...given) => (await history()).lookBack(...given),
    forget: async (...given) => (await history()).forget(...given),
    list: async (...given) => (await history()).list(...given),
    watch: async (...given) => (await history()).watch(...given),
    close: async () => (await opened)?.close(),
  };
}
