import { createContext, Script } from 'node:vm';
import type { TimedPattern } from '../../ports/terminals.ts';

const MAX_MS_AT_ONCE = 100;
const MAX_MS_IN_ALL = 1_000;

/** A regular expression of a client: it may take very long, so its time is limited. */
export function timedPattern(source: string, flags: string): TimedPattern {
  const context = createContext({ pattern: new RegExp(source, flags), text: '' });
  const script = new Script('pattern.test(text)');
  let leftMs = MAX_MS_IN_ALL;
  return {
    get isGivenUp() {
      return leftMs <= 0;
    },
    isIn(text) {
      if (leftMs <= 0) return false;
      const startedAt = performance.now();
      context.text = text;
      try {
        return script.runInContext(context, { timeout: MAX_MS_AT_ONCE }) === true;
      } catch {
        leftMs = 0;
        return false;
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    },
  };
}
