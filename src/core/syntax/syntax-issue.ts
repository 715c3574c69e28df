import { lineNumbersAt, lineStartAt } from '../text/lines.ts';

/** A syntax error and its place: lines and columns count from 1. */
export type SyntaxIssue = {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The last line of the text that could not be parsed, if the parser reports it. */
  readonly endLine?: number;
};

const MAX_SHOWN = 160;

/** The issue as a compiler would print it: the line's number, the message, the line itself and a caret below it. */
export function describeIssue({ line, column, message }: SyntaxIssue, text: string): string {
  const source = text.split('\n', line)[line - 1]?.replace(/\r$/, '') ?? '';
  const from = Math.max(0, column - MAX_SHOWN);
  const shown = source.slice(from, from + MAX_SHOWN);
  const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ');
  return `Line ${line}: ${message}\n${shown}\n${indent}^`;
}

export type IssuePlace = Pick<SyntaxIssue, 'line' | 'column'>;

/** The lines and columns of offsets. */
export function placesAt(text: string, offsets: readonly number[]): IssuePlace[] {
  const lines = lineNumbersAt(text, offsets);
  return offsets.map((offset, i) => ({ line: lines[i]!, column: offset - lineStartAt(text, offset) + 1 }));
}
