import { spliceEdits, type TextEdit } from '../../edit/text-edit.ts';
import { lineEndAt, lineStartAt } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import type { Code, Group } from './code.ts';

/** What is to take the place of a match and of those in it. */
export type Draft = {
  readonly span: Span;
  readonly code: Code;
  /** How many matches it rewrites. */
  readonly places: number;
};

/** A group where it came to stand, with the parentheses around it. */
export type PlacedGroup = Span & {
  readonly group: Group;
  readonly draft: Draft;
  readonly isParenthesised: boolean;
};

/** The text as some drafts make it. */
export type Outcome = {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly places: number;
  /** In the order of their starts, the outer before the inner. */
  readonly groups: readonly PlacedGroup[];
};

/** Carries out drafts, in their order; some groups get parentheses. */
export function carryOut(
  text: string,
  drafts: readonly Draft[],
  parenthesised: ReadonlySet<Group> = new Set(),
): Outcome {
  const edits: TextEdit[] = [];
  const groups: PlacedGroup[] = [];
  let [places, shift] = [0, 0];
  for (const draft of drafts) {
    const { newText, bounds } = write(draft.code, parenthesised);
    const edit = toEdit(text, draft.span, newText);
    if (text.slice(edit.span.start, edit.span.end) === newText) continue;
    const by = edit.span.start + shift;
    for (const { group, start, end } of bounds) {
      groups.push({
        group,
        draft,
        start: start + by,
        end: end + by,
        isParenthesised: parenthesised.has(group),
      });
    }
    shift += newText.length - (edit.span.end - edit.span.start);
    edits.push(edit);
    places += draft.places;
  }
  return { text: spliceEdits(text, edits), edits, places, groups };
}

type Bounds = { readonly group: Group; start: number; end: number };

function write(code: Code, parenthesised: ReadonlySet<Group>): { newText: string; bounds: Bounds[] } {
  const bounds: Bounds[] = [];
  const open: Bounds[] = [];
  let newText = '';
  for (const { text, opens, closes } of code) {
    if (opens) {
      const bound = { group: opens, start: newText.length, end: newText.length };
      bounds.push(bound);
      open.push(bound);
      if (parenthesised.has(opens)) newText += '(';
    }
    newText += text;
    if (closes) {
      if (parenthesised.has(closes)) newText += ')';
      open.pop()!.end = newText.length;
    }
  }
  return { newText, bounds };
}

/** Lines of which nothing is left go as a whole. */
function toEdit(text: string, { start, end }: Span, newText: string): TextEdit {
  if (newText !== '') return { span: { start, end }, newText };
  const lineStart = lineStartAt(text, start);
  const lineEnd = text[end - 1] === '\n' ? end : lineEndAt(text, end);
  const around = text.slice(lineStart, start) + text.slice(end, lineEnd);
  return { span: around.trim() === '' ? { start: lineStart, end: lineEnd } : { start, end }, newText };
}
