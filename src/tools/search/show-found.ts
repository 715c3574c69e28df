import type { LineRange } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import type { FileMatches, SearchOutcome } from '../../ports/search.ts';
import type { ToolResult } from '../call/define-tool.ts';
import type { FileContext } from '../call/file-context.ts';
import type { FoundPage } from './found-page.ts';
import { rangesAround } from './line-ranges.ts';

const MAX_SHOWN_LINES = 1_500;
const MAX_LINE_CHARACTERS = 500;
/** As in `file_read`. */
const NUMBER_WIDTH = 4;

/** A page of what was found, and how to show it. */
export type ShownPage = {
  readonly found: SearchOutcome;
  readonly page: FoundPage;
  readonly contextLines: number;
  readonly isByFile: boolean;
};

/** The page as text. Lines are read again under the workspace's own rules, and count as shown to the caller. */
export async function showFound(shownPage: ShownPage, context: FileContext): Promise<ToolResult> {
  const { found, page, isByFile } = shownPage;
  if (page.count === 0) return nothingFound(shownPage);
  const shown = isByFile
    ? { text: page.files.map(({ path }) => path).join('\n'), count: page.count }
    : await showLines(shownPage, context);
  const data = {
    matches: isByFile ? undefined : page.total,
    files: found.files.length,
    first: page.first,
    count: shown.count,
    is_complete: !found.isCut,
    results: page.files.map(({ path, lines }) => (isByFile ? { path } : { path, lines })),
  };
  return { summary: shown.text, remarks: remarksOn(shownPage, shown.count), data };
}

function nothingFound({ found: { files }, page, isByFile }: ShownPage): ToolResult {
  const past = page.total > 0 ? ` There are ${page.total} results; give a smaller \`offset\`.` : '';
  const what = isByFile ? 'No file matches.' : 'No line matches.';
  return { summary: `${what}${past}`, data: { matches: 0, files: files.length, results: [] } };
}

/** Files as long as they fit; one that vanished or cannot be read any more is left out. */
async function showLines({ page, contextLines }: ShownPage, context: FileContext) {
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
    parts.push(await rangeText({ path, range, matching }, context));
  return `${path}\n${parts.join(contextLines > 0 ? '\n  --\n' : '\n')}`;
}

type ShownRange = {
  readonly path: string;
  readonly range: LineRange;
  readonly matching: ReadonlySet<number>;
};

async function rangeText(
  { path, range: { first, last }, matching }: ShownRange,
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
  // Masked before the cut: half a secret would not be recognised.
  return `${beginningOf(masker.mask(line), MAX_LINE_CHARACTERS)} [line cut]`;
}

function remarksOn({ found, page, isByFile }: ShownPage, count: number): string[] {
  const { isCut, files, fallback } = found;
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
