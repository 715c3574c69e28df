export type CutText = {
  readonly head: string;
  readonly tail: string;
  /** What was left out, and after how many lines. */
  readonly omitted: { readonly characters: number; readonly headLines: number } | undefined;
};

/** A text of at most `limit` characters: whole, or its head and tail, cut where lines end if they do nearby. */
export function cutText(text: string, limit: number): CutText {
  if (text.length <= limit) return { head: text, tail: '', omitted: undefined };
  const head = headOf(text, Math.ceil(limit / 2));
  const tail = tailOf(text, Math.floor(limit / 2));
  const left = text.length - head.length - tail.length;
  const omitted = { characters: left, headLines: countLineBreaks(head) };
  return { head, tail, omitted };
}

/** The first `limit` characters, to the end of a line unless that would lose half of it. */
export function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf('\n', limit - 1) + 1;
  return text.slice(0, unbroken(text, end > limit / 2 ? end : limit));
}

/** The last `limit` characters, from the beginning of a line unless that would lose half of it. */
export function tailOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const from = text.length - limit;
  const start = text.indexOf('\n', from - 1) + 1;
  return text.slice(unbroken(text, start > 0 && text.length - start > limit / 2 ? start : from));
}

export function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Not between the two halves of a character. */
function unbroken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
