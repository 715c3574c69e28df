import type { TextEdit } from '../edit/text-edit.ts';
import { type Budget, createBudget } from '../text/compare/budget.ts';
import type { Span } from '../text/span.ts';
import { createLineTable, type LineTable } from './align/line-table.ts';
import type { Evidence } from './evidence.ts';
import type { EditNote } from './explain/edit-note.ts';
import type { Quotation } from './quotation.ts';

/** The text that is searched, with LF line ends, and what bounds the search. */
export type Source = {
  readonly text: string;
  readonly lines: LineTable;
  readonly budget: Budget;
  /** `'` and `"` mean different things in the language of this text. */
  readonly quotesDiffer?: boolean;
  /** A line that begins with `#` is a heading here, and no comment. */
  readonly hasHeadings?: boolean;
  /** Places that overlap one further left do not count. */
  readonly placesApart?: boolean;
};

/** One place that a quotation may mean. */
export type Placement = Span & {
  /** 1 for the same text; less the more had to be overlooked. */
  readonly similarity: number;
  /** What to change there; nothing if the file has it already. Undefined if that cannot be known without a guess. */
  edits(): readonly TextEdit[] | undefined;
  /** Other renderings of the new text at this place, in order, if the first one turns out to be broken code. */
  readonly alternatives?: readonly (readonly TextEdit[])[] | undefined;
  /** What was guessed about single lines. */
  readonly notes?: readonly EditNote[] | undefined;
};

/** One way of finding a quotation. It yields every place, so that an ambiguity cannot hide. */
export type Matcher = {
  readonly name: string;
  /** What was overlooked, in words; absent for an exact match. */
  readonly overlooks?: string;
  find(source: Source, quotation: Quotation, evidence?: Evidence): Placement[];
};

/** The lines are made when they are first asked for: an exact match needs none. */
export function createSource(
  text: string,
  budget = createBudget(),
  quotesDiffer = false,
  hasHeadings = false,
  makeLines = () => createLineTable(text),
): Source {
  let lines: LineTable | undefined;
  return {
    text,
    budget,
    quotesDiffer,
    hasHeadings,
    get lines() {
      lines ??= makeLines();
      return lines;
    },
  };
}
