import { ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { counted } from '../../core/text/counted.ts';
import { maxResultLines } from '../../core/text/result-limits.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import type { FileMatches, SearchOutcome } from '../../ports/search.ts';
import type { LinePage } from '../../workspace/reading/line-reading.ts';
import type { ToolResult } from '../call/define-tool.ts';
import type { FileContext } from '../call/file-context.ts';
import type { FoundPage } from './found-page.ts';
import { rangesAround } from './line-ranges.ts';

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
  const shown = isByFile ? pathsOf(page, context) : await linesOf(shownPage, context);
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

type ShownPart = { readonly text: string; readonly count: number };

function pathsOf({ files }: FoundPage, { files: { limits } }: FileContext): ShownPart {
  let characters = 0;
  const beyond = files.findIndex(({ path }, at) => {
    characters += path.length + 1;
    return at > 0 && characters > limits.viewCharacters;
  });
  const shown = beyond === -1 ? files : files.slice(0, beyond);
  return { text: shown.map(({ path }) => path).join('\n'), count: shown.length };
}

async function linesOf({ page, contextLines }: ShownPage, context: FileContext): Promise<ShownPart> {
  const writer = new FoundWriter(contextLines, context);
  for (const file of page.files) {
    await writer.add(file);
    if (writer.isFull) break;
  }
  return writer;
}

/** Collects the lines of files as long as they fit. */
class FoundWriter {
  readonly #contextLines: number;
  readonly #context: FileContext;
  readonly #blocks: string[] = [];
  #characters = 0;
  #lines = 0;
  /** Matching lines that are shown, or cannot be read any more. */
  count = 0;
  isFull = false;

  constructor(contextLines: number, context: FileContext) {
    this.#contextLines = contextLines;
    this.#context = context;
  }

  get text(): string {
    return this.#blocks.join('\n\n');
  }

  async add(file: FileMatches): Promise<void> {
    const reader = new RangeReader(file, this.#context);
    const parts: string[] = [];
    const matching = new Set(file.lines);
    for (const { first, last } of rangesAround(file.lines, this.#contextLines)) {
      const lines = await reader.read(first, last);
      if (reader.hasFailed) {
        parts.push(`  [${lines.join('')}]`);
        this.count += file.lines.filter((line) => line >= first).length;
        break;
      }
      const fitting = lines.slice(0, this.#room(lines, parts.length === 0 ? file.path.length : 0));
      if (fitting.length > 0)
        parts.push(fitting.map((line, at) => numbered(line, first + at, matching)).join('\n'));
      reader.shown(fitting.length);
      this.count += file.lines.filter((line) => line >= first && line < first + fitting.length).length;
      if (this.isFull) break;
    }
    const between = this.#contextLines > 0 ? '\n  --\n' : '\n';
    if (parts.length > 0) this.#blocks.push(`${file.path}\n${parts.join(between)}`);
  }

  /** How many of the lines there is room for; always for the first match. */
  #room(lines: readonly string[], headingCharacters: number): number {
    const { viewCharacters } = this.#context.files.limits;
    const maxLines = maxResultLines(viewCharacters);
    const min = this.count === 0 ? this.#contextLines + 1 : 0;
    this.#lines += headingCharacters > 0 ? 2 : 1;
    this.#characters += headingCharacters;
    for (const [at, line] of lines.entries()) {
      this.#lines++;
      this.#characters += line.length + NUMBER_WIDTH + 3;
      this.isFull = (this.#characters > viewCharacters || this.#lines > maxLines) && at >= min;
      if (this.isFull) return at;
    }
    return lines.length;
  }
}

function numbered(line: string, number: number, matching: ReadonlySet<number>): string {
  return `${String(number).padStart(NUMBER_WIDTH)}${matching.has(number) ? ': ' : '- '}${line}`;
}

/** Reads ranges of lines of a file, from the first to the last; a page of the file usually has many of them. */
class RangeReader {
  readonly #file: FileMatches;
  readonly #context: FileContext;
  #page: LinePage | undefined;
  #firstOfPage = 0;
  #range: { readonly from: number; readonly lines: readonly string[] } | undefined;
  hasFailed = false;

  constructor(file: FileMatches, context: FileContext) {
    this.#file = file;
    this.#context = context;
  }

  /** The lines as they are shown, or why the file cannot be read any more. */
  async read(first: number, last: number): Promise<string[]> {
    const { files, signal } = this.#context;
    const end = this.#file.lines.at(-1)! + (last - first);
    try {
      if (!this.#page || last - this.#firstOfPage >= this.#page.lines.length) {
        this.#page = await files.readLines(this.#file.path, { first, last: end, signal });
        this.#firstOfPage = first;
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.hasFailed = true;
      return [error.message];
    }
    const from = first - this.#firstOfPage;
    const lines = this.#page.lines.slice(from, from + last - first + 1);
    this.#range = { from, lines };
    return lines.map((line) => shortened(line, files.masker));
  }

  /** The first `count` of the lines that were read last are shown. A line that is cut was not seen as it is. */
  shown(count: number): void {
    const from = this.#range?.from ?? 0;
    const lines = this.#range?.lines.slice(0, count) ?? [];
    if (lines.every(isShort)) this.#page?.seen(lines.length, from);
    else for (const [at, line] of lines.entries()) if (isShort(line)) this.#page?.seen(1, from + at);
  }
}

function isShort(line: string): boolean {
  return line.length <= MAX_LINE_CHARACTERS;
}

function shortened(line: string, masker: Masker): string {
  // Masked before the cut: half a secret would not be recognised.
  return isShort(line) ? line : `${beginningOf(masker.mask(line), MAX_LINE_CHARACTERS)} [line cut]`;
}

function remarksOn({ found, page, isByFile }: ShownPage, count: number): string[] {
  const { isCut, files, fallback } = found;
  const end = page.first + count - 1;
  const more = isCut ? 'more than ' : '';
  const inFiles = ` in ${counted(files.length, 'file')}`;
  const isWhole = page.first === 1 && end === page.total && !isCut;
  const next = end < page.total ? ` Next page: offset ${end}.` : '';
  const showing = `Showing ${isByFile ? 'files' : 'lines'} ${page.first}-${end} of ${more}${page.total}`;
  const total = isWhole
    ? `${counted(page.total, 'matching line')}${inFiles}.`
    : `${showing}${isByFile ? '' : inFiles}.${next}`;
  return [...(isWhole && isByFile ? [] : [total]), ...fallbackRemark(fallback)];
}

export function fallbackRemark(fallback: string | undefined): string[] {
  return fallback === undefined
    ? []
    : [`ripgrep is not installed for this platform; searched with ${fallback}, which is slower.`];
}
