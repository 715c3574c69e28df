import type { Budget } from '../text/budget.ts';
import { compileGlob, SPECIAL } from './glob.ts';

export type IgnoreVerdict = 'ignored' | 'unignored' | undefined;

/** The rules of one ignore file, in Git's syntax. */
export type IgnoreRules = {
  /** What the rules say of a path relative to their file; of the folders above it nothing is asked. */
  verdict(path: string, isFolder: boolean, budget: Budget): IgnoreVerdict;
};

type Rule = {
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  /** Whether the rule is about names at any depth, and not about a path. */
  readonly isName: boolean;
  matches(path: string, budget: Budget): boolean;
};

export function parseIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const rules = lines.flatMap((line) => ruleOf(line) ?? []).reverse();
  return {
    verdict(path, isFolder, budget) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      budget.spend(rules.length);
      const found = rules.find(
        ({ onlyFolders, isName, matches }) =>
          (isFolder || !onlyFolders) && matches(isName ? name : path, budget),
      );
      if (!found) return undefined;
      return found.isNegated ? 'unignored' : 'ignored';
    },
  };
}

function ruleOf(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const isNegated = line.startsWith('!');
  const trimmed = withoutTrailingSpaces(line).slice(isNegated ? 1 : 0);
  const onlyFolders = trimmed.endsWith('/');
  const pattern = onlyFolders ? trimmed.slice(0, -1) : trimmed;
  const isName = !pattern.includes('/');
  const matches = matcherOf(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  return pattern === '' || !matches ? undefined : { isNegated, onlyFolders, isName, matches };
}

/** Most rules are a name or an ending, which need no search. */
function matcherOf(pattern: string): Rule['matches'] | undefined {
  if (!SPECIAL.test(pattern)) return (path) => path === pattern;
  const ending = pattern.slice(1);
  if (pattern.startsWith('*') && !SPECIAL.test(ending) && !ending.includes('/'))
    return (path) => path.endsWith(ending) && !path.slice(0, path.length - ending.length).includes('/');
  return compileGlob(pattern)?.matches;
}

/** A space after a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}
