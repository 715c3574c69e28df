import type { Budget } from '../text/budget.ts';

/**
 * A pattern of an ignore file as Git reads it: `*` and `?` do not match a slash, `**` between slashes matches any number of
 * folders. The path is read once, with the set of all places that the pattern may have reached, so no pattern takes longer
 * than its length times that of the path.
 */
export type Glob = {
  matches(path: string, budget: Budget): boolean;
  /** No shorter path matches. */
  readonly minLength: number;
};

type Step =
  | { readonly kind: 'one'; accepts(code: number): boolean }
  /** Any characters but slashes. */
  | { readonly kind: 'star' }
  /** Any characters. */
  | { readonly kind: 'all' }
  /** Whole folders, or nothing. */
  | { readonly kind: 'folders' };

const SLASH = 47;
/** What is not literal in a pattern. */
export const SPECIAL = /[*?[\\]/;

/** Undefined for a pattern that matches nothing, such as one with an open bracket. */
export function compileGlob(pattern: string): Glob | undefined {
  const steps = stepsOf(pattern);
  if (!steps) return undefined;
  const minLength = steps.filter(({ kind }) => kind === 'one').length;
  return { minLength, matches: (path, budget) => path.length >= minLength && run(steps, path, budget) };
}

/** State i has done the first i steps; state -1-i is within the folders of step i. */
function run(steps: readonly Step[], path: string, budget: Budget): boolean {
  let states = [...reach([0], steps)];
  for (let at = 0; at < path.length && states.length > 0; at++) {
    budget.spend(states.length);
    states = [...reach(afterCharacter(states, path.charCodeAt(at), steps), steps)];
  }
  return states.includes(steps.length);
}

function afterCharacter(states: readonly number[], code: number, steps: readonly Step[]): number[] {
  const next: number[] = [];
  for (const state of states) {
    const isInFolders = state < 0;
    const index = isInFolders ? -1 - state : state;
    const step = steps[index];
    if (!step) continue;
    if (step.kind === 'one' && step.accepts(code)) next.push(index + 1);
    if (step.kind === 'all' || (step.kind === 'star' && code !== SLASH)) next.push(index);
    if (step.kind === 'folders') {
      next.push(-1 - index);
      if (code === SLASH) next.push(index + 1);
    }
  }
  return next;
}

/** With the states that are reached without a further character. */
function reach(states: readonly number[], steps: readonly Step[]): Set<number> {
  const reached = new Set(states);
  for (const state of reached) {
    const kind = state < 0 ? undefined : steps[state]?.kind;
    if (kind !== undefined && kind !== 'one') reached.add(state + 1);
  }
  return reached;
}

function stepsOf(pattern: string): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; ) {
    const read = stepAt(pattern, at);
    if (!read) return undefined;
    // The same as one of them; a pattern cannot be made long by repeating what may match nothing.
    const isRepeated = read.step.kind !== 'one' && steps.at(-1)?.kind === read.step.kind;
    if (!isRepeated) steps.push(read.step);
    at = read.end;
  }
  return steps;
}

type Read = { readonly step: Step; readonly end: number };

function stepAt(pattern: string, at: number): Read | undefined {
  const character = pattern[at]!;
  if (character === '*') return starsAt(pattern, at);
  if (character === '?') return { step: one((code) => code !== SLASH), end: at + 1 };
  if (character === '[') return bracketAt(pattern, at);
  const literal = character === '\\' ? at + 1 : at;
  if (literal === pattern.length) return undefined;
  const wanted = pattern.charCodeAt(literal);
  return { step: one((code) => code === wanted), end: literal + 1 };
}

function one(accepts: (code: number) => boolean): Step {
  return { kind: 'one', accepts };
}

function starsAt(pattern: string, at: number): Read {
  let end = at;
  while (pattern[end] === '*') end++;
  // Git compares what is literal first and then takes the rest as a pattern of its own: `a**/b` matches `ax/y/b`, too.
  const startsFolder = at === pattern.search(SPECIAL) || pattern[at - 1] === '/';
  if (end - at === 1 || !startsFolder) return { step: { kind: 'star' }, end };
  if (end === pattern.length) return { step: { kind: 'all' }, end };
  return pattern[end] === '/' ? { step: { kind: 'folders' }, end: end + 1 } : { step: { kind: 'star' }, end };
}

type Range = readonly [number, number];

/** `[a-z]`, `[!x]`, `[[:digit:]]`; never a slash. */
function bracketAt(pattern: string, at: number): Read | undefined {
  const isNegated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const first = isNegated ? at + 2 : at + 1;
  const ranges: Range[] = [];
  let end = first;
  for (let previous: number | undefined; pattern[end] !== ']' || end === first; ) {
    const item = itemAt(pattern, end, previous);
    if (!item) return undefined;
    ranges.push(...item.ranges);
    previous = item.previous;
    end = item.end;
  }
  const accepts = (code: number) =>
    code !== SLASH && ranges.some(([from, to]) => code >= from && code <= to) !== isNegated;
  return { step: one(accepts), end: end + 1 };
}

type Item = {
  readonly ranges: readonly Range[];
  readonly end: number;
  /** What a range may begin with. */
  readonly previous: number | undefined;
};

function itemAt(pattern: string, at: number, previous: number | undefined): Item | undefined {
  if (at >= pattern.length) return undefined;
  const named = pattern.startsWith('[:', at) ? classAt(pattern, at) : undefined;
  if (named) return named === 'unknown' ? undefined : named;
  const next = pattern[at + 1];
  const isRange = pattern[at] === '-' && previous !== undefined && next !== undefined && next !== ']';
  const from = isRange ? at + 1 : at;
  const literal = pattern[from] === '\\' ? from + 1 : from;
  if (literal >= pattern.length) return undefined;
  const code = pattern.charCodeAt(literal);
  if (isRange) return { ranges: [[previous, code]], end: literal + 1, previous: undefined };
  return { ranges: [[code, code]], end: literal + 1, previous: code };
}

/** Undefined if it is no named class but the character `[`. */
function classAt(pattern: string, at: number): Item | 'unknown' | undefined {
  const close = pattern.indexOf(']', at + 2);
  if (close === -1) return 'unknown';
  if (pattern[close - 1] !== ':' || close - 1 < at + 2) return undefined;
  const ranges = CLASSES[pattern.slice(at + 2, close - 1)];
  return ranges ? { ranges, end: close + 1, previous: undefined } : 'unknown';
}

const codes = (...pairs: readonly string[]): Range[] =>
  pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);

const CLASSES: Readonly<Record<string, readonly Range[] | undefined>> = {
  alnum: codes('az', 'AZ', '09'),
  alpha: codes('az', 'AZ'),
  blank: [...codes('  '), [9, 9]],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: codes('09'),
  graph: codes('!~'),
  lower: codes('az'),
  print: codes(' ~'),
  punct: codes('!/', ':@', '[`', '{~'),
  space: [...codes('  '), [9, 13]],
  upper: codes('AZ'),
  xdigit: codes('09', 'af', 'AF'),
};
