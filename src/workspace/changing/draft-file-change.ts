import type { Files } from '../../ports/files.ts';
import type { WorkspacePath } from '../paths/path-rules.ts';
import type { Planned } from '../plan.ts';
import type { Documents } from '../reading/document-reading.ts';
import type { ShownFiles } from '../reading/shown-files.ts';
import { existsError } from '../workspace-errors.ts';
import type { Draft, Request } from './change.ts';
import { draftChange, draftMoved, draftPlanned, draftRemoval } from './draft-changes.ts';
import type { FileChange } from './file-change.ts';

export type ChangeTarget<P extends Planned<P>> = {
  readonly change: FileChange<P>;
  readonly path: WorkspacePath;
  /** Where the file goes. */
  readonly to: WorkspacePath | undefined;
};

/** A change with what it removes elsewhere. */
export type Drafted<P> = { readonly draft: Draft; readonly plan?: P; readonly removed?: readonly Draft[] };

type Parts = Parameters<typeof draftChange>[0] & {
  readonly files: Files;
  readonly documents: Documents;
  readonly shown: ShownFiles;
};

/** Works out one of several changes. The paths must be locked. */
export async function draftFileChange<P extends Planned<P>>(
  parts: Parts,
  { change, path, to }: ChangeTarget<P>,
  request: Request,
): Promise<Drafted<P>> {
  if (change.kind === 'create') return { draft: await draftNew(parts, path, change.content, request) };
  const document = await parts.documents.open(path);
  if (change.kind === 'remove') return { draft: draftRemoval(parts, { path, document }, request.tool) };
  const count = parts.gate.counterFor(path.real, document, request.signal);
  const planned = await change.plan(document, parts.shown.get(path.real), count);
  const drafted = await draftPlanned<P>(parts, { path, document }, planned, request);
  if (!to) return drafted;
  if (await parts.files.info(to.real)) throw existsError(to.given);
  const mode = (await parts.files.info(path.real))?.mode;
  const removed = [draftRemoval(parts, { path, document }, request.tool)];
  return { ...drafted, draft: draftMoved(drafted.draft, to, mode), removed };
}

async function draftNew(
  parts: Parts,
  path: WorkspacePath,
  content: string,
  request: Request,
): Promise<Draft> {
  if (await parts.files.info(path.real)) throw existsError(path.given);
  const edits = [{ span: { start: 0, end: 0 }, newText: content }];
  return draftChange(parts, { path }, { edits }, request);
}

/** A file that is new at its path need not have been edited. */
export function changesFile({ edits, change }: Draft): boolean {
  return edits.length > 0 || change.before === undefined;
}
