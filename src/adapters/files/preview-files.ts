import type { Files } from '../../ports/files.ts';

/** Reads as ever and writes nothing: to find out what an edit would do. */
export function previewFiles(files: Files): Files {
  const nothing = async () => undefined;
  return { ...files, stage: async () => ({ commit: nothing, discard: nothing }), remove: nothing };
}
