import { applyEdits } from '../core/edit/apply-edits.ts';
import { diffOfEdits } from '../core/edit/diff.ts';
import { type Change, sortEdits, type TextEdit } from '../core/edit/text-edit.ts';
import { ToolError } from '../core/errors.ts';
import { putsMaskForSecret } from '../core/secrets/masked-quote.ts';
import type { Masker } from '../core/secrets/masker.ts';
import type { Document } from '../core/text/document/document.ts';
import { fitLineEndings } from '../core/text/line-endings.ts';
import { lineNumberAt } from '../core/text/lines.ts';
import type { Documents } from './document-reading.ts';
import type { WorkspacePath } from './path-rules.ts';
import { changeOf, type Planned, type PlannedChange, type Quoted } from './plan.ts';
import type { SyntaxGate, SyntaxRemark } from './syntax-gate.ts';
import { refuseNul, secretMaskedError } from './workspace-errors.ts';
import type { Described } from './workspace-parts.ts';

/** A longer diff is of no use. */
const MAX_DIFF_CHARACTERS = 1_000_000;

/** Who asks for a change, and how it is cancelled. */
export type Request = {
  readonly tool: string;
  readonly signal?: AbortSignal | undefined;
  /** Find out what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
};

/** The file that a change is about; without a document it does not exist yet. */
export type Target = { readonly path: WorkspacePath; readonly document?: Document };

/** A change of one file that is worked out and not made yet. */
export type Draft = {
  readonly path: WorkspacePath;
  readonly tool: string;
  readonly change: Change & { readonly after: Uint8Array };
  readonly before: Document;
  readonly after: Document;
  /** In the order of the text, with the line endings of their places. */
  readonly edits: readonly TextEdit[];
  readonly isFuzzy: boolean;
  readonly quoted: readonly Quoted[];
  /** Rejected if the syntax check refuses the change. */
  readonly syntax: Promise<SyntaxRemark | undefined>;
};

type Parts = { readonly masker: Masker; readonly documents: Documents; readonly gate: SyntaxGate };

/** The first of a plan's alternatives that passes the syntax check, or the plan itself if none does. */
export async function draftPlanned<P extends Planned<P>>(
  parts: Parts,
  target: Target,
  plan: P,
  request: Request,
): Promise<{ readonly draft: Draft; readonly plan: P }> {
  const { alternatives = [], isFuzzy = false } = changeOf<P>(plan);
  const first = { plan, draft: draftChange(parts, target, changeOf<P>(plan), request) };
  if (alternatives.length === 0 || !parts.gate.mayRefuse(isFuzzy)) return first;
  if (await passes(first.draft)) return first;
  for (const other of alternatives) {
    const draft = draftChange(parts, target, changeOf<P>(other), request);
    if (await passes(draft)) return { draft, plan: other };
  }
  return first;
}

/** Works out what a change will be: its bytes, and what the syntax check says of it. */
export function draftChange(
  { masker, documents, gate }: Parts,
  { path, document }: Target,
  planned: PlannedChange,
  { tool, signal }: Request,
): Draft {
  const before = document ?? documents.empty();
  const { isFuzzy = false, quoted = [] } = planned;
  const edits = sortEdits(document ? planned.edits.map((edit) => fitted(edit, document)) : planned.edits);
  refuseNul(edits);
  const after = applyEdits(before, edits);
  documents.refuseTooLarge(path.given, after.bytes.length);
  if (putsMaskForSecret(masker, before.text, edits)) throw secretMaskedError(path.given);
  const known = document ? { before: before.bytes, region: after.region } : {};
  const change = { path: path.real, after: after.bytes, ...known };
  const text = { path: path.real, before: before.text, after: after.text, edits };
  const syntax = gate.pass(text, isFuzzy, signal);
  // Awaited later; handled here so that Node does not report an unhandled rejection.
  syntax.catch(() => {});
  return { path, tool, change, before, after, edits, isFuzzy, quoted, syntax };
}

/** What a change does to the text, for people and models to read. */
export function describeChange(path: WorkspacePath, before: string, edits: readonly TextEdit[]): Described {
  const offset = edits[0]?.span.start ?? 0;
  const firstLine = lineNumberAt(before, offset);
  const known = { offset, line: firstLine };
  const diff = diffOfEdits(path.shown, before, edits, { maxCharacters: MAX_DIFF_CHARACTERS, known });
  return { before, edits, firstLine, diff };
}

function passes({ syntax }: Draft): Promise<boolean> {
  // Any other failure is for the caller to see.
  const isOther = (error: unknown) => !(error instanceof ToolError && error.name === 'SYNTAX_ERROR');
  return syntax.then(() => true, isOther);
}

function fitted(edit: TextEdit, { text }: Document): TextEdit {
  if (edit.isFitted) return edit;
  const { span, newText } = edit;
  return { span, newText: fitLineEndings(newText, text, span) };
}
