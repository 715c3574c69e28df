import { holesOf } from './pattern.ts';

/** What a text must have if the pattern is to match in it; cheap to find out, and never wrong about a match. */
export type Prefilter = {
  /** ASCII words, the longest first. */
  readonly words: readonly string[];
  mayMatch(text: string): boolean;
};

export function createPrefilter(pattern: string): Prefilter {
  const rows = rowsOf(pattern);
  const words = [...new Set(rows.flat().filter((token) => /^[A-Za-z_]\w*$/.test(token)))];
  const expressions = rows.filter((row) => row.length > 1).map(toExpression);
  return {
    words: words.sort((a, b) => b.length - a.length),
    mayMatch: (text) => expressions.every((expression) => expression.test(text)),
  };
}

/**
 * The rows of words and signs between the metavariables. Commas and semicolons are left out: there may be one less or
 * one more of them in the code.
 */
function rowsOf(pattern: string): string[][] {
  const rows: string[][] = [];
  let reached = 0;
  for (const { start, end } of [...holesOf(pattern), { start: pattern.length, end: pattern.length }]) {
    const tokens = pattern.slice(reached, start).match(/[\w$]+|[^\s\w$]/gu) ?? [];
    rows.push(tokens.filter((token) => token !== ',' && token !== ';'));
    reached = end;
  }
  return rows.filter((row) => row.length > 0);
}

/** Between two tokens there is at most white space, a continued line, a comma or a semicolon. */
function toExpression(row: readonly string[]): RegExp {
  return new RegExp(row.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\\\,;]*'));
}
