/** A text with every CRLF seen as LF, and the way back to offsets of the text as it is stored. */
export type LfView = { readonly text: string; toStored(offset: number): number };

export function lfView(stored: string): LfView {
  if (!stored.includes('\r\n')) return { text: stored, toStored: (offset) => offset };
  const breaks = crlfBreaks(stored);
  return {
    text: stored.replaceAll('\r\n', '\n'),
    toStored: (offset) => offset + countBelow(breaks, offset),
  };
}

/** The offsets, in the view, of those line breaks that are stored as CRLF. */
function crlfBreaks(stored: string): number[] {
  const breaks: number[] = [];
  for (let at = stored.indexOf('\r\n'); at !== -1; at = stored.indexOf('\r\n', at + 2)) {
    breaks.push(at - breaks.length);
  }
  return breaks;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
