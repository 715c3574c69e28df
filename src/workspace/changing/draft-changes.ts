import { applyEdits } from '../../core/edit/apply-edits.ts';
import { sortEdits, spliceEdits, type TextEdit } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import { putsMaskForSecret } from '../../core/secrets/masked-quote.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import type { Document } from '../../core/text/document/document.ts';
import { fitLineEndings } from '../../core/text/line-endings.ts';
import type { Files } from '../../ports/files.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import type { Planned, PlannedChange, Planner } from '../plan.ts';
import type { Documents } from '../reading/document-reading.ts';
import type { ShownFiles } from '../reading/shown-files.ts';
import { existsError, nulError, secretMaskedError } from '../workspace-errors.ts';
import type { Draft, FileChange, Request, Target } from './change.ts';
import type { SyntaxGate } from './syntax-gate.ts';

export type ChangeTarget<P extends Planned<P>> = {
  readonly change: FileChange<P>;
  readonly path: WorkspacePath;
  /** Where the file goes. */
  readonly to: WorkspacePath | undefined;
};

/** A change with what it removes elsewhere. */
export type Drafted<P> = { readonly draft: Draft; readonly plan?: P; readonly removed?: readonly Draft[] };

type Parts = {
  readonly files: Files;
  readonly masker: Masker;
  readonly documents: Documents;
  readonly shown: ShownFiles;
  readonly gate: SyntaxGate;
};

/** Works out one of several changes. The paths must be locked. */
export async function draftFileChange<P extends Planned<P>>(
  parts: Parts,
  { change, path, to }: ChangeTarget<P>,
  request: Request,
): Promise<Drafted<P>> {
  if (change.kind === 'create') return { draft: await draftNew(parts, path, change.content, request) };
  const { documents } = parts;
  const document = await (change.kind === 'edit' ? documents.open(path) : documents.openAny(path));
  const target = { path, document };
  if (change.kind === 'remove') return { draft: draftRemoval(parts, target, request.tool) };
  const drafted: Drafted<P> =
    change.kind === 'move'
      ? { draft: draftChange(parts, target, { edits: [] }, request) }
      : await draftEdit(parts, { ...target, plan: change.plan }, request);
  if (!to) return drafted;
  await refuseExisting(parts.files, to);
  const mode = (await parts.files.info(path.real))?.mode;
  const removed = [draftRemoval(parts, target, request.tool)];
  return { ...drafted, draft: draftMoved(drafted.draft, to, mode), removed };
}

async function draftEdit<P extends Planned<P>>(
  parts: Parts,
  { path, document, plan }: Required<Target> & { readonly plan: Planner<P> },
  request: Request,
): Promise<Drafted<P>> {
  const count = parts.gate.counterFor(path.real, document, request.signal);
  const planned = await plan(document, parts.shown.get(path.real), count);
  return draftPlanned<P>(parts, { path, document }, planned, request);
}

async function refuseExisting(files: Files, { real, given }: WorkspacePath): Promise<void> {
  const existing = await files.info(real);
  if (existing) throw existsError(given, existing.kind);
}

async function draftNew(
  parts: Parts,
  path: WorkspacePath,
  content: string,
  request: Request,
): Promise<Draft> {
  await refuseExisting(parts.files, path);
  const edits = [{ span: { start: 0, end: 0 }, newText: content }];
  return draftChange(parts, { path }, { edits }, request);
}

/** A file that is new at its path need not have been edited. */
export function changesFile({ edits, change }: Draft): boolean {
  return edits.length > 0 || change.before === undefined;
}

/** The first of a plan's alternatives that passes the syntax check, or the plan itself if none does. */
async function draftPlanned<P extends Planned<P>>(
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
function draftChange(
  { masker, documents, gate }: Parts,
  { path, document }: Target,
  planned: PlannedChange,
  { tool, signal }: Request,
): Draft {
  const before = document ?? documents.empty();
  const { isFuzzy = false, quoted = [] } = planned;
  const edits = sortEdits(document ? planned.edits.map((edit) => fitted(edit, document)) : planned.edits);
  if (edits.some(({ newText }) => newText.includes('\0'))) throw nulError();
  const after = planned.asUtf8 ? inUtf8(documents.empty(), before, edits) : applyEdits(before, edits);
  documents.refuseTooLarge(path.given, after.bytes.length);
  if (masker.isActive && putsMaskForSecret(masker, before.text, edits)) throw secretMaskedError(path.given);
  const known = document ? { before: before.bytes, ...('region' in after && { region: after.region }) } : {};
  const change = { path: path.real, after: after.bytes, ...known };
  const text = { path: path.real, before: before.text, after: after.text, edits };
  const syntax = gate.pass(text, isFuzzy, signal);
  // Awaited later; handled here so that Node does not report an unhandled rejection.
  syntax.catch(() => {});
  return { path, tool, change, before, after, edits, isFuzzy, quoted, syntax };
}

/** The whole new text, encoded anew. */
function inUtf8(empty: Document, before: Document, edits: readonly TextEdit[]): Document {
  const newText = spliceEdits(before.text, edits);
  const { bytes, text, encoding } = applyEdits(empty, [{ span: { start: 0, end: 0 }, newText }]);
  return { bytes, text, encoding };
}

/** The file is removed. */
function draftRemoval({ documents }: Parts, { path, document }: Required<Target>, tool: string): Draft {
  const edits = [{ span: { start: 0, end: document.text.length }, newText: '' }];
  const change = { path: path.real, before: document.bytes };
  const after = documents.empty();
  const syntax = Promise.resolve(undefined);
  return { path, tool, change, before: document, after, edits, isFuzzy: false, quoted: [], syntax };
}

/** What an edit made of a file, as a new file; its diff is the one of the edit. */
function draftMoved(draft: Draft, path: WorkspacePath, newMode: number | undefined): Draft {
  return { ...draft, path, newMode, change: { path: path.real, after: draft.after.bytes } };
}

function changeOf<P extends Planned<P>>(planned: P): PlannedChange<P> {
  return 'edits' in planned ? planned : { edits: planned };
}

function passes({ syntax }: Draft): Promise<boolean> {
  // Any other failure is for the caller to see.
  const isOther = (error: unknown) => !(error instanceof ToolError && error.name === 'SYNTAX_ERROR');
  return syntax.then(() => true, isOther);
}

function fitted(edit: TextEdit, { text }: Document): TextEdit {
  if (edit.isFitted || !/[\r\n]/.test(edit.newText)) return edit;
  const { span, newText } = edit;
  return { span, newText: fitLineEndings(newText, text, span) };
}
