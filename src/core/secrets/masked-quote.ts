import { spliceEdits, type TextEdit } from '../edit/text-edit.ts';
import { lineEndAt, lineStartAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import { type Masker, maskSpans } from './masker.ts';
import { MASK } from './secrets.ts';

export type Quote = { readonly oldText: string; readonly newText: string };

/**
 * An edit as it is meant by a caller who was shown the masked text: what it quotes with a mask is the secret in the
 * file, which stays where the new text has the mask. Undefined if it cannot be known which secret goes where.
 */
export function unmaskedQuote(masker: Masker, text: string, quote: Quote): Quote | undefined {
  if (!masker.isActive || !quote.oldText.includes(MASK)) return quote;
  const spans = masker.spansInFile(text);
  const places = placesOf(maskSpans(text, spans), withLineEndsOf(text, quote.oldText));
  if (spans.length === 0 || places.length !== 1) return quote;
  const place = unmasked(places[0]!, spans);
  const oldText = text.slice(place.start, place.end);
  const values = valuesIn(oldText, place.start, spans);
  const wanted = quote.newText.split(MASK);
  const isClear = wanted.length === 1 || wanted.length === values.length + 1 || new Set(values).size === 1;
  if (!isClear) return undefined;
  const newText = wanted.map((part, i) => (i === 0 ? part : `${values[i - 1] ?? values[0]}${part}`)).join('');
  return { oldText, newText };
}

/** Whether these edits, in order, take away a secret and bring a mask: then the mask would take its place. */
export function putsMaskForSecret(masker: Masker, text: string, edits: readonly TextEdit[]): boolean {
  if (!masker.isActive || !edits.some(({ newText }) => newText.includes(MASK))) return false;
  const start = lineStartAt(text, Math.max(0, edits[0]!.span.start - masker.reach));
  const end = lineEndAt(text, Math.min(text.length, edits.at(-1)!.span.end + masker.reach));
  const before = text.slice(start, end);
  const after = spliceEdits(text, edits, { start, end });
  if (countOf(after, MASK) <= countOf(before, MASK)) return false;
  return masker.spansInFile(after).length < masker.spansInFile(before).length;
}

function withLineEndsOf(text: string, quoted: string): string {
  return text.includes('\r\n') ? quoted.replace(/\r?\n/g, '\r\n') : quoted;
}

function placesOf(text: string, quoted: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(quoted); at !== -1 && places.length < 2; at = text.indexOf(quoted, at + 1))
    places.push({ start: at, end: at + quoted.length });
  return places;
}

/** The same place in the text itself. What begins or ends within a mask takes in the whole secret. */
function unmasked({ start, end }: Span, spans: readonly Span[]): Span {
  let [from, to] = [start, end];
  let shift = 0;
  for (const span of spans) {
    const masked = { start: span.start + shift, end: span.start + shift + MASK.length };
    shift += MASK.length - (span.end - span.start);
    if (masked.end <= start) from = start - shift;
    else if (masked.start < start) from = span.start;
    if (masked.end <= end) to = end - shift;
    else if (masked.start < end) to = span.end;
  }
  return { start: from, end: to };
}

/** What is masked or looks like a mask in a part of the text, in order. */
function valuesIn(part: string, offset: number, spans: readonly Span[]): string[] {
  const values: string[] = [];
  let at = 0;
  for (const { start, end } of [...spans, { start: Infinity, end: Infinity }]) {
    if (start < offset) continue;
    const next = Math.min(start - offset, part.length);
    values.push(...Array.from({ length: countOf(part.slice(at, next), MASK) }, () => MASK));
    if (next === part.length) break;
    values.push(part.slice(next, end - offset));
    at = end - offset;
  }
  return values;
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
