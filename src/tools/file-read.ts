import * as z from 'zod/v4';
import type { LinePage } from '../workspace/line-reading.ts';
import { defineTool } from './define-tool.ts';
import { invalid } from './input.ts';
import { type NumberedLines, numberLinesWithin } from './numbered-lines.ts';

const style = { width: 4, separator: ': ' };

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read a text file',
  description:
    'Read a text file, or some lines of it, with line numbers. Files of any size and encoding; long output is cut at a line end and says where to read on.',
  effect: 'read',
  input: z.object({
    path: z.string().describe('Absolute path of the file'),
    start_line: z.number().int().optional().describe('First line, from 1 (default 1)'),
    end_line: z.number().int().optional().describe('Last line, included (default: the end)'),
  }),

  async run({ path, start_line: first = 1, end_line: last = -1 }, { workspace, signal }) {
    if (first < 1) throw invalid(`Invalid \`start_line\` parameter: ${first}. Lines count from 1.`);
    if (last !== -1 && last < first) {
      throw invalid(
        `Invalid \`end_line\` parameter: ${last}. It should be greater than or equal to \`start_line\` (${first}).`,
      );
    }
    const page = await workspace.readLines(path, {
      first,
      last: last === -1 ? Number.POSITIVE_INFINITY : last,
      signal,
    });
    if (first > Math.max(1, page.totalLines)) {
      throw invalid(`Invalid \`start_line\` parameter: ${first}. ${path} has ${page.totalLines} lines.`);
    }
    const shown = numberLinesWithin(page.lines, first, workspace.limits.viewCharacters, style);
    if (!shown.cutInLine) page.seen(shown.shown);
    return {
      text: shown.text + readNotice(page, shown, first, last, workspace.limits.viewCharacters),
      data: {
        path,
        line_count: shown.shown,
        first_line: first,
        total_lines: page.totalLines,
        encoding: page.encoding,
      },
    };
  },
});

function readNotice(
  page: LinePage,
  shown: NumberedLines,
  first: number,
  last: number,
  limit: number,
): string {
  const total = page.totalLines;
  if (total === 0) return '[The file is empty.]';
  const reached = first + shown.shown - 1;
  if (shown.cutInLine)
    return `\n[Line ${first} is longer than ${limit} characters: only its beginning is shown. ${searchHint}]`;
  if (shown.shown < page.lines.length) {
    return `\n[Cut at ${limit} characters: lines ${first}-${reached} of ${total} are shown. Read on with start_line ${reached + 1}. ${searchHint}]`;
  }
  return last > total ? `\n[The file has only ${total} lines.]` : '';
}

const searchHint = 'To find something, use `grep -n` and read only the lines around it.';
