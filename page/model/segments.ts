import type { Span } from '../../src/core/text/span.ts';

/** A coloured part of a line. */
export type Token = Span & { readonly style: string };

/** A part of a line that is shown in one way. Their texts joined are the line. */
export type Segment = {
  readonly text: string;
  readonly style?: string;
  readonly isMarked?: true;
  /** The name of a character that would be invisible, or would change what is seen. */
  readonly oddity?: string;
};

const MAX_SHOWN = 1_200;

/** Controls but tabs, marks of direction, characters without width, and halves of characters. */
const ODD = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

export function segmentsOf(line: string, tokens: readonly Token[], marks: readonly Span[]): Segment[] {
  const text = line.slice(0, MAX_SHOWN);
  const segments: Segment[] = [];
  const edges = [...tokens, ...marks].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([0, ...edges, text.length])].filter((at) => at >= 0 && at <= text.length);
  cuts.sort((a, b) => a - b);
  for (const [i, start] of cuts.entries()) {
    const end = cuts[i + 1];
    if (end === undefined || end === start) continue;
    const style = tokens.find((token) => token.start <= start && token.end >= end)?.style;
    const isMarked = marks.some((mark) => mark.start <= start && mark.end >= end);
    segments.push(
      ...withoutOddities(text.slice(start, end)).map((part) => ({
        ...part,
        ...(style !== undefined && { style }),
        ...(isMarked && { isMarked: true as const }),
      })),
    );
  }
  return segments;
}

/** How many characters of a line are not shown. */
export function hiddenCharacters(line: string): number {
  return Math.max(0, line.length - MAX_SHOWN);
}

/** Cuts out each character that would mislead the eye. */
function withoutOddities(text: string): Segment[] {
  if (!ODD.test(text)) return [{ text }];
  const parts: Segment[] = [];
  let plain = '';
  for (const character of text) {
    if (character === '\t' || !ODD.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ text: plain });
    plain = '';
    parts.push({ text: character, oddity: nameOf(character) });
  }
  if (plain !== '') parts.push({ text: plain });
  return parts;
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A name or a path with its oddities named. */
export function visibleName(name: string): string {
  return withoutOddities(name)
    .map(({ text, oddity }) => (oddity === undefined ? text : `‹${oddity}›`))
    .join('');
}
