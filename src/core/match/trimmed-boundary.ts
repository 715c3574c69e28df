import { exact } from './exact.ts';
import type { Matcher } from './matcher.ts';

/** White space around the quoted text is overlooked, and taken off the replacement where it has the same. */
export const trimmedBoundary: Matcher = {
  name: 'trimmed-boundary',
  find(text, quoted) {
    const core = quoted.trim();
    if (core === '' || core === quoted) return [];
    const lead = quoted.slice(0, quoted.indexOf(core));
    const trail = quoted.slice(lead.length + core.length);
    const adapt = (replacement: string) => withoutBoundary(replacement, lead, trail);
    return exact
      .find(text, core)
      .map((match) => ({ ...match, similarity: core.length / quoted.length, adapt }));
  },
};

function withoutBoundary(replacement: string, lead: string, trail: string): string {
  const start = replacement.startsWith(lead) ? lead.length : 0;
  const rest = replacement.slice(start);
  return trail !== '' && rest.endsWith(trail) ? rest.slice(0, -trail.length) : rest;
}
