import { isBlank } from '../../text/indentation.ts';
import { linePlaces } from '../align/align.ts';
import type { Alignment } from '../align/alignment.ts';
import { staysInBlock } from '../align/block-identity.ts';
import { blocksOf, byTrimmed } from '../align/line-blocks.ts';
import { type Projection, project } from '../apply/project.ts';
import type { Matcher, Placement, Source } from '../matcher.ts';
import { createQuotation, type Quotation, toLines } from '../quotation.ts';

/** Lines such as `// ... existing code ...` in both texts mean what is there. */
export const elision: Matcher = {
  name: 'elision',
  overlooks: 'what it left out with "..."',
  find(source, { oldLines, newLines }) {
    const [oldParts, newParts] = [partsOf(oldLines), partsOf(newLines)];
    if (oldParts.length < 2 || oldParts.length !== newParts.length) return [];
    // What comes after the last change says nothing about which block that is in.
    const changed = oldParts.findLastIndex((part, i) => part.join('\n') !== newParts[i]!.join('\n'));
    return chainsOf(source, oldParts, changed).map((chain) =>
      elidedPlacement(source, oldParts, newParts, chain),
    );
  },
};

/** Elision in the old text alone: all from its first to its last line is replaced, if the caller has seen all of it. */
export const elisionOfSeenLines: Matcher = {
  name: 'elision',
  overlooks: 'what it left out with "..."',
  find(source, { oldLines, newLines }, evidence) {
    const parts = partsOf(oldLines);
    if (!evidence || parts.length < 2 || partsOf(newLines).length > 1) return [];
    return chainsOf(source, parts).flatMap((chain) => {
      const [first, last] = [chain[0]![0]!, chain.at(-1)!.at(-1)!];
      for (let line = first; line <= last; line++) if (!evidence.wasShown(line)) return [];
      const whole = createQuotation(linesText(source, first, last), newLines.join('\n'));
      const alignment = whole.oldLines.map((_, i) => first + i);
      const { edits, notes } = project(source, whole, alignment);
      return [placement(source, first, last, { edits, notes })];
    });
  },
};

/** New text that leaves out what the old one spells: written as it is, it would delete code. */
export function elidesOnlyInNew(source: Source, { oldLines, newLines, hunks }: Quotation): boolean {
  const [inOld, inNew] = [oldLines.filter(isElision), newLines.filter(isElision)];
  if (inNew.length === 0) return false;
  // What looks like an elision and is a line of the file is none.
  const meant = without(inOld, inNew).filter((line) => !linePlaces(source).has(line.trim()));
  if (without(inNew, inOld).length <= meant.length) return false;
  return hunks.some(({ oldStart, oldEnd, newStart, newEnd }) => {
    const elisions = newLines.slice(newStart, newEnd).filter(isElision);
    // Bare dots in place of one line may be code: a stub in Python or TypeScript.
    const mayBeStub = hunks.length === 1 && oldEnd - oldStart <= 1;
    // Words that take nothing's place are a comment like any other.
    const leavesOut = (line: string) => oldEnd > oldStart || !WORDS.test(line);
    return elisions.some((line) => leavesOut(line) && (line.trim().length > 3 || !mayBeStub));
  });
}

/** The lines without those that the others have, one for one. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count <= 0;
  });
}

const ELISION =
  /^\s*(?:(?:\/\/+|#+|--+|;+|\/\*+|<!--|\{\/\*|\*)\s*)?(?:\.{3}|…)(?:\s[^(){};=]*)?(?:\.{3}|…)?\s*(?:\*\/\}?|-->)?\s*$/;

/** A comment that says in words what others say with dots. */
const WORDS = new RegExp(
  [
    String.raw`^\s*(?:\/\/+|#+|--+|;+|\/\*+|<!--|\{\/\*)\s*(?:the )?`,
    '(?:rest of (?:the |this |your )?(?:existing |original )?|(?:remaining|existing|other|unchanged) )',
    '(?:code|file|function|method|class|component|implementation|body|logic|methods|functions|lines)',
    '(?: (?:here|goes here|as before|unchanged|omitted|remains?(?: the same| unchanged)?|stays? the same|is (?:the same|unchanged)))?',
    String.raw`[.!]?\s*(?:\*\/\}?|-->)?\s*$`,
  ].join(''),
  'i',
);

/** A longer line means nothing but itself, and would keep the pattern busy. */
const MAX_LENGTH = 200;

export function isElision(line: string): boolean {
  return line.length <= MAX_LENGTH && (ELISION.test(line) || WORDS.test(line));
}

/** The runs of lines between elisions, without blank lines around them. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isElision(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts.map(withoutBlankEnds);
}

function withoutBlankEnds(lines: string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Every way in which the file has the parts one after the other; two are enough to know that it is ambiguous. */
function chainsOf(source: Source, parts: readonly string[][], changed = parts.length): Alignment[][] {
  if (parts.every((part) => part.length === 0)) return [];
  let chains: Alignment[][] = [[]];
  for (const [i, part] of parts.entries()) {
    if (part.length === 0) continue;
    const blocks = blocksOf(source, createQuotation(part.join('\n'), ''), byTrimmed);
    source.budget.spend(chains.length * blocks.length * 8);
    chains = chains
      .flatMap((chain) =>
        blocks
          .filter((block) => follows(source, chain.at(-1)?.at(-1), block[0]!, i <= changed))
          .slice(0, MAX_CHAINS)
          .map((block) => [...chain, block]),
      )
      .slice(0, MAX_CHAINS);
  }
  return chains;
}

const MAX_CHAINS = 200;

/** Whether this line is after the other and, if it must be, in the same block: no line between them leaves it. */
function follows(
  { lines, budget }: Source,
  before: number | undefined,
  first: number,
  isInBlock: boolean,
): boolean {
  if (before === undefined) return true;
  if (first <= before) return false;
  if (!isInBlock) return true;
  budget.spend((first - before) * 16);
  return staysInBlock(lines, before, first);
}

function elidedPlacement(
  source: Source,
  oldParts: string[][],
  newParts: string[][],
  chain: Alignment[],
): Placement {
  const [first, last] = [chain[0]![0]!, chain.at(-1)!.at(-1)!];
  const blocks = [...chain];
  const projections = oldParts.flatMap((part, i) => {
    if (part.length === 0) return newParts[i]!.length > 0 ? [UNKNOWN] : [];
    const quotation = createQuotation(part.join('\n'), newParts[i]!.join('\n'));
    return [project(source, quotation, blocks.shift()!)];
  });
  const isKnown = projections.every(({ edits }) => edits !== undefined);
  const edits = isKnown ? projections.flatMap((one) => one.edits ?? []) : undefined;
  return placement(source, first, last, { edits, notes: projections.flatMap(({ notes }) => notes) });
}

/** A new part where the old text has none cannot be placed. */
const UNKNOWN: Pick<Projection, 'edits' | 'notes'> = { edits: undefined, notes: [] };

function placement(
  { lines }: Source,
  first: number,
  last: number,
  { edits, notes }: Pick<Projection, 'edits' | 'notes'>,
): Placement {
  return { start: lines.startOf(first), end: lines.endOf(last), similarity: 0.9, edits: () => edits, notes };
}

function linesText({ lines }: Source, first: number, last: number): string {
  return toLines(lines.text.slice(lines.startOf(first), lines.endOf(last))).join('\n');
}
