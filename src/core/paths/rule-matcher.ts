import { matchesName, type NamePattern } from './name-pattern.ts';
import { type PathPart, type PathRule, segmentsOf } from './path-rule.ts';

export type MatchOptions = {
  readonly isFolder: boolean;
  /** So many names at the beginning of the path catch nothing. */
  readonly skippedLevels?: number;
};

/**
 * The rule that catches a path, if any. A folder that is caught catches everything below it. Of several rules the
 * last one decides: an exception lifts the rules before it.
 */
export type RuleMatcher = (path: string, options: MatchOptions) => PathRule | undefined;

/** `name` is for a rule that names one name at any depth, as most rules do. */
type Compiled = {
  readonly rule: PathRule;
  readonly name?: NamePattern;
  readonly parts: readonly PathPart[];
};

/** After some names of a path: the rule that catches it, and which part of each rule may come next. */
type State = { readonly caught: number; readonly next: readonly Positions[] };
type Positions = readonly number[];

const MAX_REMEMBERED = 1_000;

/** `roots`: where rules begin that name a place in the allowed folders. */
export function createRuleMatcher(rules: readonly PathRule[], roots: readonly string[]): RuleMatcher {
  const compiled = compile(rules, roots);
  const start: State = { caught: -1, next: compiled.map(({ parts }) => withSkipped([0], parts)) };
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
  const bases = new Map(roots.map((root) => [segmentsOf(root).join('/'), segmentsOf(root)]));
  const inEachRoot = (parts: readonly PathPart[]) =>
    [...bases.values()].map((base) => [...base.map((literal) => ({ literal, tokens: [] })), ...parts]);
  return rules.flatMap((rule) => {
    const ways = rule.from === 'disk' ? [rule.parts] : inEachRoot(rule.parts);
    return ways.map((parts) => {
      const [first, name] = parts;
      const isName = parts.length === 2 && first === '**' && name !== '**' && name !== undefined;
      return isName ? { rule, name, parts } : { rule, parts };
    });
  });
}

function stepped(
  compiled: readonly Compiled[],
  { caught: before, next }: State,
  name: string,
  { isFolder, isSkipped }: { isFolder: boolean; isSkipped: boolean },
): State {
  let caught = before;
  const after = compiled.map((one, i) => {
    const { isMatch, positions } = one.name
      ? { isMatch: matchesName(one.name, name), positions: next[i]! }
      : advanced(one.parts, next[i]!, name);
    const counts = isMatch && !isSkipped && (isFolder || !one.rule.folderOnly);
    if (counts && !one.rule.lifts) caught = Math.max(caught, i);
    else if (counts && i > caught) caught = -1;
    return positions;
  });
  return { caught, next: after };
}

const NOWHERE = { isMatch: false, positions: [] };

/** All ways through the pattern at once, so that none is tried twice. */
function advanced(parts: readonly PathPart[], next: Positions, name: string) {
  if (next.length === 0) return NOWHERE;
  const reached = next.flatMap((at) => {
    const part = parts[at];
    if (part === '**') return at;
    return part && matchesName(part, name) ? at + 1 : [];
  });
  // At its end `**` takes one name at least: `a/**` is what is in `a`, not `a` itself.
  const end = parts.length - 1;
  const isMatch = reached.includes(parts.length) || (parts[end] === '**' && next.includes(end));
  return { isMatch, positions: withSkipped(reached, parts) };
}

function withSkipped(positions: Positions, parts: readonly PathPart[]): Positions {
  const all = new Set(positions);
  for (const at of all) if (parts[at] === '**' && at + 1 < parts.length) all.add(at + 1);
  return [...all];
}
