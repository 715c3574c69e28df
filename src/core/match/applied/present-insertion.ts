import { editBetween } from '../../edit/diff.ts';
import type { TextEdit } from '../../edit/text-edit.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import { isFirstInLine, lineNumberAt, lineStartAt } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import { isSameCode } from '../../text/tokens.ts';
import { linePlaces } from '../align/align.ts';
import { hasWords } from '../align/has-words.ts';
import type { EditNote } from '../explain/edit-note.ts';
import type { Source } from '../matcher.ts';
import { toLines } from '../quotation.ts';

/** The edits that are still to be made, and a note for each that the file has already. */
export type Remaining = { readonly edits: readonly TextEdit[]; readonly notes: readonly EditNote[] };

/** How lines are compared: to the letter with every blank line, or as code. */
type Comparison = { readonly isExact: boolean; same(a: string, b: string): boolean };

/**
 * An insertion at the end of a quoted text, or at its beginning, that the file has there already must not be made
 * twice, however the text was found. Undefined if the file has a part of it there, and so the rest may be meant to come
 * before, after or in place of that part.
 */
export function withoutPresent(
  source: Source,
  place: Span,
  edits: readonly TextEdit[],
  isExact: boolean,
): Remaining | undefined {
  const same = isExact
    ? (a: string, b: string) => a === b
    : (a: string, b: string) => isSameCode(a, b, source.quotesDiffer);
  const comparison: Comparison = { isExact, same };
  const left: TextEdit[] = [];
  const notes: EditNote[] = [];
  for (const edit of edits) {
    const state = stateOf(source, place, edit, comparison);
    if (state === 'partly' && !isExact) return undefined;
    if (state !== 'present') left.push(edit);
    else notes.push(presentNote(source.text, edit));
  }
  return { edits: left, notes };
}

function stateOf(
  source: Source,
  place: Span,
  edit: TextEdit,
  by: Comparison,
): 'present' | 'partly' | 'missing' {
  const { text } = source;
  const { from, to, added } = changeOf(text, edit);
  if (!hasWords(added)) return 'missing';
  if (!added.includes('\n') && from !== to) return 'missing';
  const isIndented = added.endsWith('\n') && isFirstInLine(text, from);
  const lineStart = isIndented ? lineStartAt(text, from) : from;
  // Lines before one that is quoted without its indentation.
  if (from === to && from > lineStart) {
    const whole = { start: lineStart, end: place.end };
    return isPresentAtEdge(source, whole, lineStart, added, IGNORING_INDENTATION) ? 'present' : 'missing';
  }
  const isLast = text.slice(to, place.end).trim() === '';
  const isFirst = text.slice(place.start, from).trim() === '';
  if (from === to && isInLine(text, from, added))
    return (isLast && goesOn(text, from, added)) || (isFirst && wentBefore(text, from, added))
      ? 'present'
      : 'missing';
  if (from === to && isPresentAtEdge(source, place, from, added, by)) return 'present';
  if (from === to && by.isExact && (isWithoutIndentation(text, place) || hasLostDepth(source, from, added))) {
    const whole = { start: lineStartAt(text, place.start), end: place.end };
    return isPresentAtEdge(source, whole, from, added, IGNORING_INDENTATION) ? 'present' : 'missing';
  }
  const wanted = toLines(added.replace(/^\n/, '')).filter((line) => by.isExact || !isBlank(line));
  const after = isLast ? linesAfter(source, to, wanted.length, by) : [];
  const before = isFirst ? linesBefore(source, from, wanted.length, by) : [];
  const isDoubled =
    endsAsBegins(wanted, after, by, source) ||
    endsAsBegins(before, wanted, by, source) ||
    beginsAlike(after, wanted, by, source);
  return isDoubled ? 'partly' : 'missing';
}

/** What an edit really changes; an insertion is taken to the beginning of a line if it may as well be there. */
function changeOf(text: string, { span, newText }: TextEdit) {
  const change = editBetween(text.slice(span.start, span.end), newText);
  let [from, to, added] = [span.start + change.span.start, span.start + change.span.end, change.newText];
  while (
    from === to &&
    isInLine(text, from, added) &&
    from > 0 &&
    text[from - 1] !== '\n' &&
    text[from - 1] === added.at(-1)
  ) {
    added = text[from - 1] + added.slice(0, -1);
    from = --to;
  }
  // Spaces at the end of the line before, quoted and not there, are no part of an insertion of lines.
  if (from === to && text[from] === '\n' && from > 0 && text[from - 1] !== '\n')
    added = added.replace(/^[ \t]+(?=\n)/, '');
  return { from, to, added };
}

/**
 * Whether whole lines to insert are there, after the quoted text or before it. Lines between equal ones may as well
 * come before or after these.
 */
function isPresentAtEdge(source: Source, place: Span, at: number, added: string, by: Comparison): boolean {
  const { text, lines } = source;
  const startsLine = at === 0 || text[at - 1] === '\n';
  const first = firstLineFrom(source, at);
  const wanted = toLines(startsLine ? added : added.slice(1));
  const isSolid = (line: string) => by.isExact || !isBlank(line);
  let [down, run] = [first, wanted];
  for (
    ;
    down < lines.count && lines.startOf(down) < place.end && by.same(lines.lineAt(down), run[0]!);
    down++
  )
    run = [...run.slice(1), run[0]!];
  const start = Math.min(lines.startOf(down), text.length);
  const isLast = text.slice(start, place.end).trim() === '';
  const solid = run.filter(isSolid);
  if (isLast && isSameRun(linesAfter(source, start, solid.length, by), solid, by)) return true;
  let [up, back] = [first - 1, wanted];
  for (; up >= 0 && lines.startOf(up) >= place.start && by.same(lines.lineAt(up), back.at(-1)!); up--)
    back = [back.at(-1)!, ...back.slice(0, -1)];
  const end = lines.startOf(up + 1);
  const isFirst = text.slice(place.start, end).trim() === '';
  const above = back.filter(isSolid);
  return isFirst && isSameRun(linesBefore(source, end, above.length, by), above, by);
}

const IGNORING_INDENTATION: Comparison = { isExact: false, same: (a, b) => a.trim() === b.trim() };

/** Whether a quotation begins after the indentation of its first line: then its lines may have lost theirs. */
function isWithoutIndentation(text: string, { start }: Span): boolean {
  return isFirstInLine(text, start) && lineStartAt(text, start) < start;
}

/** Whether a line to insert is no deeper than the bracket that it is in: then its indentation says nothing. */
function hasLostDepth(source: Source, at: number, added: string): boolean {
  const inserted = toLines(added.replace(/^\n/, '')).filter((line) => !isBlank(line));
  const start = Math.min(source.lines.startOf(firstLineFrom(source, at)), source.text.length);
  const [above] = linesBefore(source, start, 1, IGNORING_INDENTATION);
  const [below] = linesAfter(source, start, 1, IGNORING_INDENTATION);
  const run = [above ?? '', ...inserted, below ?? ''];
  return run.some((line, i) => {
    const next = run[i + 1];
    if (next === undefined || indentOf(next).length > indentOf(line).length) return false;
    const [opens, closes] = [/[{([]\s*$/.test(line), /^\s*[})\]]/.test(next)];
    return opens !== closes && (opens || indentOf(next) === indentOf(line));
  });
}

/** Whether an insertion is not one of whole lines. */
function isInLine(text: string, at: number, inserted: string): boolean {
  const startsLine = at === 0 || text[at - 1] === '\n';
  const endsLine = at === text.length || text[at] === '\n';
  return (
    !(startsLine && inserted.endsWith('\n')) &&
    !(endsLine && inserted.startsWith('\n')) &&
    !(startsLine && endsLine)
  );
}

const WORD = /[\p{L}\p{N}_$]/u;

function goesOn(text: string, at: number, inserted: string): boolean {
  const end = at + inserted.length;
  const cutsWord = WORD.test(inserted.at(-1)!) && WORD.test(text.charAt(end));
  return text.startsWith(inserted, at) && !cutsWord;
}

function wentBefore(text: string, at: number, inserted: string): boolean {
  const start = at - inserted.length;
  const cutsWord = WORD.test(inserted[0]!) && WORD.test(text.charAt(start - 1));
  return start >= 0 && text.startsWith(inserted, start) && !cutsWord;
}

/** The first line that begins at or after this offset. */
function firstLineFrom({ lines, text }: Source, at: number): number {
  const startsLine = at === 0 || text[at - 1] === '\n';
  return at >= text.length ? lines.count : lines.indexAt(at) + (startsLine ? 0 : 1);
}

/** The next lines, from the one that begins at or after this offset. */
function linesAfter(source: Source, at: number, count: number, { isExact }: Comparison): string[] {
  const { lines } = source;
  const found: string[] = [];
  for (let line = firstLineFrom(source, at); line < lines.count && found.length < count; line++)
    if (isExact || lines.trimmed(line) !== '') found.push(lines.lineAt(line));
  return found;
}

function linesBefore({ lines, text }: Source, at: number, count: number, { isExact }: Comparison): string[] {
  const found: string[] = [];
  const isAtEnd = at >= text.length && text.endsWith('\n');
  for (let line = (isAtEnd ? lines.count : lines.indexAt(at)) - 1; line >= 0 && found.length < count; line--)
    if (isExact || lines.trimmed(line) !== '') found.unshift(lines.lineAt(line));
  return found;
}

function isSameRun(found: readonly string[], wanted: readonly string[], { same }: Comparison): boolean {
  return found.length === wanted.length && found.every((line, i) => same(line, wanted[i]!));
}

function endsAsBegins(
  first: readonly string[],
  second: readonly string[],
  by: Comparison,
  source: Source,
): boolean {
  for (let count = Math.min(first.length, second.length); count > 0; count--)
    if (isSameRun(first.slice(-count), second.slice(0, count), by))
      return isRare(source, second.slice(0, count));
  return false;
}

function beginsAlike(
  first: readonly string[],
  second: readonly string[],
  { same }: Comparison,
  source: Source,
): boolean {
  const count = second.findIndex((line, i) => first[i] === undefined || !same(first[i]!, line));
  return isRare(source, second.slice(0, count === -1 ? second.length : count));
}

/** Whether one of these lines says something, and is nowhere else in the file. */
function isRare(source: Source, run: readonly string[]): boolean {
  return run.some(
    (line) =>
      hasWords(line) && line.trim().length >= MIN_RARE && linePlaces(source).get(line.trim())?.length === 1,
  );
}

const MIN_RARE = 12;

function presentNote(text: string, { span }: TextEdit): EditNote {
  const line = lineNumberAt(text, span.start);
  return { line, kind: 'present', text: `the lines to insert at line ${line} are there already` };
}
