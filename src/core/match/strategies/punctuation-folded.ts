import { codeKey } from '../../text/tokens.ts';
import { blocksIgnoringBlankLines, type LineKey, type LineWindow } from '../align/line-blocks.ts';
import { rarest } from '../align/rare-text.ts';
import { blockPlacement } from '../apply/block-placement.ts';
import type { Matcher, Source } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

const MIN_CHARACTERS = 12;

/** Line by line the same code, but for white space, the style of quotes and a comma or semicolon at the end. */
export const punctuationFolded: Matcher = {
  name: 'punctuation-folded',
  overlooks: 'the style of quotes and closing punctuation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    const { oldLines } = quoted;
    if (oldLines.join('').trim().length < MIN_CHARACTERS) return [];
    const words = oldLines.flatMap((line, row) =>
      (line.match(/[\p{L}\p{N}_$]+/gu) ?? []).map((word) => ({ word, row })),
    );
    const landmark = rarest(
      source.text,
      words.map(({ word }) => word),
      source.budget,
    );
    if (!landmark) return [];
    const { row } = words[landmark.index]!;
    const key = keyFor(source.quotesDiffer ?? false);
    return windowsOf(source, landmark.places, row, oldLines.length)
      .flatMap((window) => blocksIgnoringBlankLines(source, quoted, key, window))
      .map((alignment) => blockPlacement(source, quoted, alignment, 0.92));
  },
};

/** The lines among which the quoted ones may be, if this one of them is there: blank lines may have come or gone. */
function windowsOf(
  { lines, budget }: Source,
  places: readonly number[],
  row: number,
  rows: number,
): LineWindow[] {
  const windows: { first: number; last: number }[] = [];
  for (const place of places) {
    const line = lines.indexAt(place);
    const [first, last] = [
      Math.max(0, line - 2 * row - 1),
      Math.min(lines.count, line + 2 * (rows - row) + 1),
    ];
    const previous = windows.at(-1);
    if (previous && first <= previous.last) previous.last = last;
    else windows.push({ first, last });
  }
  for (const { first, last } of windows) budget.spend((lines.startOf(last) - lines.startOf(first)) * 24);
  return windows;
}

function keyFor(quotesDiffer: boolean): LineKey {
  const keyOf = (line: string) => (/\w\W+\w|\w{6}/.test(line) ? codeKey(line, quotesDiffer) : line);
  return {
    ofQuoted: (line) => keyOf(line.trim()),
    ofFile: (lines, index) => keyOf(lines.trimmed(index)),
  };
}
