import { createHash } from 'node:crypto';
import type { Group } from '../../../core/checkpoints/group.ts';
import type { ContentStore, GroupStore } from '../recorder/stores.ts';

export function memoryContents(): ContentStore {
  const contents = new Map<string, Uint8Array>();
  return {
    has: (id) => contents.has(id),
    read: async (id) => contents.get(id),
    save: async (bytes) => {
      const id = contentId(bytes);
      contents.set(id, bytes.slice());
      return id;
    },
  };
}

export function memoryGroups(): GroupStore {
  const groups = new Map<string, Group>();
  const listeners = new Set<(group: Group) => void>();
  return {
    save: async (group) => {
      groups.set(group.id, group);
      for (const listener of listeners) listener(group);
    },
    list: async () => [...groups.values()].sort((a, b) => a.order - b.order),
    subscribe: async (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function contentId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
