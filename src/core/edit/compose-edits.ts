import type { Span } from '../text/span.ts';
import { sortEdits, spliceEdits, type TextEdit } from './text-edit.ts';

/**
 * Adds to edits of a text one more, which was planned for the text as they leave it. The result is again edits of
 * the first text, sorted and apart; those that the new one touches become one with it.
 */
export function composeEdit(text: string, edits: readonly TextEdit[], added: TextEdit): TextEdit[] {
  const regions = regionsOf(edits);
  const { start, end } = added.span;
  const touched = regions.filter(({ after }) => after.start <= end && after.end >= start);
  const from = Math.min(start, ...touched.map(({ after }) => after.start));
  const to = Math.max(end, ...touched.map(({ after }) => after.end));
  const edited = spliceEdits(
    text,
    regions.map(({ edit }) => edit),
  );
  const newText = edited.slice(from, start) + added.newText + edited.slice(end, to);
  const span = { start: inFirst(regions, from, 'start'), end: inFirst(regions, to, 'end') };
  const others = regions.filter((region) => !touched.includes(region)).map(({ edit }) => edit);
  return sortEdits([...others, { span, newText }]);
}

/** An edit, and where its new text is afterwards. */
type Region = { readonly edit: TextEdit; readonly after: Span };

function regionsOf(edits: readonly TextEdit[]): Region[] {
  let shift = 0;
  return sortEdits(edits).map((edit) => {
    const start = edit.span.start + shift;
    shift += edit.newText.length - (edit.span.end - edit.span.start);
    return { edit, after: { start, end: start + edit.newText.length } };
  });
}

/** The offset in the first text of one that is not inside an edit. */
function inFirst(regions: readonly Region[], offset: number, side: 'start' | 'end'): number {
  const exact = regions.find(({ after }) => after[side] === offset);
  if (exact) return exact.edit.span[side];
  const before = regions.findLast(({ after }) => after.end <= offset);
  return before ? offset - before.after.end + before.edit.span.end : offset;
}
