import * as z from 'zod/v4';
import { parsePatch } from '../core/patch/parse-patch.ts';
import { type FilePatch, PatchError } from '../core/patch/patch.ts';
import { defineTool } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { refuseTooManyLines } from './lines/expected-lines.ts';
import { patchResult } from './patch/patch-result.ts';
import { planFilePatch } from './patch/plan-file-patch.ts';

export const applyPatch = defineTool({
  name: 'apply_patch',
  title: 'Apply a patch',
  description:
    'Apply a patch to several files, all or none. Format: "*** Begin Patch", then for each file "*** Update File: PATH" (and "*** Move to: PATH") with hunks, "*** Add File: PATH" with "+" lines, or "*** Delete File: PATH", then "*** End Patch". A hunk begins with "@@", or "@@ LINE" below whose block it is, and has lines that begin with " " (context), "-" or "+". Unified diffs work too. A hunk must match one place.',
  guidance: [
    'changes several files at once. Give three lines of context around each change, and "@@ LINE" where they occur more than once.',
  ],
  effect: 'edit',
  input: z.object({
    patch: z.string().describe('The patch'),
    dry_run: z.boolean().optional().describe('Show the diff and write nothing'),
  }),

  async run({ patch, dry_run: dryRun = false }, context: FileContext) {
    const patches = filePatchesIn(patch);
    const { files, signal } = context;
    const changes = await Promise.all(patches.map((one) => planFilePatch(one, context)));
    const made = await files.change(changes, { tool: 'apply_patch', signal, dryRun });
    return patchResult(patches, made, { files, dryRun });
  },
});

/** More would take the server too long, and no model writes them. */
const MAX_FILES = 500;
const MAX_HUNKS = 2_000;

function filePatchesIn(patch: string): FilePatch[] {
  refuseTooManyLines('patch', patch);
  try {
    const patches = parsePatch(patch);
    const hunks = patches.reduce((sum, one) => sum + (one.kind === 'update' ? one.hunks.length : 0), 0);
    if (patches.length > MAX_FILES || hunks > MAX_HUNKS)
      throw new PatchError(
        `The patch has ${patches.length} files and ${hunks} hunks. Give at most ${MAX_FILES} files and ${MAX_HUNKS} hunks in one call.`,
      );
    return patches;
  } catch (error) {
    if (error instanceof PatchError) throw invalid(`Nothing was changed. ${error.message}`);
    throw error;
  }
}
