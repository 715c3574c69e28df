import { occurrencesOf } from '../text/find-text.ts';
import { countLines } from '../text/lines.ts';

/** Beyond these limits only the exact text is searched for: everything else would keep other calls waiting. */
const MAX_CHARACTERS = 6_000_000;
const MAX_LINES = 120_000;
const MAX_QUOTED_CHARACTERS = 300_000;
const MAX_QUOTED_LINES = 5_000;

type Texts = { readonly oldText: string; readonly newText: string };

export function isTooLarge(text: string, { oldText, newText }: Texts): boolean {
  const isBeyond = (one: string, characters: number, lines: number) =>
    one.length > characters || (one.length > lines && countLines(one) > lines);
  return (
    isBeyond(text, MAX_CHARACTERS, MAX_LINES) ||
    isBeyond(oldText, MAX_QUOTED_CHARACTERS, MAX_QUOTED_LINES) ||
    isBeyond(newText, MAX_QUOTED_CHARACTERS, MAX_QUOTED_LINES)
  );
}

/** Each place may be replaced by a long text: the result must not be longer than this. */
export const MAX_RESULT_CHARACTERS = 40_000_000;

/** How long the text would at least be with every place replaced, if that is too long. */
export function excessiveLength(text: string, { oldText, newText }: Texts): number | undefined {
  const growth = newText.length - oldText.length;
  const mayExceed = text.length + (text.length / oldText.length) * growth > MAX_RESULT_CHARACTERS;
  if (growth <= 0 || oldText === '' || !mayExceed) return undefined;
  let length = text.length;
  for (const _ of occurrencesOf(text, oldText, oldText.length)) {
    length += growth;
    if (length > MAX_RESULT_CHARACTERS) return length;
  }
  return undefined;
}
