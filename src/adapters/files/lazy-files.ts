import type { Files } from '../../ports/files.ts';
import { whenUsed } from '../when-used.ts';

/** Files that are opened when they are first used. */
export function lazyFiles(open: () => Promise<Files>): Files {
  const { get: files } = whenUsed(open);
  return {
    realPath: async (...given) => (await files()).realPath(...given),
    info: async (...given) => (await files()).info(...given),
    read: async (...given) => (await files()).read(...given),
    stage: async (...given) => (await files()).stage(...given),
    remove: async (...given) => (await files()).remove(...given),
    list: async (...given) => (await files()).list(...given),
  };
}
