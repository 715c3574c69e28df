import type { Masker } from '../../core/secrets/masker.ts';
import { maxResultLines } from '../../core/text/result-limits.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';

export type LineStyle = { readonly width: number; readonly separator: string };

/** The size of a view, and what is masked in it. */
export type ViewLimits = { readonly characters: number; readonly masker: Masker };

/** Lines, and the number of the first. */
export type LinesFrom = { readonly lines: readonly string[]; readonly first: number };

export type NumberedLines = {
  readonly text: string;
  /** The number of lines shown. */
  readonly shown: number;
  /** Only one line is shown, and not to its end. */
  readonly cutInLine: boolean;
  /** The limit that the lines have reached: `16000 characters`. */
  readonly limit: string;
};

const catStyle: LineStyle = { width: 6, separator: '\t' };

/** The lines that fit into the limit; the beginning of the first, masked, if that one alone is too long. */
export function numberLinesWithin(
  { lines, first }: LinesFrom,
  { characters, masker }: ViewLimits,
  style: LineStyle = catStyle,
): NumberedLines {
  const kept: string[] = [];
  const maxLines = maxResultLines(characters);
  const inAll = `${characters} characters`;
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const text = numbered(line, first + i, style);
    if (i > 0 && (i >= maxLines || length + text.length > characters)) break;
    // Masked before the cut: half a secret would not be recognised.
    if (text.length > characters)
      return { text: beginningOf(masker.mask(text), characters), shown: 1, cutInLine: true, limit: inAll };
    kept.push(text);
    length += text.length + 1;
  }
  const limit = kept.length === maxLines ? `${maxLines} lines` : inAll;
  return { text: kept.join('\n'), shown: kept.length, cutInLine: false, limit };
}

function numbered(line: string, number: number, { width, separator }: LineStyle): string {
  return `${String(number).padStart(width)}${separator}${line}`;
}
