import { verbatimEdits, withSameEdges } from '../apply/verbatim-edits.ts';
import type { Matcher, Placement, Source } from '../matcher.ts';

/** The quoted text, character by character; overlapping places count. */
export const exact: Matcher = {
  name: 'exact',
  find(source, { oldText, newText }) {
    return placesOf(source, oldText).map((start) => verbatimPlacement(source.text, start, oldText, newText));
  },
};

/** The same, with the new text taken to the letter, line ends at its edges included. */
export const literal: Matcher = {
  name: 'exact',
  find(source, { oldText, newText }) {
    return placesOf(source, oldText).map((start) => ({
      start,
      end: start + oldText.length,
      similarity: 1,
      edits: () => verbatimEdits(oldText, newText, (at) => start + at),
    }));
  },
};

/** Where a text stands. A long one in a repetitive file is not counted to the end: that it is ambiguous is known. */
export function placesOf({ text, budget, placesApart }: Source, quoted: string): number[] {
  const places: number[] = [];
  if (quoted === '') return places;
  budget.spend(text.length);
  const step = placesApart ? quoted.length : 1;
  for (let start = text.indexOf(quoted); start !== -1; start = text.indexOf(quoted, start + step)) {
    places.push(start);
    if (!placesApart && places.length > 1 && places.length * quoted.length > MOST_CHARACTERS_COMPARED) break;
  }
  return places;
}

const MOST_CHARACTERS_COMPARED = 100_000_000;

export function verbatimPlacement(text: string, start: number, oldText: string, newText: string): Placement {
  const end = start + oldText.length;
  const edits = () => {
    const fitted = withIndentOf(text, start, oldText, withSameEdges(oldText, newText, text.charAt(end)));
    return verbatimEdits(oldText, fitted, (at) => start + at);
  };
  return { start, end, similarity: 1, edits };
}

/** A line quoted without its indentation: the lines that follow it in the new text must have it, too. */
function withIndentOf(text: string, start: number, oldText: string, newText: string): string {
  if (!newText.includes('\n') || oldText.includes('\n') || /^\s/.test(oldText) || /^\s/.test(newText))
    return newText;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (indent === '' || indent.trim() !== '') return newText;
  const [first, ...rest] = newText.split('\n');
  const hasIndent = rest.some((line) => line.trim() !== '' && line.startsWith(indent));
  if (hasIndent) return newText;
  return [first, ...rest.map((line) => (line.trim() === '' ? line : indent + line))].join('\n');
}
