import { utf8 } from '../text/document/utf8.ts';
import type { Span } from '../text/span.ts';
import { type Disguise, disguises } from './disguises.ts';
import { reveal, revealWithPlaces } from './revealed-text.ts';
import { MASK, type Secrets, SHORTEST_SECRET, textsOf } from './secrets.ts';

export type Masker = {
  /** Whether there is anything to mask. */
  readonly isActive: boolean;
  /** No secret takes more characters than that, however it is written. */
  readonly reach: number;
  /** The text with every secret replaced. */
  mask(text: string): string;
  /** Where the secrets of a file are, in order. */
  spansInFile(text: string): Span[];
  /** For text that comes in parts; what could be the beginning of a secret is held back until more is known. */
  stream(): MaskStream;
  /** For texts that leave one after the other, each at once: no secret can be put together from two of them. */
  sequence(): (text: string) => string;
};

export type MaskStream = { push(text: string): string; end(): string };

/** A disguise with what is looked for in it. */
type Search = { readonly disguise: Disguise; readonly forms: readonly string[]; readonly pattern: RegExp };

/** No disguise takes more characters for a byte, line numbers and addresses included. */
const MAX_CHARACTERS_PER_BYTE = 8;
const MAX_LINE = 4_096;

/** A file with more characters is looked through for the plain values alone. */
const MAX_SEARCHED = 400_000;

/** A stream is looked through in pieces of this length. */
const PIECE = 65_536;

export function createMasker(secrets: Secrets): Masker {
  const texts = textsOf(secrets);
  if (texts.length === 0) return unmasked;
  const searches = disguises
    .map((disguise) => toSearch(disguise, texts))
    .filter(({ forms }) => forms.length > 0);
  const reach =
    MAX_LINE + MAX_CHARACTERS_PER_BYTE * Math.max(...texts.map((text) => utf8.encode(text).length));
  const spansBy = (used: readonly Search[], text: string) =>
    merged(used.flatMap((search) => found(text, search)));
  const spans = (text: string) => spansBy(searches, text);

  return {
    isActive: true,
    reach,
    spansInFile: (text) => spansBy(text.length > MAX_SEARCHED ? searches.slice(0, 1) : searches, text),
    mask: (text) => maskSpans(text, spans(text)),
    stream() {
      let held = '';
      return {
        push(text) {
          held += text;
          if (held.length < reach + PIECE) return '';
          const all = spans(held);
          const cut = outside(all, lineStart(held, held.length - reach));
          const masked = maskSpans(
            held.slice(0, cut),
            all.filter(({ end }) => end <= cut),
          );
          held = held.slice(cut);
          return masked;
        },
        end() {
          const rest = maskSpans(held, spans(held));
          held = '';
          return rest;
        },
      };
    },
    sequence() {
      let before = '';
      return (text) => {
        const whole = before + text;
        const from = before.length;
        const all = merged([...spans(whole), ...searches.flatMap((search) => openEnd(whole, search))]);
        const ownSpans = all
          .filter(({ end }) => end > from)
          .map(({ start, end }) => ({ start: Math.max(0, start - from), end: end - from }));
        before = whole.slice(lineStart(whole, whole.length - reach));
        return maskSpans(text, ownSpans);
      };
    },
  };
}

const unmasked: Masker = {
  isActive: false,
  reach: 0,
  mask: (text) => text,
  spansInFile: () => [],
  stream: () => ({ push: (text) => text, end: () => '' }),
  sequence: () => (text) => text,
};

function toSearch(disguise: Disguise, texts: readonly string[]): Search {
  const forms = [...new Set(texts.flatMap((text) => disguise.forms(text)))]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(escaped).join('|'), disguise.ignoresCase ? 'gi' : 'g');
  return { disguise, forms, pattern };
}

function found(text: string, { disguise, pattern }: Search): Span[] {
  if (reveal(text, disguise).search(pattern) === -1) return [];
  const { text: revealed, source } = revealWithPlaces(text, disguise);
  return Array.from(revealed.matchAll(pattern), ({ 0: form, index }) =>
    source({ start: index, end: index + form.length }),
  );
}

/** The longest end that is the beginning of a secret. */
function openEnd(text: string, { disguise, forms }: Search): Span[] {
  const tail = text.slice(lineStart(text, text.length - MAX_CHARACTERS_PER_BYTE * forms[0]!.length));
  const { text: revealed, source } = revealWithPlaces(tail, disguise);
  const spelled = disguise.ignoresCase ? revealed.toLowerCase() : revealed;
  const starts = forms.flatMap((form) => beginningAtEnd(spelled, form, disguise.shortestBeginning) ?? []);
  if (starts.length === 0) return [];
  const { start } = source({ start: Math.min(...starts), end: revealed.length });
  return [{ start: start + text.length - tail.length, end: text.length }];
}

function beginningAtEnd(text: string, form: string, shortest: number): number | undefined {
  const first = form.slice(0, shortest);
  const from = Math.max(0, text.length - form.length + 1);
  for (let at = text.indexOf(first, from); at !== -1; at = text.indexOf(first, at + 1)) {
    if (form.startsWith(text.slice(at))) return at;
  }
  return undefined;
}

/** In order, and those that overlap as one. */
function merged(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last && span.start < last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else all.push(span);
  }
  return all;
}

export function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of spans) {
    masked += text.slice(at, start) + MASK;
    at = end;
  }
  return masked + text.slice(at);
}

/** The beginning of the line of this place, unless it is far away. */
function lineStart(text: string, place: number): number {
  const at = Math.max(0, place);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return at - start > MAX_LINE ? at : start;
}

function outside(spans: readonly Span[], place: number): number {
  return spans.find(({ start, end }) => start < place && place < end)?.start ?? place;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
