import type { Budget } from '../../text/compare/budget.ts';
import { occurrencesOf } from '../../text/find-text.ts';
import { escapeTokens, readingsOf } from './unescape.ts';

/** A part of an escaped text, and what the file has for it. */
export type DecodedToken = { readonly raw: string; readonly inFile: string };

const MIN_LANDMARK = 6;
const MAX_PLACES = 50;

/**
 * An escaped text as the file has it: which of its escapes are of the code and which are one too many is decided by the
 * file, one by one. Undefined if the text is not in the file, or in several ways.
 */
export function decodedByFile(text: string, escaped: string, budget: Budget): DecodedToken[] | undefined {
  const tokens = escapeTokens(escaped);
  const at = longest(tokens);
  const landmark = tokens[at];
  if (landmark === undefined || landmark.length < MIN_LANDMARK) return undefined;
  budget.spend(text.length + escaped.length * 4);
  const found = new Map<string, DecodedToken[]>();
  let places = 0;
  for (const start of occurrencesOf(text, landmark, 1)) {
    if (++places > MAX_PLACES) return undefined;
    const decoded = decodedAt(text, tokens, at, start);
    if (decoded) found.set(decoded.map(({ inFile }) => inFile).join(''), decoded);
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

function longest(tokens: readonly string[]): number {
  const isPlain = (token: string) => !token.startsWith('\\');
  return tokens.reduce(
    (best, token, i) => (isPlain(token) && token.length > (tokens[best]?.length ?? 0) ? i : best),
    -1,
  );
}

/** The tokens as they are around this place of one of them. */
function decodedAt(
  text: string,
  tokens: readonly string[],
  landmark: number,
  start: number,
): DecodedToken[] | undefined {
  const decoded: DecodedToken[] = [];
  let reached = start;
  for (let i = landmark - 1; i >= 0; i--) {
    const raw = tokens[i]!;
    const inFile = optionsOf(raw).find((one) => text.endsWith(one, reached));
    if (inFile === undefined) return undefined;
    decoded.unshift({ raw, inFile });
    reached -= inFile.length;
  }
  reached = start;
  for (const raw of tokens.slice(landmark)) {
    const inFile = optionsOf(raw).find((one) => text.startsWith(one, reached));
    if (inFile === undefined) return undefined;
    decoded.push({ raw, inFile });
    reached += inFile.length;
  }
  return decoded;
}

function optionsOf(token: string): string[] {
  return token.startsWith('\\') ? readingsOf(token) : [token];
}
