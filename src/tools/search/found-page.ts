import type { FileMatches, SearchOutcome } from '../../ports/search.ts';

export type PageRequest = {
  /** Count files instead of lines. */
  readonly isByFile: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** A part of what was found; numbers count lines, or files. */
export type FoundPage = {
  readonly files: readonly FileMatches[];
  readonly first: number;
  readonly count: number;
  readonly total: number;
};

export function pageOf({ files }: SearchOutcome, { isByFile, offset, limit }: PageRequest): FoundPage {
  if (isByFile) {
    const page = files.slice(offset, offset + limit);
    return { files: page, first: offset + 1, count: page.length, total: files.length };
  }
  const page: FileMatches[] = [];
  let total = 0;
  for (const { path, lines } of files) {
    const shown = lines.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total));
    if (shown.length > 0) page.push({ path, lines: shown });
    total += lines.length;
  }
  const count = page.reduce((sum, { lines }) => sum + lines.length, 0);
  return { files: page, first: offset + 1, count, total };
}
