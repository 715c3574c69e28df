import { MAX_SHORT } from '../text/find-text.ts';
import { fitLineEndings } from '../text/line-endings.ts';
import type { Span } from '../text/span.ts';
import type { TextEdit } from './text-edit.ts';

/** From this number of places on, an object for each would take more memory than the text itself. */
export const MANY_PLACES = 2_000;
const MAX_REPORTED = 1_000;
const PLACES_PER_EDIT = 5_000;

/** A longer new text is not compared with each place. */
const MAX_COMPARED = 1_000;

export type ManyReplaced = {
  readonly count: number;
  /** The first of the places, each with the text that takes it. */
  readonly first: readonly TextEdit[];
  /** Some thousand places each, with the text between them. */
  readonly edits: readonly TextEdit[];
};

/**
 * Every place of a short text replaced to the letter, if there are very many; undefined if there are not. The work is
 * linear, and cut into steps so that others can have their turn.
 */
export function* replaceMany(
  text: string,
  oldText: string,
  newText: string,
): Generator<void, ManyReplaced | undefined> {
  if (oldText === '' || oldText.length > MAX_SHORT) return undefined;
  if (oldText.length * MANY_PLACES > text.length) return undefined;
  const next = finderOf(text, oldText);
  let from = 0;
  for (let count = 0; count < MANY_PLACES; count++) {
    const place = next(from);
    if (!place) return undefined;
    from = place.end;
  }
  yield;
  return yield* replaceEach(text, next, { oldText, newText });
}

type Find = (from: number) => Span | undefined;

/** A line break of the quoted text matches that of the file. */
function finderOf(text: string, oldText: string): Find {
  const wanted = oldText.replaceAll('\r\n', '\n');
  if (!wanted.includes('\n') || !text.includes('\r\n')) {
    return (from) => {
      const start = text.indexOf(wanted, from);
      return start === -1 ? undefined : { start, end: start + wanted.length };
    };
  }
  const source = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\r?\\n');
  const expression = new RegExp(source, 'g');
  return (from) => {
    expression.lastIndex = from;
    const found = expression.exec(text);
    return found ? { start: found.index, end: found.index + found[0].length } : undefined;
  };
}

type Texts = { readonly oldText: string; readonly newText: string };

function* replaceEach(text: string, next: Find, texts: Texts): Generator<void, ManyReplaced | undefined> {
  const isSeen = alreadyNew(text, texts);
  const hasCrlf = text.includes('\r\n');
  const [first, edits]: [TextEdit[], TextEdit[]] = [[], []];
  let count = 0;
  let run: TextEdit[] = [];
  for (let place = next(0), tried = 1; place; place = next(place.end), tried++) {
    if (tried % PLACES_PER_EDIT === 0) yield;
    if (isSeen(place.start)) continue;
    const newText = hasCrlf ? fitLineEndings(texts.newText, text, place) : texts.newText;
    run.push({ span: place, newText });
    if (first.length < MAX_REPORTED) first.push({ span: place, newText });
    count++;
    if (run.length < PLACES_PER_EDIT) continue;
    edits.push(joined(text, run));
    run = [];
    yield;
  }
  if (run.length > 0) edits.push(joined(text, run));
  return edits.length > 0 ? { count, first, edits } : undefined;
}

/** Whether a place already is a part of the new text, as after the same edit. */
function alreadyNew(text: string, { oldText, newText }: Texts): (start: number) => boolean {
  const at = newText.length > MAX_COMPARED ? -1 : newText.indexOf(oldText);
  return at === -1 ? () => false : (start) => start >= at && text.startsWith(newText, start - at);
}

/** Joined, not added up: an unread sum of thousands of short texts takes thirty times the memory of the text. */
function joined(text: string, run: readonly TextEdit[]): TextEdit {
  const span = { start: run[0]!.span.start, end: run.at(-1)!.span.end };
  const pieces = run.flatMap(({ span: { end }, newText }, i) => [
    newText,
    text.slice(end, run[i + 1]?.span.start ?? end),
  ]);
  return { span, newText: pieces.join(''), isFitted: true };
}
