import { editBetween } from '../edit/diff.ts';
import type { EditRequest, PlannedEdit } from './plan-edit.ts';

/** Longer lines are left to the cascade, which has a budget for its search. */
const MAX_LINE_CHARACTERS = 500;

/** What may be a line left out in the new text, or the mark of a diff: the cascade decides. */
const MAY_ELIDE = /\.{3}|…|\b(?:rest|remaining|existing|other|unchanged)\b/i;

/**
 * The most common edit, planned without the cascade: one whole line that the text has exactly once becomes another line.
 * Undefined for anything else. Where it returns a plan, `planEdit` returns the same one, which a test proves.
 */
export function planExactLine(text: string, request: EditRequest): PlannedEdit | undefined {
  const { oldText, newText, policy, replaceAll } = request;
  if (policy === 'permissive' || replaceAll || !areLines(oldText, newText)) return undefined;
  if (oldText.startsWith('-') || newText.startsWith('+') || MAY_ELIDE.test(newText)) return undefined;
  const start = text.indexOf(oldText);
  if (start === -1 || text.indexOf(oldText, start + 1) !== -1 || text.includes('\r\n')) return undefined;
  const end = start + oldText.length;
  const startsLine = start === 0 || text[start - 1] === '\n';
  const endsLine = oldText.endsWith('\n') || end === text.length || text[end] === '\n';
  const { span, newText: inserted } = editBetween(oldText, newText);
  // Text that is only inserted may be there already.
  if (!startsLine || !endsLine || span.start === span.end) return undefined;
  return {
    outcome: 'edit',
    strategy: 'exact',
    similarity: 1,
    places: [{ start, end }],
    edits: [{ span: { start: start + span.start, end: start + span.end }, newText: inserted }],
    notes: [],
  };
}

/** Whether each is one line with text in it, and both or none have a line break at the end. */
function areLines(oldText: string, newText: string): boolean {
  if (Math.max(oldText.length, newText.length) > MAX_LINE_CHARACTERS) return false;
  const [oldLine, newLine] = oldText.endsWith('\n')
    ? [oldText.slice(0, -1), newText.endsWith('\n') ? newText.slice(0, -1) : '']
    : [oldText, newText];
  return [oldLine, newLine].every((line) => line.trim() !== '' && !/[\r\n]/.test(line));
}
