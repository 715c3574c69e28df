export type CutText = {
  readonly head: string;
  readonly tail: string;
  /** What was left out, and after how many lines. */
  readonly omitted: { readonly characters: number; readonly headLines: number } | undefined;
};

/** A text of at most `most` characters: whole, or its head and tail, cut where lines end if they do nearby. */
export function cutText(text: string, most: number): CutText {
  if (text.length <= most) return { head: text, tail: '', omitted: undefined };
  const head = headOf(text, Math.ceil(most / 2));
  const tail = tailOf(text, Math.floor(most / 2));
  const left = text.length - head.length - tail.length;
  const omitted = { characters: left, headLines: countLines(head) };
  return { head, tail, omitted };
}

/** The beginning, at most that long, to the end of a line unless that would lose half of it. */
export function headOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most - 1) + 1;
  return text.slice(0, unbroken(text, end > most / 2 ? end : most));
}

/** The end, at most that long, from the beginning of a line unless that would lose half of it. */
export function tailOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most;
  const start = text.indexOf('\n', from - 1) + 1;
  return text.slice(unbroken(text, start > 0 && text.length - start > most / 2 ? start : from));
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Not between the two halves of a character. */
function unbroken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
