import type { Patterns } from '../../ports/patterns.ts';
import { rewriteTexts } from './rewrite-texts.ts';

/** Patterns in this process, which a crash of a parser would end. */
export function directPatterns(): Patterns {
  return {
    rewrite: (request) => rewriteTexts(request),
    close: async () => {},
  };
}
