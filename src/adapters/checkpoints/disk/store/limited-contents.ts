import type { ContentStore } from '../../recorder/stores.ts';
import type { BlobFiles } from './blob-files.ts';

/** Contents within the quota: beyond it nothing more is stored. */
export function limitedContents(blobs: BlobFiles, hasRoom: (bytes: number) => boolean): ContentStore {
  return {
    has: (id) => blobs.has(id),
    read: (id) => blobs.read(id),
    save: async (bytes) => {
      if (!hasRoom(bytes.length)) throw new Error('The quota of the checkpoints is used up.');
      return blobs.saveNow(bytes);
    },
  };
}
