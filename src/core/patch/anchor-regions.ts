import { lineEndAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';

/** A line that an anchor may mean, with the lines of its block: those below it that are indented deeper. */
export type AnchorRegion = {
  readonly start: number;
  readonly blockEnd: number;
};

type Line = Span & { readonly text: string; readonly indent: number };

/** Lines of a text, for finding anchors in it. */
export function anchorLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const end = lineEndAt(text, start);
    const line = text.slice(start, end).trimEnd();
    lines.push({ start, end, text: line.trim(), indent: line.length - line.trimStart().length });
    start = end;
  }
  return lines;
}

/** Where a hunk below these anchors can be; each anchor is in the block of the one before it, or at least below it. */
export function anchorRegions(lines: readonly Line[], anchors: readonly string[]): AnchorRegion[] {
  let within: readonly number[][] = [[0, lines.length]];
  let found: number[] = [];
  for (const anchor of anchors) {
    found = within.flatMap(([first, last]) => matchingLines(lines, anchor, first!, last!));
    const starts = within.map(([first]) => first!);
    if (found.length === 0) found = matchingLines(lines, anchor, Math.min(...starts), lines.length);
    within = found.map((at) => [at + 1, blockEnd(lines, at)]);
    if (found.length === 0) return [];
  }
  return found.map((at) => ({
    start: lines[at]!.start,
    blockEnd: lines[blockEnd(lines, at) - 1]!.end,
  }));
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

/** The index after the last line that is indented deeper than this one. */
function blockEnd(lines: readonly Line[], at: number): number {
  const { indent } = lines[at]!;
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    const line = lines[next]!;
    if (line.text === '') continue;
    if (line.indent <= indent) break;
    end = next + 1;
  }
  return end;
}
