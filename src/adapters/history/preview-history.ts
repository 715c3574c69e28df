import type { History } from '../../ports/history.ts';

/** Looks back as ever and remembers nothing: to find out what an edit would do. */
export function previewHistory(history: History): History {
  return {
    ...history,
    // Nothing is written, so there is nobody to keep away.
    exclusively: (_, action) => action(),
    async record({ path, tool, linesAdded, linesRemoved, diff }) {
      return { id: 'preview', path, tool, time: 0, kind: 'edit', linesAdded, linesRemoved, diff };
    },
    settle: async () => {},
    forget: async () => {},
    lookBack: (path, current) => history.lookBack(path, current, { keepAll: true }),
  };
}
