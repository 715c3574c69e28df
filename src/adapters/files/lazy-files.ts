import type { Files } from '../../ports/files.ts';

/** Files that are opened when they are first used. */
export function lazyFiles(open: () => Promise<Files>): Files {
  let opened: Promise<Files> | undefined;
  const files = () => {
    // What failed, as when too many files are open, is tried anew by the next call.
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    realPath: async (...given) => (await files()).realPath(...given),
    info: async (...given) => (await files()).info(...given),
    read: async (...given) => (await files()).read(...given),
    stage: async (...given) => (await files()).stage(...given),
    remove: async (...given) => (await files()).remove(...given),
    list: async (...given) => (await files()).list(...given),
  };
}
