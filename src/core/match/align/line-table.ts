import { lowerBound } from '../../text/lower-bound.ts';
/** A text (with LF line ends) as lines: where each begins, and what it says without its end. */
export type LineTable = {
  readonly text: string;
  readonly count: number;
  startOf(line: number): number;
  /** Where the line ends, its line end included. */
  endOf(line: number): number;
  lineAt(line: number): string;
  /** The line without white space at both ends; computed once. */
  trimmed(line: number): string;
  /** The index of the line that holds this offset. */
  indexAt(offset: number): number;
  /** What was made of this text for a key, made once: several matchers ask for the same. */
  once<T>(key: unknown, make: () => T): T;
};

/** Lines are counted from 0 here. A text that ends with a line end has no empty line after it. */
export function createLineTable(text: string): LineTable {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const lineBreak = text.indexOf('\n', at);
    at = lineBreak === -1 ? text.length : lineBreak + 1;
  }
  const made = new Map<unknown, unknown>();
  const trimmedLines: (string | undefined)[] = new Array(starts.length);
  const endOf = (line: number) => (line + 1 < starts.length ? starts[line + 1]! : text.length);
  const lineAt = (line: number) => {
    const end = endOf(line);
    return text.slice(starts[line], end > starts[line]! && text[end - 1] === '\n' ? end - 1 : end);
  };
  return {
    text,
    count: starts.length,
    startOf: (line) => starts[line] ?? text.length,
    endOf,
    lineAt,
    trimmed(line) {
      trimmedLines[line] ??= lineAt(line).trim();
      return trimmedLines[line]!;
    },
    indexAt: (offset) => lowerBound(starts, offset + 1, Number) - 1,
    once<T>(key: unknown, make: () => T): T {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as T;
    },
  };
}
