import type { Budget } from '../text/compare/budget.ts';
import { type Glob, matchesPath, parseGlob } from './glob.ts';

export type IgnoreVerdict = 'ignored' | 'unignored' | undefined;

/** The rules of one ignore file, in Git's syntax. */
export type IgnoreRules = {
  /** What the rules say of a path relative to their file; of the folders above it nothing is asked. */
  verdict(path: string, isFolder: boolean, budget: Budget): IgnoreVerdict;
};

type Rule = Glob & { readonly isNegated: boolean };

export function parseIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const rules = lines.flatMap(rulesOf).reverse();
  return {
    verdict(path, isFolder, budget) {
      const names = path.split('/');
      budget.spend(rules.length);
      const found = rules.find(
        ({ onlyFolders, parts }) => (isFolder || !onlyFolders) && matchesPath(parts, names, budget),
      );
      if (!found) return undefined;
      return found.isNegated ? 'unignored' : 'ignored';
    },
  };
}

function rulesOf(line: string): Rule[] {
  if (line.startsWith('#')) return [];
  const isNegated = line.startsWith('!');
  const text = withoutTrailingSpaces(line).slice(isNegated ? 1 : 0);
  return waysToRead(text).flatMap((way) => {
    const glob = parseGlob(way);
    // A pattern that cannot be read matches nothing.
    return 'problem' in glob ? [] : { ...glob, isNegated };
  });
}

/**
 * Git compares what is literal first and then takes the rest as a pattern of its own, in which stars at the beginning are
 * folders: `/a**` matches `ax/y`, too, and `a**` with `/b` after it matches `ab` and `ax/y/b`.
 */
function waysToRead(text: string): string[] {
  if (!text.includes('**')) return [text];
  const [body, end] = text.endsWith('/') ? [text.slice(0, -1), '/'] : [text, ''];
  const [, literal, rest = ''] = /^([^*?[\\]*[^*?[\\/])\*\*+(\\?\/.*)?$/s.exec(body) ?? [];
  if (literal === undefined || !body.includes('/')) return [text];
  const start = literal.includes('/') ? literal : `/${literal}`;
  if (rest.startsWith('\\')) return [`${start}*/**${rest.slice(1)}${end}`];
  const after = rest.replace(/^(\/\*\*+)+(?=\/|$)/, '');
  return [`${start}${after === '' ? '*' : after.slice(1)}${end}`, `${start}*/**${after}${end}`];
}

/** A space after a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}
