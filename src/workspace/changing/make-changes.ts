import type { Documents } from '../reading/document-reading.ts';
import type { ShownFiles } from '../reading/shown-files.ts';
import type { WorkspaceParts } from '../workspace-parts.ts';
import type { Draft, Edited, Request } from './change.ts';
import { changesFile } from './draft-changes.ts';
import { recordChanges } from './record-changes.ts';
import { describeChange, type StoredChange, storeChanges } from './store-changes.ts';
import type { SyntaxGate } from './syntax-gate.ts';

type Parts = Pick<WorkspaceParts, 'files' | 'history' | 'checkpoints'> & {
  readonly documents: Documents;
  readonly shown: ShownFiles;
  readonly gate: SyntaxGate;
  readonly writesNothing: boolean;
};

/** Waits for the syntax check where it may refuse, then writes the changes. */
export async function makeChanges(
  parts: Parts,
  drafts: readonly Draft[],
  request: Request,
): Promise<Edited[]> {
  const mayRefuse = drafts.some(({ isFuzzy }) => parts.gate.mayRefuse(isFuzzy));
  if (mayRefuse) await Promise.all(drafts.map(({ syntax }) => syntax));
  const toStore = parts.writesNothing ? [] : drafts.filter(changesFile);
  const stored = await store(parts, toStore, request);
  return Promise.all(
    drafts.map(async (draft) => {
      const { change, described, undoable, group } = stored.get(draft) ?? {
        change: draft.change,
        described: describeChange(draft.path, draft.before.text, draft.edits),
        undoable: true,
      };
      const inGroup = group === undefined ? change : { ...change, group };
      return { path: change.path, change: inGroup, ...described, undoable, syntax: await draft.syntax };
    }),
  );
}

async function store(
  parts: Parts,
  drafts: readonly Draft[],
  { tool, signal }: Request,
): Promise<Map<Draft, StoredChange & { readonly group?: string }>> {
  const recorded = { tool, changes: drafts.map(({ change }) => change) };
  const stored = await recordChanges(parts, recorded, () => storeChanges(parts, drafts, signal));
  for (const [i, draft] of drafts.entries()) {
    const { path } = draft.change;
    if (stored[i]!.change.after === draft.change.after) parts.shown.changed(path, draft);
    else parts.shown.forget(path);
  }
  return new Map(drafts.map((draft, i) => [draft, stored[i]!]));
}
