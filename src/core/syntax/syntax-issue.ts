/** What a parser does not understand, and where: lines and columns count from 1. */
export type SyntaxIssue = { readonly line: number; readonly column: number; readonly message: string };

const MOST_SHOWN = 160;

/** The issue as a compiler would print it: the line's number, the message, the line itself and a caret below it. */
export function describeIssue({ line, column, message }: SyntaxIssue, text: string): string {
  const source = text.split('\n', line)[line - 1]?.replace(/\r$/, '') ?? '';
  const from = Math.max(0, column - MOST_SHOWN);
  const shown = source.slice(from, from + MOST_SHOWN);
  const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ');
  return `Line ${line}: ${message}\n${shown}\n${indent}^`;
}

/** The place of an offset, as an issue names it. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line++;
  return { line, column: offset - lineStart + 1 };
}
