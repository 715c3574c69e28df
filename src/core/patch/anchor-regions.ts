import { lineEndAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';

/** A line that an anchor may mean, with the lines of its block: those below it that are indented deeper. */
export type AnchorRegion = {
  readonly start: number;
  readonly blockEnd: number;
};

type Line = Span & {
  readonly text: string;
  readonly indent: number;
  /** The index after the last line of its block. */
  blockEnd: number;
};

/** The lines of a text that are not blank, for finding anchors in it. */
export function anchorLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const end = lineEndAt(text, start);
    const line = text.slice(start, end).trimEnd();
    const indent = line.length - line.trimStart().length;
    if (line !== '') lines.push({ start, end, text: line.trim(), indent, blockEnd: 0 });
    start = end;
  }
  endBlocks(lines);
  return lines;
}

/** A block ends before the next line that is not deeper; one pass for all of them. */
function endBlocks(lines: readonly Line[]): void {
  const open: Line[] = [];
  for (const [at, line] of lines.entries()) {
    while (open.length > 0 && open.at(-1)!.indent >= line.indent) open.pop()!.blockEnd = at;
    open.push(line);
  }
  for (const line of open) line.blockEnd = lines.length;
}

/** Where a hunk below these anchors can be; each anchor is in the block of the one before it, or at least below it. */
export function anchorRegions(lines: readonly Line[], anchors: readonly string[]): AnchorRegion[] {
  let within: readonly Range[] = [{ first: 0, last: lines.length }];
  let found: number[] = [];
  for (const anchor of anchors) {
    found = within.flatMap(({ first, last }) => matchingLines(lines, anchor, first, last));
    if (found.length === 0) found = matchingLines(lines, anchor, within[0]!.first, lines.length);
    if (found.length === 0) return [];
    within = outermost(found.map((at) => ({ first: at + 1, last: lines[at]!.blockEnd })));
  }
  return found.map((at) => {
    const { start, blockEnd } = lines[at]!;
    return { start, blockEnd: lines[blockEnd - 1]!.end };
  });
}

/** Indexes of lines, from the first up to but not including the last. */
type Range = { readonly first: number; readonly last: number };

/** Without the ranges that are in another: blocks, in order, are in one another or apart. */
function outermost(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const range of ranges) if (range.first >= (kept.at(-1)?.last ?? 0)) kept.push(range);
  return kept;
}

/** Equal lines if there are any, else those that contain the anchor, else those that declare the same. */
function matchingLines(lines: readonly Line[], anchor: string, first: number, last: number): number[] {
  const wanted = anchor.trim();
  const head = declaration(wanted);
  const tests = [
    (line: string) => line === wanted,
    (line: string) => line.includes(wanted),
    (line: string) => head !== undefined && declaration(line) === head,
  ];
  for (const test of tests) {
    const found: number[] = [];
    for (let at = first; at < last; at++) if (test(lines[at]!.text)) found.push(at);
    if (found.length > 0) return found;
  }
  return [];
}

/** What a line declares, without its parameters or value: `def run(self, x):` is `def run`. */
function declaration(line: string): string | undefined {
  const head = line
    .split(/[({:=<]/, 1)[0]!
    .trim()
    .replace(/\s+/g, ' ');
  return /\w \S*\w/.test(head) ? head : undefined;
}
