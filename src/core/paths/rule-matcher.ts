import { type GlobPart, type Positions, START, step } from './glob.ts';
import { literalParts, type PathRule, segmentsOf } from './path-rule.ts';

export type MatchOptions = {
  readonly isFolder: boolean;
  /** The number of names at the beginning of the path that match no rule. */
  readonly skippedLevels?: number;
};

/**
 * The rule that catches a path, if any. A folder that is caught catches everything below it. Of several rules the
 * last one decides: an exception lifts the rules before it.
 */
export type RuleMatcher = (path: string, options: MatchOptions) => PathRule | undefined;

type Compiled = { readonly rule: PathRule; readonly parts: readonly GlobPart[] };

/** After some names of a path: the rule that catches it, and which part of each rule may come next. */
type State = { readonly caught: number; readonly next: readonly Positions[] };

const MAX_REMEMBERED = 1_000;

/** `roots`: where rules begin that name a place in the allowed folders. */
export function createRuleMatcher(rules: readonly PathRule[], roots: readonly string[]): RuleMatcher {
  const compiled = compile(rules, roots);
  const start: State = { caught: -1, next: compiled.map(() => START) };
  // Calls come folder by folder.
  const remembered = new Map<string, State>();

  function stateOfFolder(names: readonly string[], skippedLevels: number): State {
    const key = `${skippedLevels} ${names.join('/')}`;
    const known = remembered.get(key);
    if (known) return known;
    let state = start;
    for (const [level, name] of names.entries())
      state = stepped(compiled, state, name, { isFolder: true, isSkipped: level < skippedLevels });
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, state);
    return state;
  }

  return (path, { isFolder, skippedLevels = 0 }) => {
    const names = segmentsOf(path);
    const last = names.pop();
    const folder = stateOfFolder(names, skippedLevels);
    if (last === undefined) return undefined;
    const isSkipped = names.length < skippedLevels;
    return compiled[stepped(compiled, folder, last, { isFolder, isSkipped }).caught]?.rule;
  };
}

function compile(rules: readonly PathRule[], roots: readonly string[]): Compiled[] {
  const bases = [...new Map(roots.map((root) => [segmentsOf(root).join('/'), literalParts(root)])).values()];
  return rules.flatMap((rule) =>
    rule.from === 'disk'
      ? { rule, parts: rule.parts }
      : bases.map((base) => ({ rule, parts: [...base, ...rule.parts] })),
  );
}

function stepped(
  compiled: readonly Compiled[],
  { caught: before, next }: State,
  name: string,
  { isFolder, isSkipped }: { isFolder: boolean; isSkipped: boolean },
): State {
  let caught = before;
  const after = compiled.map(({ rule, parts }, i) => {
    const { isMatch, next: positions } = step(parts, next[i]!, name);
    const counts = isMatch && !isSkipped && (isFolder || !rule.onlyFolders);
    if (counts && !rule.lifts) caught = Math.max(caught, i);
    else if (counts && i > caught) caught = -1;
    return positions;
  });
  return { caught, next: after };
}
