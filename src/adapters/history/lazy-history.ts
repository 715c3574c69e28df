import type { History } from '../../ports/history.ts';
import { whenUsed } from '../when-used.ts';

/** A history that is opened when it is first used. */
export function lazyHistory(open: () => Promise<History>): History {
  const { get: history, ifUsed } = whenUsed(open);
  return {
    exclusively: async (...given) => (await history()).exclusively(...given),
    record: async (...given) => (await history()).record(...given),
    settle: async (...given) => (await history()).settle(...given),
    lookBack: async (...given) => (await history()).lookBack(...given),
    forget: async (...given) => (await history()).forget(...given),
    list: async (...given) => (await history()).list(...given),
    watch: async (...given) => (await history()).watch(...given),
    close: async () => (await ifUsed())?.close(),
  };
}
