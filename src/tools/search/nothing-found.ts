import type { SearchOutcome } from '../../ports/search.ts';
import type { ToolResult } from '../call/define-tool.ts';
import type { FoundPage } from './found-page.ts';
import { fallbackRemark } from './show-found.ts';

/** A search without a result to show, and what may be the cause. */
export type Nothing = {
  readonly found: SearchOutcome;
  readonly page: FoundPage;
  readonly isByFile: boolean;
  readonly glob?: string | undefined;
  readonly language?: string | undefined;
  readonly hidden?: boolean | undefined;
  /** No file is selected by `glob` and `language`. */
  readonly isFilterEmpty: boolean;
  /** Why the path can have no matching line. */
  readonly obstacle: string | undefined;
};

export function nothingResult(nothing: Nothing): ToolResult {
  const { found, page, isByFile } = nothing;
  const what = isByFile ? 'No file matches.' : 'No line matches.';
  return {
    summary: `${what} ${causeOf(nothing)}`,
    remarks: fallbackRemark(found.fallback),
    data: { matches: 0, files: found.files.length, results: [], total: page.total },
  };
}

function causeOf({ page, obstacle, isFilterEmpty, glob, language, hidden }: Nothing): string {
  if (page.total > 0) return `There are ${page.total} results; give a smaller \`offset\`.`;
  if (obstacle !== undefined) return obstacle;
  const leftOut = hidden
    ? 'Ignored and binary files are left out.'
    : 'Ignored, hidden and binary files are left out; `hidden: true` includes hidden ones.';
  if (!isFilterEmpty) return leftOut;
  const filters = [
    ...(glob === undefined ? [] : [`the glob \`${glob}\``]),
    ...(language === undefined ? [] : [`the language \`${language}\``]),
  ];
  return `No file is selected by ${filters.join(' and ')}. ${leftOut}`;
}
