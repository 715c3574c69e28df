import { applyEdits } from '../core/edit/apply-edits.ts';
import { diffOfEdits, editBetween } from '../core/edit/diff.ts';
import { sortEdits, type TextEdit } from '../core/edit/text-edit.ts';
import { ToolError } from '../core/errors.ts';
import { putsMaskForSecret } from '../core/secrets/masked-quote.ts';
import type { Masker } from '../core/secrets/masker.ts';
import type { Document } from '../core/text/document.ts';
import { fitLineEndings } from '../core/text/line-endings.ts';
import { lineNumberAt } from '../core/text/lines.ts';
import type { Files } from '../ports/files.ts';
import type { Documents } from './document-reading.ts';
import { displayPath, type PathRules, type WorkspacePath } from './path-rules.ts';
import type { Quoted } from './shown-files.ts';
import type { Described, PendingChange } from './store-changes.ts';
import type { SyntaxGate, SyntaxRemark } from './syntax-gate.ts';
import { refuseNul, secretMaskedError } from './workspace-errors.ts';

/** A diff with more characters is of no use to anyone. */
const MOST_DIFF = 1_000_000;

/** Who asks for a change, and how it is called off. */
export type Request = {
  readonly tool: string;
  readonly signal?: AbortSignal | undefined;
  /** Find out what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
  /** The edits as the caller asked for them, to know them again. */
  readonly quoted?: readonly Quoted[] | undefined;
  /** Whether the place was found otherwise than by an exact quotation, asked once the edit is planned. */
  readonly isTolerant?: (() => boolean) | undefined;
};

/** What to do to a file. If the syntax check refuses it, the alternatives are tried in turn. */
export type PlannedChange = {
  readonly edits: readonly TextEdit[];
  /** The place was found otherwise than by an exact quotation. */
  readonly isTolerant: boolean;
  readonly alternatives: readonly PlannedChange[];
};

/** A change of one file that is worked out and not made yet. */
export type Drafted = {
  readonly edits: readonly TextEdit[];
  readonly pending: PendingChange;
  readonly before: Document;
  readonly after: Document;
  readonly syntax: Promise<SyntaxRemark | undefined>;
};

export type Drafts = ReturnType<typeof createDrafts>;

/** Works out what a change will be: its bytes, its diff, and what the syntax check says of it. */
export function createDrafts(
  {
    rules,
    files,
    masker,
  }: { readonly rules: () => PathRules; readonly files: Files; readonly masker: Masker },
  documents: Documents,
  gate: SyntaxGate,
) {
  async function describe(
    { real }: WorkspacePath,
    before: string,
    edits: readonly TextEdit[],
  ): Promise<Described> {
    const path = await displayPath(real, rules(), files);
    const offset = edits[0]?.span.start ?? 0;
    const firstLine = lineNumberAt(before, offset);
    const known = { offset, line: firstLine };
    const diff = diffOfEdits(path, before, edits, { maxCharacters: MOST_DIFF, known });
    return { before, edits, firstLine, diff };
  }

  /** A missing document is a file that does not exist yet. */
  function draft(
    resolved: WorkspacePath,
    document: Document | undefined,
    planned: readonly TextEdit[],
    request: Request,
  ): Drafted {
    const before = document ?? documents.empty();
    const edits = sortEdits(document ? planned.map((edit) => fitted(edit, document)) : planned);
    refuseNul(edits);
    const after = applyEdits(before, edits);
    documents.refuseTooLarge(resolved.given, after.bytes.length);
    if (putsMaskForSecret(masker, before.text, edits)) throw secretMaskedError(resolved.given);
    const known = document ? { before: before.bytes, region: after.region } : {};
    const pending = {
      change: { path: resolved.real, after: after.bytes, ...known },
      tool: request.tool,
      describe: () => describe(resolved, before.text, edits),
      async describeStored(stored: Uint8Array) {
        const between = editBetween(before.text, await documents.textOf(resolved, stored));
        return describe(resolved, before.text, [between]);
      },
    };
    const text = { path: resolved.real, before: before.text, after: after.text, edits };
    const syntax = gate.pass(text, request.isTolerant?.() ?? false, request.signal);
    // Whoever waits for it hears of a refusal; until then it must not count as unheard.
    syntax.catch(() => {});
    return { edits, pending, before, after, syntax };
  }

  /** The first of a plan's renderings that passes the syntax check; its first one if none does. */
  async function draftSound<P extends PlannedChange>(
    resolved: WorkspacePath,
    document: Document,
    plan: P & { readonly alternatives: readonly P[] },
    request: Request,
  ): Promise<{ readonly drafted: Drafted; readonly plan: P }> {
    const first = { plan, drafted: draft(resolved, document, plan.edits, request) };
    if (plan.alternatives.length === 0 || !gate.mayRefuse(plan.isTolerant)) return first;
    const isSound = ({ syntax }: Drafted) => syntax.then(() => true, isNoSyntaxError);
    if (await isSound(first.drafted)) return first;
    for (const other of plan.alternatives) {
      const drafted = draft(resolved, document, other.edits, request);
      if (await isSound(drafted)) return { drafted, plan: other };
    }
    return first;
  }

  return { draft, draftSound, describe };
}

/** Any other failure is for the caller to see. */
function isNoSyntaxError(error: unknown): boolean {
  return !(error instanceof ToolError && error.name === 'SYNTAX_ERROR');
}

function fitted(edit: TextEdit, { text }: Document): TextEdit {
  if (edit.isFitted) return edit;
  const { span, newText } = edit;
  return { span, newText: fitLineEndings(newText, text, span) };
}
