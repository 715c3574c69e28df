import { holesOf } from './pattern.ts';

/** A cheap test of whether a pattern can match in a text. It never excludes a match. */
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

/** The words and signs between the metavariables, without commas and semicolons, which are optional in places. */
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

/** Only white space, a continued line, commas and semicolons may be between two tokens. */
function toExpression(row: readonly string[]): RegExp {
  return new RegExp(row.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\\\,;]*'));
}
