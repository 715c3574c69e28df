import * as z from 'zod/v4';
import { defineTool } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { showLines } from './show/show-lines.ts';

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read a text file',
  description:
    'Read a text file, or some lines of it, with line numbers. Files of any size and encoding; long output is cut at a line end and says where to continue.',
  guidance: ['shows a file with line numbers.'],
  effect: 'read',
  input: z.object({
    path: pathParameter('Absolute path of the file'),
    start_line: z.number().int().optional().describe('First line, from 1 (default 1)'),
    end_line: z.number().int().optional().describe('Last line, included (default: the end)'),
  }),

  async run({ path, start_line: first = 1, end_line: last = -1 }, context: FileContext) {
    if (first < 1) throw invalid(`Invalid \`start_line\` parameter: ${first}. Lines count from 1.`);
    if (last !== -1 && last < first) {
      throw invalid(
        `Invalid \`end_line\` parameter: ${last}. It should be greater than or equal to \`start_line\` (${first}).`,
      );
    }
    return showLines({ path, first, last }, context, {
      line: { width: 4, separator: ': ' },
      noSuchLine: (total) =>
        invalid(`Invalid \`start_line\` parameter: ${first}. ${path} has ${total} lines.`),
      cutInLine: (limit, total) =>
        `Line ${first} is longer than ${limit} characters: only its beginning is shown. ${nextLine(first, last, total)}${searchHint}`,
      cutAfter: (reached, limit, total) =>
        `Cut at ${limit} characters: lines ${first}-${reached} of ${total} are shown. Continue with start_line ${reached + 1}. ${searchHint}`,
    });
  },
});

const searchHint = 'To find something, use `grep -n` and read only the lines around it.';

/** How to continue after a line that is shown in part. */
function nextLine(line: number, last: number, total: number): string {
  const end = last === -1 ? total : Math.min(last, total);
  return line < end ? `Continue with start_line ${line + 1}: the file has ${total} lines. ` : '';
}
