import { joinedBytes } from '../document/byte-pattern.ts';

export type LineBreaks = { readonly width: 1 | 2; readonly bigEndian: boolean };

/** The bytes of the requested lines, up to the limit, and the number of lines that were scanned. */
export type ScannedLines = { readonly bytes: Uint8Array; readonly totalLines: number };

type ScanRange = { readonly first: number; readonly last: number; readonly maxBytes: number };

const LF = 10;

/** Collects a range of lines from the chunks of a file, keeping only that range in memory. */
export function createLineScanner(range: ScanRange, breaks: LineBreaks) {
  const pieces: Uint8Array[] = [];
  let line = 1;
  let collected = 0;
  let offset = 0;
  let endsWithBreak = true;

  function collect(piece: Uint8Array): void {
    const kept = piece.subarray(0, Math.max(0, range.maxBytes - collected));
    // Even an empty view would keep its chunk in memory.
    if (kept.length === 0) return;
    pieces.push(kept);
    collected += kept.length;
  }

  function push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const shown = { start: -1, end: chunk.length };
    if (line >= range.first && line <= range.last) shown.start = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
      if (!isBreak(chunk, at, offset, breaks)) continue;
      line++;
      const next = breaks.width === 2 && !breaks.bigEndian ? at + 2 : at + 1;
      if (line === range.first) shown.start = next;
      if (line === range.last + 1) shown.end = next;
    }
    if (shown.start !== -1 && shown.start < shown.end) collect(chunk.subarray(shown.start, shown.end));
    endsWithBreak = endsInBreak(chunk, offset, breaks);
    offset += chunk.length;
  }

  /** No more lines are needed. */
  function isPast(): boolean {
    return line > range.last || collected >= range.maxBytes;
  }

  function finish(): ScannedLines {
    return { bytes: joinedBytes(pieces, collected), totalLines: endsWithBreak ? line - 1 : line };
  }

  return { push, isPast, finish };
}

/** In UTF-16, a line break is a whole character; chunks of such files have an even length. */
function isBreak(chunk: Uint8Array, at: number, offset: number, { width, bigEndian }: LineBreaks): boolean {
  if (width === 1) return true;
  const even = (offset + at) % 2 === 0;
  return bigEndian ? !even && chunk[at - 1] === 0 : even && chunk[at + 1] === 0;
}

function endsInBreak(chunk: Uint8Array, offset: number, breaks: LineBreaks): boolean {
  const at = breaks.width === 2 && !breaks.bigEndian ? chunk.length - 2 : chunk.length - 1;
  return at >= 0 && chunk[at] === LF && isBreak(chunk, at, offset, breaks);
}
