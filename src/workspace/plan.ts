import type { TextEdit } from '../core/edit/text-edit.ts';
import type { ShownFile } from '../core/match/evidence.ts';
import type { Document } from '../core/text/document/document.ts';

/** An edit as the caller asked for it. */
export type Quoted = { readonly oldText: string; readonly newText: string };

/** What to do to a document. A tool may add what else it planned: `edit` returns the plan that was carried out. */
export type PlannedChange<Self = unknown> = {
  readonly edits: readonly TextEdit[];
  /** The place was not quoted exactly, so that a new syntax error there refuses the edit. */
  readonly isFuzzy?: boolean;
  /** What the caller quoted, to recognize the same call later. */
  readonly quoted?: readonly Quoted[];
  /** Store the file in UTF-8, whatever it was in. */
  readonly asUtf8?: boolean;
  /** Tried in turn if the syntax check refuses these edits. */
  readonly alternatives?: readonly Self[];
};

export type Planned<Self = unknown> = readonly TextEdit[] | PlannedChange<Self>;

/** How many syntax errors the document would have after these edits; undefined if no parser can say. */
export type CountErrors = (edits: readonly TextEdit[]) => Promise<number | undefined>;

/** What to do to a document, given what the caller was shown of it. */
export type Planner<P extends Planned<P> = readonly TextEdit[]> = (
  document: Document,
  shown: ShownFile | undefined,
  countErrors: CountErrors,
) => P | Promise<P>;
