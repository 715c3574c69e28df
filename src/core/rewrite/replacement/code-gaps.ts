import type { NodeMatch } from '../pattern/match-node.ts';
import type { Token } from './template.ts';

/** The white space in a match before each token of its pattern; undefined for a token that is not in the code. */
export type Gaps = readonly (string | undefined)[];

/**
 * Follows the tokens of the pattern through the code that it matched. Apart from white space the code can have only a
 * last comma more, and a comma or semicolon less. If a token is not found, all from there on count as missing.
 */
export function gapsIn(pattern: readonly Token[], { span, captures }: NodeMatch, text: string): Gaps {
  const gaps: (string | undefined)[] = [];
  let reached = span.start;
  for (const [i, token] of pattern.entries()) {
    const capture = token.hole && captures.get(token.hole.start);
    const start = capture?.start ?? startOf(token.text, text, reached);
    const isThere = start !== undefined && start >= reached && start <= span.end;
    if (!isThere && !isOptional(token.text)) return gaps;
    if (!isThere) continue;
    gaps[i] = text.slice(reached, start);
    reached = capture?.end ?? start + token.text.length;
  }
  return gaps;
}

function startOf(token: string, text: string, from: number): number | undefined {
  const start = pastSpace(text, from);
  if (text.startsWith(token, start)) return start;
  const next = isOptional(text[start]) ? pastSpace(text, start + 1) : start;
  return text.startsWith(token, next) ? next : undefined;
}

function isOptional(sign: string | undefined): boolean {
  return sign === ',' || sign === ';';
}

/** A backslash continues a line. */
function pastSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\\]/.test(text[at]!)) at++;
  return at;
}
