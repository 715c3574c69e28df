import type { TextEdit } from '../core/edit/text-edit.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import type { Document } from '../core/text/document.ts';

/** Edits, or a value that has them among what else was planned. */
export type Planned = readonly TextEdit[] | { readonly edits: readonly TextEdit[] };

/** How many syntax errors the document would have after these edits; undefined if no parser can say. */
export type CountErrors = (edits: readonly TextEdit[]) => Promise<number | undefined>;

/** What to do to a document, given what the caller was shown of it. */
export type Plan<P extends Planned = readonly TextEdit[]> = (
  document: Document,
  shown: ShownFile | undefined,
  countErrors: CountErrors,
) => P | Promise<P>;

export function editsOf(planned: Planned): readonly TextEdit[] {
  return 'edits' in planned ? planned.edits : planned;
}
