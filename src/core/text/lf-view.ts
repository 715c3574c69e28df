import { lowerBound } from './lower-bound.ts';

/** A text with LF for every CRLF, and the mapping of its offsets to those of the stored text. */
export type LfView = { readonly text: string; toStored(offset: number): number };

export function lfView(stored: string): LfView {
  if (!stored.includes('\r\n')) return { text: stored, toStored: (offset) => offset };
  const breaks = crlfBreaks(stored);
  return {
    text: stored.replaceAll('\r\n', '\n'),
    toStored: (offset) => offset + lowerBound(breaks, offset, Number),
  };
}

/** The offsets, in the view, of the line breaks that are stored as CRLF. */
function crlfBreaks(stored: string): number[] {
  const breaks: number[] = [];
  for (let at = stored.indexOf('\r\n'); at !== -1; at = stored.indexOf('\r\n', at + 2)) {
    breaks.push(at - breaks.length);
  }
  return breaks;
}
