import { verbatimEdits } from '../apply/verbatim-edits.ts';
import type { Matcher, Placement } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { cutsWordAt } from '../word-part.ts';
import { placesOf } from './exact.ts';

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
    const found = places.flatMap((start) => placementAt(source.text, start, quotation));
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

function placementAt(text: string, coreStart: number, { oldText, newText }: Quotation): Placement[] {
  const core = oldText.trim();
  const coreEnd = coreStart + core.length;
  const [lead, trail] = boundaryOf(oldText);
  if (!isAtBoundary(text, coreStart, coreEnd, lead, trail)) return [];
  const kept = { lead: sharedEnd(lead, text, coreStart), trail: sharedStart(trail, text, coreEnd) };
  const surplus = { lead: lead.slice(0, lead.length - kept.lead), trail: trail.slice(kept.trail) };
  const [newLead, newTrail] = boundaryOf(newText);
  // White space that only the old text has is a slip: the file keeps what it has there.
  const head = newLead === '' ? lead.length : newLead.startsWith(surplus.lead) ? surplus.lead.length : -1;
  const tail = newTrail === '' ? trail.length : newTrail.endsWith(surplus.trail) ? surplus.trail.length : -1;
  if (head === -1 || tail === -1) return [];
  const isBlock = core.includes('\n') || newText.trim().includes('\n');
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
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const lineEnd = text.indexOf('\n', end);
  const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd);
  const startsFree = lead.includes('\n') ? before.trim() === '' : lead === '' || !cutsWordAt(text, start);
  const endsFree = trail.includes('\n') ? after.trim() === '' : trail === '' || !cutsWordAt(text, end);
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
  return indent === '' || text.slice(text.lastIndexOf('\n', start - 1) + 1, start) === indent;
}
