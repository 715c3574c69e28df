import type { Matcher } from '../matcher.ts';
import { placesOf, verbatimPlacement } from './exact.ts';

/** White space around the quoted text is overlooked, and taken off the new text where it has the same. */
export const trimmedBoundary: Matcher = {
  name: 'trimmed-boundary',
  overlooks: 'the white space around it',
  find(source, { oldText, newText }) {
    const core = oldText.trim();
    // A deletion is for matchers that take the line's end with it.
    if (core === '' || core === oldText || newText.trim() === '') return [];
    const lead = oldText.slice(0, oldText.indexOf(core));
    const trail = oldText.slice(lead.length + core.length);
    const fitted = withoutBoundary(newText, lead, trail);
    if (fitted === undefined) return [];
    const isBlock = core.includes('\n') || fitted.includes('\n');
    const places = placesOf(source, core).filter(
      (start) =>
        standsFree(source.text, start, start + core.length, lead, trail) &&
        (!isBlock || hasIndent(source.text, start, lead)),
    );
    return places.map((start) => ({
      ...verbatimPlacement(source.text, start, core, fitted),
      similarity: core.length / oldText.length,
    }));
  },
};

/** A text quoted with white space before or after it does not mean a part of a word or line there. */
function standsFree(text: string, start: number, end: number, lead: string, trail: string): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const lineEnd = text.indexOf('\n', end);
  const behind = text.slice(end, lineEnd === -1 ? text.length : lineEnd);
  return (lead === '' || before.trim() === '') && (trail === '' || behind.trim() === '');
}

/** Lines with another indentation than quoted are for matchers that fit the new ones to it. */
function hasIndent(text: string, start: number, lead: string): boolean {
  const indent = lead.slice(lead.lastIndexOf('\n') + 1);
  return indent === '' || text.slice(text.lastIndexOf('\n', start - 1) + 1, start) === indent;
}

/** Undefined if the new text has other white space there: then it is what the edit is about. */
function withoutBoundary(text: string, lead: string, trail: string): string | undefined {
  const core = text.trim();
  if (core === '') return '';
  const [ownLead, ownTrail] = [
    text.slice(0, text.indexOf(core)),
    text.slice(text.indexOf(core) + core.length),
  ];
  const isSame = (own: string, quoted: string) =>
    own === quoted || own === '' || own.trim() === quoted.trim();
  if (!isSame(ownLead, lead) || !isSame(ownTrail, trail)) return undefined;
  const keepsIndent = ownLead === lead || ownLead === '';
  return keepsIndent ? core : undefined;
}
