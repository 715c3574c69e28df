import type { ToolError } from '../../core/errors.ts';
import type { LinePage } from '../../workspace/reading/line-reading.ts';
import type { FileContext } from '../call/file-context.ts';
import { type LineStyle, type NumberedLines, numberLinesWithin } from './numbered-lines.ts';

/** Lines count from 1; `last` is included, and -1 is the end of the file. */
export type RequestedLines = { readonly path: string; readonly first: number; readonly last: number };

/** How a tool numbers lines and words its notices; tools have different parameters to continue with. */
export type ViewStyle = {
  readonly line?: LineStyle;
  noSuchLine(totalLines: number): ToolError;
  /** The first line alone is longer than the limit. */
  cutInLine(limit: string, totalLines: number): string;
  cutAfter(reached: number, limit: string, totalLines: number): string;
};

/** A result with the shown lines as its summary; nothing in an empty file. */
export type LinesResult = {
  readonly summary: string;
  readonly remarks: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
};

/** Lines of a file with their numbers, up to the limit, and a notice if lines are missing. */
export async function showLines(
  request: RequestedLines,
  { files, signal }: FileContext,
  style: ViewStyle,
): Promise<LinesResult> {
  const { path, first, last } = request;
  const page = await files.readLines(path, {
    first,
    last: last === -1 ? Number.POSITIVE_INFINITY : last,
    signal,
  });
  if (first > Math.max(1, page.totalLines)) throw style.noSuchLine(page.totalLines);
  const limits = { characters: files.limits.viewCharacters, masker: files.masker };
  const lines = numberLinesWithin({ lines: page.lines, first }, limits, style.line);
  if (!lines.cutInLine) page.seen(lines.shown);
  const { totalLines: total_lines, encoding } = page;
  return {
    summary: lines.text,
    remarks: remarksOn({ page, lines, request }, style),
    data: { path, line_count: lines.shown, first_line: first, total_lines, encoding },
  };
}

type View = {
  readonly page: LinePage;
  readonly lines: NumberedLines;
  readonly request: RequestedLines;
};

function remarksOn({ page, lines, request }: View, style: ViewStyle): string[] {
  const { totalLines: total } = page;
  const { limit } = lines;
  const { first, last } = request;
  if (total === 0) return ['The file is empty.'];
  if (lines.cutInLine) return [style.cutInLine(limit, total)];
  if (lines.shown < page.lines.length) return [style.cutAfter(first + lines.shown - 1, limit, total)];
  return last > total ? [`The file has only ${total} lines.`] : [];
}
