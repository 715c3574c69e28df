import type { Budget } from '../text/compare/budget.ts';

/**
 * A pattern in the syntax of `.gitignore`, name by name. Case and place are up to the caller: fold the pattern and the
 * names to leave the case out, put the names of a folder before the parts to begin in that folder.
 */
export type Glob = {
  /** It ends with a slash. */
  readonly onlyFolders: boolean;
  /** It has a slash at its beginning or in its middle; otherwise its parts begin with `**`. */
  readonly isAnchored: boolean;
  readonly parts: readonly GlobPart[];
};

/** `**` matches any number of names, at the end at least one: `a/**` is what is in `a`, not `a` itself. */
export type GlobPart = NamePattern | '**';

/** What a single name must look like. */
export type NamePattern = {
  readonly tokens: readonly Token[];
  /** How long the tokens are in the text. */
  readonly weight: number;
  /** No shorter name matches. */
  readonly minLength: number;
  /** The name itself, if nothing in the pattern is special. */
  readonly literal?: string;
  /** What follows the star that the pattern begins with, if nothing else in it is special. */
  readonly ending?: string;
};

/** The code of a character, any characters, or one character of a set. */
type Token = number | '*' | ((code: number) => boolean);
type Problem = { readonly problem: string };

/** Gives what is wrong with the text if it is no pattern: files full of such lines must not cost an error each. */
export function parseGlob(text: string): Glob | Problem {
  const onlyFolders = text.endsWith('/');
  const body = onlyFolders ? text.slice(0, -1) : text;
  const isAnchored = body.includes('/');
  const parts: GlobPart[] = isAnchored || body === '' ? [] : ['**'];
  // An empty part, as between two slashes, matches no name.
  for (let at = body.startsWith('/') ? 1 : 0; body !== '' && at <= body.length; ) {
    const read = partAt(body, at);
    if ('problem' in read) return read;
    at = read.end;
    // The slash of `**/` belongs to the folders, and may be missing with them; an escaped one is a character.
    if (read.part === '**' && body[at - 2] === '\\') parts.push(namePattern(['*'], 1));
    if (read.part !== '**' || parts.at(-1) !== '**') parts.push(read.part);
  }
  return { onlyFolders, isAnchored, parts };
}

/** Up to the next slash and over it. */
function partAt(body: string, start: number): { readonly part: GlobPart; readonly end: number } | Problem {
  const slash = body.indexOf('/', start);
  const text = body.slice(start, slash === -1 ? body.length : slash);
  if (!/[*?[\\]/.test(text)) return { part: literalName(text), end: start + text.length + 1 };
  const tokens: Token[] = [];
  let weight = 0;
  let at = start;
  while (at < body.length && body[at] !== '/' && !body.startsWith('\\/', at)) {
    const read = tokenAt(body, at);
    if ('problem' in read) return read;
    // The same as one of them; a pattern cannot be made long by repeating what may match nothing.
    const isRepeated = read.token === '*' && tokens.at(-1) === '*';
    if (!isRepeated) weight += read.end - at;
    if (!isRepeated) tokens.push(read.token);
    at = read.end;
  }
  const isAnyDepth = at - start > 1 && tokens.length === 1 && tokens[0] === '*';
  return { part: isAnyDepth ? '**' : namePattern(tokens, weight), end: at + (body[at] === '\\' ? 2 : 1) };
}

function namePattern(tokens: readonly Token[], weight: number): NamePattern {
  const special = tokens.filter((token) => typeof token !== 'number');
  const text = () =>
    tokens.map((token) => (typeof token === 'number' ? String.fromCodePoint(token) : '')).join('');
  if (special.length === 0) return literalName(text());
  const minLength = tokens.length - special.filter((token) => token === '*').length;
  const isEnding = special.length === 1 && tokens[0] === '*';
  return { tokens, weight, minLength, ...(isEnding && { ending: text() }) };
}

/** A pattern that matches one name only. */
export function literalName(literal: string): NamePattern {
  return { literal, tokens: [], weight: 0, minLength: 0 };
}

/** Takes from the budget what it may cost at most: the product of both lengths, whatever they hold. */
function matchesName(pattern: NamePattern, name: string, budget?: Budget): boolean {
  if (pattern.literal !== undefined) return pattern.literal === name;
  if (pattern.ending !== undefined) return name.endsWith(pattern.ending);
  if (name.length < pattern.minLength) return false;
  budget?.spend(pattern.weight * name.length);
  return matchesTokens(pattern.tokens, name);
}

function matchesTokens(tokens: readonly Token[], name: string): boolean {
  let at = 0;
  let token = 0;
  // Where to go on if what follows the last star does not fit.
  let retryAt = 0;
  let afterStar = -1;
  while (at < name.length) {
    const wanted = tokens[token];
    const code = name.codePointAt(at)!;
    if (wanted === '*') {
      retryAt = at;
      afterStar = ++token;
    } else if (typeof wanted === 'function' ? wanted(code) : wanted === code) {
      at = afterCharacter(name, at);
      token++;
    } else if (afterStar !== -1) {
      retryAt = afterCharacter(name, retryAt);
      at = retryAt;
      token = afterStar;
    } else return false;
  }
  return token === tokens.length - (tokens[token] === '*' ? 1 : 0);
}

function afterCharacter(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
}

/** Which parts may come next, after some names of a path. */
export type Positions = readonly number[];

export const START: Positions = [0];

type Step = { readonly isMatch: boolean; readonly next: Positions };
const NOWHERE: Step = { isMatch: false, next: [] };

/** Whether the path up to this name matches. All ways through the pattern are gone at once, so that none is tried twice. */
export function step(parts: readonly GlobPart[], next: Positions, name: string, budget?: Budget): Step {
  const only = nameAtAnyDepth(parts);
  if (only) return { isMatch: matchesName(only, name, budget), next };
  if (next.length === 0) return NOWHERE;
  budget?.spend(next.length);
  const fits = (at: number) => {
    const part = parts[at];
    return part !== undefined && part !== '**' && matchesName(part, name, budget);
  };
  const reached = next.flatMap((at) => {
    if (parts[at] !== '**') return fits(at) ? at + 1 : [];
    return fits(at + 1) ? [at, at + 2] : at;
  });
  const end = parts.length - 1;
  const isMatch = reached.includes(parts.length) || (parts[end] === '**' && next.includes(end));
  return { isMatch, next: reached.length > 1 ? [...new Set(reached)] : reached };
}

export function matchesPath(parts: readonly GlobPart[], names: readonly string[], budget?: Budget): boolean {
  const only = nameAtAnyDepth(parts);
  if (only) return matchesName(only, names.at(-1)!, budget);
  let at: Step = { isMatch: false, next: START };
  for (const name of names) at = step(parts, at.next, name, budget);
  return at.isMatch;
}

/** Most patterns are a name at any depth, for which the names above need no look. */
function nameAtAnyDepth(parts: readonly GlobPart[]): NamePattern | undefined {
  const name = parts[1];
  return parts.length === 2 && parts[0] === '**' && name !== '**' ? name : undefined;
}

type Read = { readonly token: Token; readonly end: number };

function tokenAt(pattern: string, at: number): Read | Problem {
  const character = pattern[at];
  if (character === '*') return { token: '*', end: at + 1 };
  if (character === '?') return { token: () => true, end: at + 1 };
  if (character === '[') return setAt(pattern, at);
  const literal = character === '\\' ? at + 1 : at;
  if (literal === pattern.length) return { problem: 'it ends with a backslash' };
  return { token: pattern.codePointAt(literal)!, end: afterCharacter(pattern, literal) };
}

type Range = readonly [number, number];
const UNCLOSED: Problem = { problem: 'a `[` in it is not closed; write `\\[` for the character itself' };

/** `[a-z]`, `[!x]`, `[[:digit:]]`. */
function setAt(pattern: string, open: number): Read | Problem {
  const isNegated = pattern[open + 1] === '!' || pattern[open + 1] === '^';
  const first = open + (isNegated ? 2 : 1);
  const ranges: Range[] = [];
  let at = first;
  /** The first one after `at`; it ends a class. */
  let bracket = -1;
  /** What a range may begin with. */
  let previous: number | undefined;
  // A bracket that comes first is a member of the set.
  while (pattern[at] !== ']' || at === first) {
    const isClass = pattern.startsWith('[:', at);
    if (isClass && bracket < at + 2) bracket = pattern.indexOf(']', at + 2);
    if (isClass && bracket === -1) return UNCLOSED;
    if (isClass && bracket > at + 2 && pattern[bracket - 1] === ':') {
      const named = CLASSES.get(pattern.slice(at + 2, bracket - 1));
      if (!named) return { problem: 'it has an unknown class' };
      ranges.push(...named);
      at = bracket + 1;
      previous = undefined;
      continue;
    }
    const isRange = pattern[at] === '-' && previous !== undefined && pattern[at + 1] !== ']';
    const member = isRange ? at + 1 : at;
    const literal = pattern[member] === '\\' ? member + 1 : member;
    if (literal >= pattern.length) return UNCLOSED;
    const code: number = pattern.codePointAt(literal)!;
    ranges.push([isRange ? previous! : code, code]);
    at = afterCharacter(pattern, literal);
    previous = isRange ? undefined : code;
  }
  const isMember = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  return { token: (code) => isMember(code) !== isNegated, end: at + 1 };
}

const CLASSES: ReadonlyMap<string, readonly Range[]> = new Map(
  Object.entries({
    alnum: ['az', 'AZ', '09'],
    alpha: ['az', 'AZ'],
    blank: ['  ', '\t\t'],
    cntrl: ['\0\x1f', '\x7f\x7f'],
    digit: ['09'],
    graph: ['!~'],
    lower: ['az'],
    print: [' ~'],
    punct: ['!/', ':@', '[`', '{~'],
    space: ['  ', '\t\r'],
    upper: ['AZ'],
    xdigit: ['09', 'af', 'AF'],
  }).map(([name, pairs]) => [name, pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)])]),
);
