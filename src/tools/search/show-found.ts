import type { LineRange } from '../../core/edit/edited-lines.ts';
import { ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import type { FileMatches } from '../../ports/search.ts';
import type { FileContext, ToolResult } from '../call/define-tool.ts';
import type { Found, FoundPage } from './found-page.ts';
import { rangesAround } from './line-ranges.ts';

const MAX_SHOWN_LINES = 1_500;
const MAX_LINE_CHARACTERS = 500;
/** As in `file_read`. */
const NUMBER_WIDTH = 4;

export type ShowOptions = { readonly contextLines: number; readonly isByFile: boolean };

/** The page as text. Lines are read again under the workspace's own rules, and count as shown to the caller. */
export async function showFound(
  found: Found,
  page: FoundPage,
  options: ShowOptions,
  context: FileContext,
): Promise<ToolResult> {
  if (page.count === 0) return nothingFound(found, page, options);
  const shown = options.isByFile
    ? { text: page.files.map(({ path }) => path).join('\n'), count: page.count }
    : await showLines(page, options, context);
  const data = {
    matches: options.isByFile ? undefined : page.total,
    files: found.files.length,
    first: page.first,
    count: shown.count,
    is_complete: !found.isCut,
    results: page.files.map(({ path, lines }) => (options.isByFile ? { path } : { path, lines })),
  };
  return { summary: shown.text, remarks: remarksOn(found, page, shown.count, options), data };
}

function nothingFound({ files }: Found, page: FoundPage, { isByFile }: ShowOptions): ToolResult {
  const past = page.total > 0 ? ` There are ${page.total} results; give a smaller \`offset\`.` : '';
  const what = isByFile ? 'No file matches.' : 'No line matches.';
  return { summary: `${what}${past}`, data: { matches: 0, files: files.length, results: [] } };
}

/** Files as long as they fit; one that vanished or cannot be read any more is left out. */
async function showLines(page: FoundPage, { contextLines }: ShowOptions, context: FileContext) {
  const blocks: string[] = [];
  let count = 0;
  let characters = 0;
  let lines = 0;
  for (const file of page.files) {
    const block = await blockOf(file, contextLines, context);
    characters += block.length;
    lines += block.split('\n').length;
    const isFull = characters > context.files.limits.viewCharacters || lines > MAX_SHOWN_LINES;
    if (isFull && blocks.length > 0) break;
    blocks.push(block);
    count += file.lines.length;
  }
  return { text: blocks.join('\n\n'), count };
}

async function blockOf(
  { path, lines }: FileMatches,
  contextLines: number,
  context: FileContext,
): Promise<string> {
  const matching = new Set(lines);
  const parts: string[] = [];
  for (const range of rangesAround(lines, contextLines))
    parts.push(await rangeText(path, range, matching, context));
  return `${path}\n${parts.join(contextLines > 0 ? '\n  --\n' : '\n')}`;
}

async function rangeText(
  path: string,
  { first, last }: LineRange,
  matching: ReadonlySet<number>,
  { files, signal }: FileContext,
): Promise<string> {
  try {
    const page = await files.readLines(path, { first, last, signal });
    // What was cut was not seen as it is.
    if (page.lines.every((line) => line.length <= MAX_LINE_CHARACTERS)) page.seen(page.lines.length);
    const texts = page.lines.map((line, at) => {
      const number = first + at;
      const separator = matching.has(number) ? ': ' : '- ';
      return `${String(number).padStart(NUMBER_WIDTH)}${separator}${shortened(line, files.masker)}`;
    });
    return texts.join('\n');
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return `  [${error.message}]`;
  }
}

function shortened(line: string, masker: Masker): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  // Of a secret that is cut in two, the beginning would be left.
  return `${beginningOf(masker.mask(line), MAX_LINE_CHARACTERS)} [line cut]`;
}

function remarksOn(
  { isCut, files, fallback }: Found,
  page: FoundPage,
  count: number,
  { isByFile }: ShowOptions,
): string[] {
  const end = page.first + count - 1;
  const unit = isByFile ? 'files' : 'lines';
  const total = `${isCut ? 'more than ' : ''}${page.total}${isByFile ? '' : ` in ${files.length} files`}`;
  const remarks: string[] = [];
  if (end < page.total || isCut || page.first > 1)
    remarks.push(
      `Showing ${unit} ${page.first}-${end} of ${total}.${end < page.total ? ` Next page: offset ${end}.` : ''}`,
    );
  if (fallback)
    remarks.push(`ripgrep is not installed for this platform; searched with ${fallback}, which is slower.`);
  return remarks;
}
