import { lowerBound } from '../text/lower-bound.ts';
import type { Span } from '../text/span.ts';

/** How programs write a text in another way, line by line or character by character. */
export type Rewriting = {
  /** What is written in another way. */
  readonly token: RegExp;
  /** What it means. */
  meaning(match: RegExpMatchArray): string;
};

export type RevealedText = {
  readonly text: string;
  /** Where a part of it comes from. */
  source(span: Span): Span;
};

/** Only the text, which is quick. */
export function reveal(text: string, { token, meaning }: Rewriting): string {
  return text.replace(token, (...match) => meaning(match as unknown as RegExpMatchArray));
}

/** The text and where it comes from. A part of what is written in another way comes from all of that. */
export function revealWithPlaces(text: string, { token, meaning }: Rewriting): RevealedText {
  const pieces: {
    readonly at: number;
    readonly from: number;
    readonly to: number;
    readonly isPlain: boolean;
  }[] = [];
  let revealed = '';
  let last = 0;
  const add = (piece: string, from: number, to: number, isPlain: boolean) => {
    if (piece === '') return;
    pieces.push({ at: revealed.length, from, to, isPlain });
    revealed += piece;
  };
  for (const match of text.matchAll(token)) {
    add(text.slice(last, match.index), last, match.index, true);
    last = match.index + match[0].length;
    add(meaning(match), match.index, last, false);
  }
  add(text.slice(last), last, text.length, true);

  const pieceAt = (place: number) => pieces[lowerBound(pieces, place + 1, ({ at }) => at) - 1]!;
  return {
    text: revealed,
    source({ start, end }) {
      const first = pieceAt(start);
      const final = pieceAt(end - 1);
      return {
        start: first.isPlain ? first.from + start - first.at : first.from,
        end: final.isPlain ? final.from + end - final.at : final.to,
      };
    },
  };
}
