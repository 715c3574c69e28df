import type { ToolResult } from '../call/define-tool.ts';
import type { FileContext } from '../call/file-context.ts';
import { invalid } from '../call/input.ts';
import { brief } from '../call/received-value.ts';
import { showLines } from './show-lines.ts';
import { showPath } from './show-path.ts';
import { viewDirectory } from './view-directory.ts';

/** Shows a path: a file with line numbers, a folder as a list, an image as an image. */
export async function view(
  path: string,
  range: number[] | undefined,
  context: FileContext,
): Promise<ToolResult> {
  return showPath(path, context, {
    folder: async () => {
      refuseRange(path, range);
      return viewDirectory(path, context.files);
    },
    lines: () => viewFile(path, range, context),
  });
}

async function viewFile(
  path: string,
  range: number[] | undefined,
  context: FileContext,
): Promise<ToolResult> {
  const [first, last] = checkRange(range);
  const { summary: lines, ...rest } = await showLines({ path, first, last }, context, {
    noSuchLine: (total) =>
      invalid(
        `Invalid \`view_range\` parameter: ${brief(range)}. Its first element \`${first}\` should be within the range of lines of the file: [1, ${total}].`,
        { path, view_range: range, total_lines: total },
      ),
    cutInLine: (limit, total) =>
      `Cut at ${limit}: line ${first} of ${total} is longer than that, only its beginning is shown. ${hint}`,
    cutAfter: (reached, limit, total) =>
      `Cut at ${limit}: lines ${first}-${reached} of ${total} are shown. ${hint}`,
  });
  return { ...rest, summary: [catHeader(path), lines].filter(Boolean).join('\n') };
}

const hint = 'Use `grep -n` to find the lines that you need, then view them with `view_range`.';

export function catHeader(what: string): string {
  return `Here's the result of running \`cat -n\` on ${what}:`;
}

function checkRange(range: number[] | undefined): [number, number] {
  if (range === undefined) return [1, -1];
  const [first, last] = range;
  if (range.length !== 2 || !Number.isInteger(first) || !Number.isInteger(last)) {
    throw invalid(`Invalid \`view_range\` parameter: ${brief(range)}. It should be a list of two integers.`);
  }
  const [from, to] = range as [number, number];
  if (from < 1) {
    throw invalid(
      `Invalid \`view_range\` parameter: ${brief(range)}. Its first element \`${from}\` should be 1 or more: lines count from 1.`,
    );
  }
  if (to !== -1 && to < from) {
    throw invalid(
      `Invalid \`view_range\` parameter: ${brief(range)}. Its second element \`${to}\` should be greater than or equal to the first element \`${from}\`.`,
    );
  }
  return [from, to];
}

function refuseRange(path: string, range: number[] | undefined): void {
  if (range === undefined) return;
  throw invalid(`The \`view_range\` parameter is not allowed when \`path\` is a directory: ${path}.`, {
    path,
  });
}
