import { spliceEdits, type TextEdit } from '../../edit/text-edit.ts';
import { lineEndAt, lineStartAt } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import type { Code, CodeGroup } from './code.ts';

/** The code that replaces a match and the matches inside it. */
export type CodeDraft = {
  readonly span: Span;
  readonly code: Code;
  /** The number of matches that it rewrites. */
  readonly places: number;
};

/** A group in the new text, with the parentheses around it. */
export type PlacedGroup = Span & {
  readonly group: CodeGroup;
  readonly draft: CodeDraft;
  readonly isParenthesized: boolean;
};

/** The text after some drafts. */
export type DraftedText = {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly places: number;
  /** Ordered by their starts, the outer before the inner. */
  readonly groups: readonly PlacedGroup[];
};

/** Applies drafts in their order, with parentheses around some groups. */
export function applyDrafts(
  text: string,
  drafts: readonly CodeDraft[],
  parenthesized: ReadonlySet<CodeGroup> = new Set(),
): DraftedText {
  const edits: TextEdit[] = [];
  const groups: PlacedGroup[] = [];
  let [places, shift] = [0, 0];
  for (const draft of drafts) {
    const { newText, bounds } = write(draft.code, parenthesized);
    const edit = toEdit(text, draft.span, newText);
    if (text.slice(edit.span.start, edit.span.end) === newText) continue;
    const by = edit.span.start + shift;
    for (const { group, start, end } of bounds) {
      groups.push({
        group,
        draft,
        start: start + by,
        end: end + by,
        isParenthesized: parenthesized.has(group),
      });
    }
    shift += newText.length - (edit.span.end - edit.span.start);
    edits.push(edit);
    places += draft.places;
  }
  return { text: spliceEdits(text, edits), edits, places, groups };
}

type Bounds = { readonly group: CodeGroup; start: number; end: number };

function write(code: Code, parenthesized: ReadonlySet<CodeGroup>): { newText: string; bounds: Bounds[] } {
  const bounds: Bounds[] = [];
  const open: Bounds[] = [];
  let newText = '';
  for (const { text, opens, closes } of code) {
    if (opens) {
      const bound = { group: opens, start: newText.length, end: newText.length };
      bounds.push(bound);
      open.push(bound);
      if (parenthesized.has(opens)) newText += '(';
    }
    newText += text;
    if (closes) {
      if (parenthesized.has(closes)) newText += ')';
      open.pop()!.end = newText.length;
    }
  }
  return { newText, bounds };
}

/** Removes whole lines if nothing is left of them. */
function toEdit(text: string, { start, end }: Span, newText: string): TextEdit {
  if (newText !== '') return { span: { start, end }, newText };
  const lineStart = lineStartAt(text, start);
  const lineEnd = text[end - 1] === '\n' ? end : lineEndAt(text, end);
  const around = text.slice(lineStart, start) + text.slice(end, lineEnd);
  return { span: around.trim() === '' ? { start: lineStart, end: lineEnd } : { start, end }, newText };
}
