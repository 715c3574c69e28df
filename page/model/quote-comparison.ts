import { markWords } from '../../src/core/edit/word-diff.ts';
import type { Span } from '../../src/core/text/span.ts';

export type ComparedLine = { readonly text: string; readonly marks: readonly Span[] };

/** Both texts in lines, with the words marked that differ. */
export function quoteComparison(
  inFile: string,
  quoted: string,
): { readonly inFile: readonly ComparedLine[]; readonly inQuote: readonly ComparedLine[] } {
  const [before, after] = [withEnd(quoted), withEnd(inFile)];
  const lines = { removed: plainLines(before), added: plainLines(after) };
  if (before === after) return { inFile: lines.added, inQuote: lines.removed };
  const size = { old: lines.removed.length, new: lines.added.length };
  const body = [...lines.removed.map(({ text }) => `-${text}`), ...lines.added.map(({ text }) => `+${text}`)];
  const header = `@@ -1,${size.old} +1,${size.new} @@`;
  const marked = markWords([header, ...body].join('\n')).slice(1);
  const line = ({ text, changed }: (typeof marked)[number]): ComparedLine => ({
    text: text.slice(1),
    marks: changed.map(({ start, end }) => ({ start: start - 1, end: end - 1 })),
  });
  return {
    inQuote: marked.slice(0, size.old).map(line),
    inFile: marked.slice(size.old).map(line),
  };
}

function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function plainLines(text: string): ComparedLine[] {
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => ({ text: line, marks: [] }));
}
