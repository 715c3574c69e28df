import type { Span } from '../text/span.ts';

export type Match = Span & {
  /** 1 for the same text; less the more had to be overlooked. */
  readonly similarity: number;
  /** The replacement as it must be for this place, when the place is not quite what was asked for. */
  readonly adapt?: (replacement: string) => string;
};

/** One way of finding a quoted text. It yields every place, so that an ambiguity cannot hide. */
export type Matcher = {
  readonly name: string;
  find(text: string, quoted: string): Match[];
};
