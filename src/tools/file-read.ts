import * as z from 'zod/v4';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { type RequestedLines, showLines } from './show/show-lines.ts';
import { showPath } from './show/show-path.ts';
import { type DirectoryAdvice, viewDirectory } from './show/view-directory.ts';

export const fileRead = defineTool({
  name: 'file_read',
  title: 'Read files and folders',
  description: 'Read a text file, or some lines of it, with line numbers; list a folder; show an image.',
  guidance: ['shows a file with line numbers, lists a folder, shows an image.'],
  effect: 'read',
  input: z.object({
    path: pathParameter('Absolute path of the file or folder'),
    start_line: z.number().int().optional().describe('First line, from 1'),
    end_line: z.number().int().optional().describe('Last line, included'),
  }),

  async run({ path, start_line: first, end_line: last }, context: FileContext) {
    const hasRange = first !== undefined || last !== undefined;
    const result = await showPath(path, context, {
      folder: () => viewDirectory(path, context.files, directoryAdvice),
      lines: () => readFile({ path, first: first ?? 1, last: last ?? -1 }, context),
    });
    const isFile = result.data.total_lines !== undefined;
    return hasRange && !isFile ? withRemark(result, NO_LINES) : result;
  },
});

const NO_LINES = 'start_line and end_line were ignored: they apply to text files.';

const directoryAdvice: DirectoryAdvice = {
  beyondLimit: () => 'Read a subfolder, or list files by name with `search`.',
  hidden: () => 'List them with `search`: `glob` and `hidden: true`.',
};

function withRemark(result: ToolResult, remark: string): ToolResult {
  return { ...result, remarks: [...(result.remarks ?? []), remark] };
}

async function readFile({ path, first, last }: RequestedLines, context: FileContext): Promise<ToolResult> {
  if (first < 1) throw invalid(`Invalid \`start_line\` parameter: ${first}. Lines count from 1.`);
  if (last !== -1 && last < first) {
    throw invalid(
      `Invalid \`end_line\` parameter: ${last}. It should be greater than or equal to \`start_line\` (${first}).`,
    );
  }
  return showLines({ path, first, last }, context, {
    line: { width: 4, separator: ': ' },
    noSuchLine: (total) => invalid(`Invalid \`start_line\` parameter: ${first}. ${path} has ${total} lines.`),
    cutInLine: (limit, total) =>
      `Line ${first} is longer than ${limit}: only its beginning is shown. ${nextLine(first, last, total)}${searchHint}`,
    cutAfter: (reached, limit, total) =>
      `Cut at ${limit}: lines ${first}-${reached} of ${total} are shown. Continue with start_line ${reached + 1}. ${searchHint}`,
  });
}

const searchHint = 'To find something, use `search` or `grep -n` and read only the lines around it.';

/** How to continue after a line that is shown in part. */
function nextLine(line: number, last: number, total: number): string {
  const end = last === -1 ? total : Math.min(last, total);
  return line < end ? `Continue with start_line ${line + 1}: the file has ${total} lines. ` : '';
}
