import { isFirstInLine, isLastInLine } from '../../text/lines.ts';
import { verbatimEdits } from '../apply/verbatim-edits.ts';
import type { Matcher, Placement } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { cutsWordAt } from '../word-part.ts';
import { MAX_COUNTED, placesOf } from './exact.ts';

/** White space around the quoted text that the file does not have is ignored, and taken off the new text as well. */
export const trimmedBoundary: Matcher = {
  name: 'trimmed-boundary',
  overlooks: 'the white space around it',
  find(source, quotation) {
    const { oldText, newText } = quotation;
    const core = oldText.trim();
    // A deletion is for matchers that take the line's end with it.
    if (core === '' || core === oldText || newText.trim() === '') return [];
    // Other white space around the same text is what the edit is about.
    if (newText.trim() === core) return [];
    const places = placesOf(source, core);
    // Of places that were not all counted, none is known to be the only one.
    if (places.length === MAX_COUNTED) return [];
    const texts = trimmedTexts(quotation);
    const found = places.flatMap((start) => placementAt(source.text, start, texts));
    // One of several must begin as quoted: a line break alone does not say which is meant.
    const isOneOfMany = found.length === 1 && places.length > 1;
    return isOneOfMany && !beginsAsQuoted(source.text, oldText, found[0]!) ? [] : found;
  },
};

/** Whether what is left of the line before the text is as quoted, if the quotation has the line break before it. */
function beginsAsQuoted(text: string, oldText: string, { start }: Placement): boolean {
  const [lead] = boundaryOf(oldText);
  const at = text.indexOf(oldText.trim(), start);
  return !lead.includes('\n') || text.slice(0, at).endsWith(lead.slice(lead.lastIndexOf('\n')));
}

/** Both texts, and the white space around each of them. */
type TrimmedTexts = Pick<Quotation, 'oldText' | 'newText'> & {
  readonly core: string;
  readonly lead: string;
  readonly trail: string;
  readonly newLead: string;
  readonly newTrail: string;
  readonly isBlock: boolean;
};

function trimmedTexts({ oldText, newText }: Quotation): TrimmedTexts {
  const [lead, trail] = boundaryOf(oldText);
  const [newLead, newTrail] = boundaryOf(newText);
  const core = oldText.trim();
  const isBlock = core.includes('\n') || newText.trim().includes('\n');
  return { oldText, newText, core, lead, trail, newLead, newTrail, isBlock };
}

function placementAt(text: string, coreStart: number, texts: TrimmedTexts): Placement[] {
  const { oldText, newText, core, lead, trail, newLead, newTrail, isBlock } = texts;
  const coreEnd = coreStart + core.length;
  if (!isAtBoundary(text, coreStart, coreEnd, lead, trail)) return [];
  const kept = { lead: sharedEnd(lead, text, coreStart), trail: sharedStart(trail, text, coreEnd) };
  const surplus = { lead: lead.slice(0, lead.length - kept.lead), trail: trail.slice(kept.trail) };
  // White space that only the old text has is a slip: the file keeps what it has there.
  const head = newLead === '' ? lead.length : newLead.startsWith(surplus.lead) ? surplus.lead.length : -1;
  const tail = newTrail === '' ? trail.length : newTrail.endsWith(surplus.trail) ? surplus.trail.length : -1;
  if (head === -1 || tail === -1) return [];
  if (isBlock && !hasIndent(text, coreStart, lead)) return [];
  const from = oldText.slice(head, oldText.length - tail);
  const to = newText.slice(Math.min(head, newLead.length), newText.length - Math.min(tail, newTrail.length));
  const start = coreStart - (lead.length - head);
  return [
    {
      start,
      end: start + from.length,
      similarity: core.length / oldText.length,
      edits: () => verbatimEdits(from, to, (at) => start + at),
    },
  ];
}

/** The white space before and after a text. */
function boundaryOf(text: string): [lead: string, trail: string] {
  const core = text.trim();
  const at = text.indexOf(core);
  return [text.slice(0, at), text.slice(at + core.length)];
}

/** A quoted line break means an end of the line there, at least of what is written on it; spaces, that of a word. */
function isAtBoundary(text: string, start: number, end: number, lead: string, trail: string): boolean {
  const startsFree = lead.includes('\n')
    ? isFirstInLine(text, start)
    : lead === '' || !cutsWordAt(text, start);
  const endsFree = trail.includes('\n') ? isLastInLine(text, end) : trail === '' || !cutsWordAt(text, end);
  return startsFree && endsFree;
}

/** How much of the end of `lead` the file has right before an offset. */
function sharedEnd(lead: string, text: string, offset: number): number {
  let count = 0;
  while (count < lead.length && text[offset - 1 - count] === lead[lead.length - 1 - count]) count++;
  return count;
}

function sharedStart(trail: string, text: string, offset: number): number {
  let count = 0;
  while (count < trail.length && text[offset + count] === trail[count]) count++;
  return count;
}

/** Lines with another indentation than quoted are for matchers that fit the new ones to it. */
function hasIndent(text: string, start: number, lead: string): boolean {
  const indent = lead.slice(lead.lastIndexOf('\n') + 1);
  const lineStart = start - indent.length;
  return (
    indent === '' || (text.startsWith(indent, lineStart) && (lineStart === 0 || text[lineStart - 1] === '\n'))
  );
}
