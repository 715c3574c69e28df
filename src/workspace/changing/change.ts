import type { LineDiff } from '../../core/edit/diff.ts';
import type { Change, TextEdit } from '../../core/edit/text-edit.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { Document } from '../../core/text/document/document.ts';
import type { HistoryEntry } from '../../ports/history.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import type { Planned, Planner, Quoted } from '../plan.ts';

/** Who asks for a change, and how it is cancelled. */
export type Request = {
  readonly tool: string;
  readonly signal?: AbortSignal | undefined;
  /** Find out what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
};

/** The file that a change is about; without a document it does not exist yet. */
export type Target = { readonly path: WorkspacePath; readonly document?: Document };

/** One of several changes that are made together, all or none. */
export type FileChange<P extends Planned<P>> =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly plan: Planner<P>;
      /** Where the file goes with its new content; nothing may be there. */
      readonly moveTo?: string | undefined;
    }
  | { readonly kind: 'create'; readonly path: string; readonly content: string }
  /** The file goes elsewhere as it is, also if it is not text. */
  | { readonly kind: 'move'; readonly path: string; readonly moveTo: string }
  | { readonly kind: 'remove'; readonly path: string };

/** A change of one file that is worked out and not made yet. */
export type Draft = {
  readonly path: WorkspacePath;
  readonly tool: string;
  /** Without bytes after it, the file is removed. */
  readonly change: Change;
  /** Permission bits of a file that comes from elsewhere. */
  readonly newMode?: number | undefined;
  readonly before: Document;
  readonly after: Document;
  /** In the order of the text, with the line endings of their places. */
  readonly edits: readonly TextEdit[];
  readonly isFuzzy: boolean;
  readonly quoted: readonly Quoted[];
  /** Rejected if the syntax check refuses the change. */
  readonly syntax: Promise<SyntaxRemark | undefined>;
};

/** What the caller must know about the syntax of an edit that was not refused. */
export type SyntaxRemark = {
  readonly kind: 'error' | 'not-checked';
  readonly text: string;
  readonly issue?: SyntaxIssue;
};

/** What a change does to the text. */
export type Described = {
  readonly before: string;
  readonly edits: readonly TextEdit[];
  readonly firstLine: number;
  readonly diff: LineDiff;
};

export type Edited = Described & {
  readonly path: string;
  readonly change: Change;
  readonly undoable: boolean;
  readonly syntax?: SyntaxRemark | undefined;
};

export type Undone = Edited & { readonly entry: HistoryEntry; readonly removed: boolean };
