import type { Masker } from '../../core/secrets/masker.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';

export type LineStyle = { readonly width: number; readonly separator: string };

/** How much may be shown, and what of it is masked. */
export type Room = { readonly characters: number; readonly masker: Masker };

export type NumberedLines = {
  readonly text: string;
  /** How many lines are shown, the last one perhaps in part. */
  readonly shown: number;
  /** The one line shown was itself too long. */
  readonly cutInLine: boolean;
};

const catStyle: LineStyle = { width: 6, separator: '\t' };

/** As many whole lines as fit into the limit; the beginning of the first, masked, if not even that one does. */
export function numberLinesWithin(
  lines: readonly string[],
  firstLine: number,
  { characters, masker }: Room,
  style: LineStyle = catStyle,
): NumberedLines {
  const kept: string[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const text = numbered(line, firstLine + i, style);
    if (length + text.length > characters && i > 0) break;
    // Of a secret that is cut in two, the beginning would be left.
    if (text.length > characters)
      return { text: beginningOf(masker.mask(text), characters), shown: 1, cutInLine: true };
    kept.push(text);
    length += text.length + 1;
  }
  return { text: kept.join('\n'), shown: kept.length, cutInLine: false };
}

function numbered(line: string, number: number, { width, separator }: LineStyle): string {
  return `${String(number).padStart(width)}${separator}${line}`;
}
