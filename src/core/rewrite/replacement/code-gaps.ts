import type { NodeMatch } from '../pattern/match-node.ts';
import type { Token } from './template.ts';

/** What stands in a match before each token of its pattern: white space. Undefined for a token that is not there. */
export type Gaps = readonly (string | undefined)[];

/**
 * Follows the pattern through the code that it matched. Beside white space only a last comma can be more than it says,
 * and a comma or semicolon less; where it cannot be followed, the rest counts as not there.
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
  const start = pastBlanks(text, from);
  if (text.startsWith(token, start)) return start;
  const next = isOptional(text[start]) ? pastBlanks(text, start + 1) : start;
  return text.startsWith(token, next) ? next : undefined;
}

function isOptional(sign: string | undefined): boolean {
  return sign === ',' || sign === ';';
}

/** A backslash continues a line. */
function pastBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\\]/.test(text[at]!)) at++;
  return at;
}
