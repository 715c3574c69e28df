import { beginningOf } from '../core/text/whole-characters.ts';

export type LineStyle = { readonly width: number; readonly separator: string };

export type NumberedLines = {
  readonly text: string;
  /** How many lines are shown, the last one perhaps in part. */
  readonly shown: number;
  /** The one line shown was itself too long. */
  readonly cutInLine: boolean;
};

const catStyle: LineStyle = { width: 6, separator: '\t' };

/** As many whole lines as fit into the limit; the beginning of the first if not even that one does. */
export function numberLinesWithin(
  lines: readonly string[],
  firstLine: number,
  limit: number,
  style: LineStyle = catStyle,
): NumberedLines {
  const kept: string[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const text = numbered(line, firstLine + i, style);
    if (length + text.length > limit && i > 0) break;
    if (text.length > limit) return { text: beginningOf(text, limit), shown: 1, cutInLine: true };
    kept.push(text);
    length += text.length + 1;
  }
  return { text: kept.join('\n'), shown: kept.length, cutInLine: false };
}

function numbered(line: string, number: number, { width, separator }: LineStyle): string {
  return `${String(number).padStart(width)}${separator}${line}`;
}
