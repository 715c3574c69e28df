import { distance } from 'fastest-levenshtein';
import type { Budget } from '../text/compare/budget.ts';
import { occurrencesOf } from '../text/find-text.ts';
import type { Span } from '../text/span.ts';
import type { Source } from './matcher.ts';
import { MAX_COUNTED } from './strategies/exact.ts';

/**
 * The published cascade of nine replacers, with its published thresholds. Each replacer yields substrings of the
 * file; the first one that occurs exactly once is replaced as a whole. It can edit the wrong place: a replacer that
 * finds several places leaves the decision to a looser one.
 */
export type PublishedMatch =
  | { readonly state: 'found'; readonly strategy: string; readonly places: readonly Span[] }
  | { readonly state: 'ambiguous'; readonly strategy: string; readonly places: readonly Span[] }
  | { readonly state: 'absent' };

export function findPublished(source: Source, oldText: string, replaceAll: boolean): PublishedMatch {
  let ambiguous: PublishedMatch | undefined;
  source.budget.spend(source.lines.count * 32);
  const content = { text: source.text, lines: source.text.split('\n'), budget: source.budget };
  for (const { strategy, candidates } of replacers) {
    for (const candidate of candidates(content, oldText)) {
      // Of a second candidate with several places it is enough to know that there are several.
      const max = replaceAll ? Number.POSITIVE_INFINITY : ambiguous ? 2 : MAX_COUNTED;
      const places = occurrences(content, candidate, max);
      if (places.length === 0) continue;
      const isUnique = places.length === 1 && !occursAgain(source.text, candidate, places[0]!.start);
      if (replaceAll || isUnique) return { state: 'found', strategy, places };
      ambiguous ??= { state: 'ambiguous', strategy, places };
    }
  }
  return ambiguous ?? { state: 'absent' };
}

type Content = { readonly text: string; readonly lines: readonly string[]; readonly budget: Budget };
type Replacer = {
  readonly strategy: string;
  candidates(content: Content, quoted: string): Iterable<string>;
};

const MIN_SIMILARITY = { single: 0, several: 0.3 };
const MIN_SHARE = 0.5;

const replacers: readonly Replacer[] = [
  { strategy: 'exact', candidates: (_, quoted) => [quoted] },
  { strategy: 'line-trimmed', candidates: lineTrimmed },
  { strategy: 'block-anchor', candidates: blockAnchor },
  { strategy: 'whitespace-normalized', candidates: whitespaceNormalized },
  { strategy: 'indentation-flexible', candidates: indentationFlexible },
  { strategy: 'escape-normalized', candidates: escapeNormalized },
  { strategy: 'trimmed-boundary', candidates: trimmedBoundary },
  { strategy: 'context-aware', candidates: contextAware },
];

function occurs(text: string, candidate: string): boolean {
  const [first] = occurrencesOf(text, candidate, 1);
  return first !== undefined;
}

/** Whether there is a second place, which may overlap the first. */
function occursAgain(text: string, candidate: string, first: number): boolean {
  const [, second] = occurrencesOf(text.slice(first), candidate, 1);
  return second !== undefined;
}

/** Leftmost first, without overlaps. */
function occurrences({ text, budget }: Content, candidate: string, max: number): Span[] {
  budget.spend(text.length * 4);
  const places: Span[] = [];
  for (const start of occurrencesOf(text, candidate, candidate.length)) {
    places.push({ start, end: start + candidate.length });
    budget.spend(16);
    if (places.length === max) break;
  }
  return places;
}

function* lineTrimmed(content: Content, quoted: string): Iterable<string> {
  const wanted = withoutLastEmpty(quoted.split('\n')).map((line) => line.trim());
  for (const block of blocksOf(content, wanted.length))
    if (block.every((line, i) => line.trim() === wanted[i])) yield block.join('\n');
}

function* blockAnchor(content: Content, quoted: string): Iterable<string> {
  if (quoted.split('\n').length < 3) return;
  const wanted = withoutLastEmpty(quoted.split('\n'));
  const blocks = [...anchoredBlocks(content, wanted)];
  if (blocks.length === 0) return;
  const scored = blocks.map((block) => ({ block, score: middleSimilarity(block, wanted, content.budget) }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const least = blocks.length === 1 ? MIN_SIMILARITY.single : MIN_SIMILARITY.several;
  if (best.score >= least) yield best.block.join('\n');
}

/** The blocks from a line that is the first quoted one to the next line that is the last quoted one. */
function* anchoredBlocks({ lines, budget }: Content, wanted: readonly string[]): Iterable<string[]> {
  const [head, foot] = [wanted[0]!.trim(), wanted.at(-1)!.trim()];
  for (let first = 0; first < lines.length; first++) {
    if (lines[first]!.trim() !== head) continue;
    const last = lines.findIndex((line, i) => i >= first + 2 && line.trim() === foot);
    budget.spend(8 * (last === -1 ? lines.length : last));
    if (last !== -1) yield lines.slice(first, last + 1);
  }
}

function middleSimilarity(block: readonly string[], wanted: readonly string[], budget: Budget): number {
  const count = Math.min(wanted.length, block.length) - 2;
  if (count <= 0) return 1;
  let sum = 0;
  for (let i = 1; i <= count; i++) {
    const [a, b] = [block[i]!.trim(), wanted[i]!.trim()];
    budget.spend(a.length + b.length + (a.length * b.length) / 16);
    const longer = Math.max(a.length, b.length);
    if (longer > 0) sum += 1 - distance(a, b) / longer;
  }
  return sum / count;
}

function* whitespaceNormalized(content: Content, quoted: string): Iterable<string> {
  const normalized = (text: string) => text.replace(/\s+/g, ' ').trim();
  const wanted = normalized(quoted);
  content.budget.spend(content.text.length * 4);
  for (const line of content.lines) {
    const own = normalized(line);
    if (own === wanted) yield line;
    else if (wanted !== '' && occurs(own, wanted)) {
      content.budget.spend((line.length * quoted.length) / 16);
      yield* wordsIn(line, quoted);
    }
  }
  const count = quoted.split('\n').length;
  if (count < 2) return;
  for (const block of blocksOf(content, count)) {
    const text = block.join('\n');
    if (normalized(text) === wanted) yield text;
  }
}

/** The part of a line that has the quoted words, with any white space between them. */
function wordsIn(line: string, quoted: string): string[] {
  const words = quoted
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(words.join('\\s+')).exec(line);
  return found ? [found[0]] : [];
}

function* indentationFlexible(content: Content, quoted: string): Iterable<string> {
  const wanted = withoutCommonIndent(quoted.split('\n'));
  for (const block of blocksOf(content, wanted.length)) {
    const own = withoutCommonIndent(block);
    if (own.every((line, i) => line === wanted[i])) yield block.join('\n');
  }
}

function withoutCommonIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length);
  const common = indents.length > 0 ? Math.min(...indents) : 0;
  return lines.map((line) => (line.trim() === '' ? line : line.slice(common)));
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\([ntr'"`\\\n$])/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped);
}

function* escapeNormalized(content: Content, quoted: string): Iterable<string> {
  const wanted = unescaped(quoted);
  yield wanted;
  for (const block of blocksOf(content, wanted.split('\n').length)) {
    const text = block.join('\n');
    if (unescaped(text) === wanted) yield text;
  }
}

function* trimmedBoundary(content: Content, quoted: string): Iterable<string> {
  const wanted = quoted.trim();
  if (wanted === quoted) return;
  yield wanted;
  for (const block of blocksOf(content, quoted.split('\n').length)) {
    const text = block.join('\n');
    if (text.trim() === wanted) yield text;
  }
}

function* contextAware(content: Content, quoted: string): Iterable<string> {
  if (quoted.split('\n').length < 3) return;
  const wanted = withoutLastEmpty(quoted.split('\n')).map((line) => line.trim());
  for (const block of anchoredBlocks(content, wanted)) {
    if (block.length !== wanted.length) continue;
    const middle = block
      .slice(1, -1)
      .map((line, i) => ({ own: line.trim(), quoted: wanted[i + 1]! }))
      .filter(({ own, quoted: line }) => own !== '' || line !== '');
    const same = middle.filter(({ own, quoted: line }) => own === line).length;
    if (middle.length === 0 || same / middle.length >= MIN_SHARE) yield block.join('\n');
  }
}

/** Every run of this number of lines. */
function* blocksOf({ lines, text, budget }: Content, count: number): Iterable<string[]> {
  budget.spend(count * text.length);
  for (let first = 0; first + count <= lines.length; first++) yield lines.slice(first, first + count);
}

function withoutLastEmpty(lines: readonly string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines];
}
