import { commonPairs } from '../../text/compare/line-diff.ts';
import { type Hole, holesOf, holesOfRewrite, sourceOf } from '../pattern/pattern.ts';

/** A word, a sign or a metavariable, with the white space before it. */
export type Token = {
  readonly text: string;
  /** The metavariable of the pattern that it refers to. */
  readonly hole: Hole | undefined;
  readonly gap: string;
  /** The indentation of its line. */
  readonly indent: string;
};

export type TemplateToken = Token & {
  /** The token of the pattern that it corresponds to. */
  readonly origin: number | undefined;
  /** The token of the pattern whose gap in the code is kept, because it is between the same two tokens. */
  readonly gapOrigin: number | undefined;
};

/** The tokens of a rewrite and of its pattern. */
export type Template = {
  readonly pattern: readonly Token[];
  readonly tokens: readonly TemplateToken[];
  /** Its code stays one expression wherever the match was one, as a call does that replaces a call. */
  readonly isClosed: boolean;
};

/** The rewrite's metavariables must all be in the pattern. */
export function readTemplate(rewrite: string, pattern: string): Template {
  const holes = holesOf(pattern);
  const places = holesOfRewrite(rewrite, pattern).map((hole, i, all) => {
    const source = sourceOf(hole, holes)!;
    const isSame = ({ name, isSpread }: Hole) => name === source.name && isSpread === source.isSpread;
    // The second use refers to the second place in the pattern, which may have another layout.
    const again = holes.filter(isSame)[all.slice(0, i).filter(isSame).length];
    return [hole, again ?? source] as const;
  });
  const from = tokensOf(
    pattern,
    holes.map((hole) => [hole, hole]),
  );
  return {
    pattern: from,
    tokens: withKeptGaps(from, tokensOf(rewrite, places)),
    isClosed: isCall(pattern) && isCall(rewrite),
  };
}

/** Operators such as `not(a)` and `await(a)` are no calls. */
function isCall(code: string): boolean {
  const called = /^[A-Za-z_][\w.:]*(?=\()/.exec(code)?.[0];
  if (!called || /^(not|await|typeof|void|delete|yield|return|throw|new|if|while|for|switch)$/.test(called))
    return false;
  const brackets = code.slice(called.length).replace(/"[^"\n]*"|'[^'\n]*'|[^()"'`]/g, '');
  return /^\((\(\))*\)$/.test(brackets);
}

type Place = Pick<Hole, 'start' | 'end'>;

/** Each metavariable is given with the one of the pattern that it refers to. */
function tokensOf(text: string, holes: readonly (readonly [Place, Hole])[]): Token[] {
  const tokens: Token[] = [];
  let indent = '';
  for (let at = 0, next = 0; at < text.length; ) {
    const gap = /^\s*/.exec(text.slice(at))![0];
    if (gap.includes('\n')) indent = gap.slice(gap.lastIndexOf('\n') + 1);
    const start = at + gap.length;
    const [place, hole] = holes[next] ?? [];
    const isHole = place?.start === start;
    const end = isHole ? place.end : start + wordIn(text.slice(start, place?.start)).length;
    tokens.push({ text: text.slice(start, end), hole: isHole ? hole : undefined, gap, indent });
    if (isHole) next++;
    at = end;
  }
  return tokens;
}

function wordIn(text: string): string {
  return /^(\w+|.)/su.exec(text)![0];
}

function withKeptGaps(from: readonly Token[], to: readonly Token[]): TemplateToken[] {
  const origins: (number | undefined)[] = to.map(() => undefined);
  for (const [i, j] of commonPairs(from, to, isSameToken)) origins[j] = i;
  const counterparts = withReplaced(origins, from.length);
  const kept = to.map((_, i) => gapOrigin({ from, to, counterparts }, i));
  const closings = new Map(bracketPairs(from));
  const pairs = bracketPairs(to).map(([open, close]) => {
    const origin = origins[close];
    const isSame = origin !== undefined && closings.get(origins[open] ?? -1) === origin;
    return { open, close, origin: isSame && hasSameGap(from[origin]!, to[close]!) ? origin : undefined };
  });
  const opensAlike = (i: number) =>
    to[i]?.text === ':' || pairs.some(({ open, origin }) => open === i && origin !== undefined);
  for (const [i, { hole }] of to.entries()) if (hole && !opensAlike(i - 1)) keepBothOrNone(kept, i, i + 1);
  for (const { open, close, origin } of pairs) {
    if (origin !== undefined && kept[open + 1] !== undefined) kept[close] = origin;
    else keepBothOrNone(kept, open + 1, close);
  }
  return to.map((token, i) => ({ ...token, origin: origins[i], gapOrigin: kept[i] }));
}

/** The tokens of a pattern and a rewrite, and for those of the rewrite the index of the corresponding one. */
type Correspondence = {
  readonly from: readonly Token[];
  readonly to: readonly Token[];
  readonly counterparts: readonly (number | undefined)[];
};

/** The token of the pattern with the same gap before it as a token of the rewrite. */
function gapOrigin({ from, to, counterparts }: Correspondence, i: number): number | undefined {
  const [before, token] = [to[i - 1], to[i]!];
  if (!before) return undefined;
  const indexOf = (hole: Hole) => from.findIndex((there) => there.hole === hole);
  const origin = token.hole
    ? indexOf(token.hole)
    : before.hole
      ? indexOf(before.hole) + 1
      : (counterparts[i] ?? 0);
  const isCounterpart = (there: number, here: number) =>
    there in from && (counterparts[here] === there || isSameToken(from[there]!, to[here]!));
  const isThere = isCounterpart(origin, i) && isCounterpart(origin - 1, i - 1);
  return isThere && hasSameGap(from[origin]!, token) ? origin : undefined;
}

/** Tokens that replace the same number of others between the same neighbours correspond to these. */
function withReplaced(origins: readonly (number | undefined)[], count: number): (number | undefined)[] {
  const counterparts = [...origins];
  for (let i = 0; i < origins.length; i++) {
    if (origins[i] !== undefined) continue;
    const next = origins.findIndex((origin, at) => at > i && origin !== undefined);
    const end = next === -1 ? origins.length : next;
    const first = i === 0 ? 0 : origins[i - 1]! + 1;
    const last = next === -1 ? count : origins[next]!;
    if (last - first === end - i) for (let at = i; at < end; at++) counterparts[at] = first + at - i;
    i = end - 1;
  }
  return counterparts;
}

/** Both have no gap, or both a space, or both a line break: then the rewrite keeps the layout. */
function hasSameGap(a: Token, b: Token): boolean {
  const kind = ({ gap }: Token) => (gap.includes('\n') ? 'break' : gap === '' ? 'none' : 'space');
  return kind(a) === kind(b);
}

/** Code begins and ends with a line break, or neither. */
function keepBothOrNone(kept: (number | undefined)[], first: number, last: number): void {
  const isFirstKept = first === 0 || kept[first] !== undefined;
  const isLastKept = last === kept.length || kept[last] !== undefined;
  if (isFirstKept !== isLastKept) kept[first] = kept[last] = undefined;
}

function isSameToken(a: Token, b: Token): boolean {
  return a.hole || b.hole ? a.hole === b.hole : a.text === b.text;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function bracketPairs(tokens: readonly Token[]): [number, number][] {
  const pairs: [number, number][] = [];
  const open: number[] = [];
  for (const [i, { text }] of tokens.entries()) {
    if (text in CLOSING) open.push(i);
    else if (open.length > 0 && text === CLOSING[tokens[open.at(-1)!]!.text]) pairs.push([open.pop()!, i]);
  }
  return pairs;
}
