import { maxResultLines } from '../../core/text/result-limits.ts';
import type { DirectoryEntry } from '../../ports/files.ts';
import { createTurns, type Turns } from '../../workspace/turns.ts';
import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';

const DEPTH = 2;

/** How a tool words its advice: what to do about entries that are not shown, or hidden. */
export type DirectoryAdvice = { beyondLimit(folder: string): string; hidden(folder: string): string };

const viewAdvice: DirectoryAdvice = {
  beyondLimit: (folder) => `View a subdirectory, or use \`ls -la ${folder}\`.`,
  hidden: (folder) => `Use \`ls -la ${folder}\` to see them.`,
};

/** The files and folders in a folder, two levels deep, without hidden ones. */
export async function viewDirectory(
  path: string,
  files: WorkspaceFiles,
  advice: DirectoryAdvice = viewAdvice,
): Promise<ToolResult> {
  const top = path.replace(/(?<=.)\/+$/, '');
  const listing: Listing = { files, turns: createTurns(), paths: [], hidden: 0 };
  await listInto(listing, top, DEPTH);
  const limit = files.limits.viewCharacters;
  const { text, shown } = pathsWithin([withSlash(top), ...listing.paths], limit);
  const header = `Here are the files and directories up to ${DEPTH} levels deep in ${path}, without hidden items:`;
  return {
    summary: `${header}\n${text}`,
    remarks: [
      ...cutRemark(listing, { shown: shown - 1, limit, advice: advice.beyondLimit(top) }),
      ...hiddenRemark(listing, advice.hidden(top)),
    ],
    data: { path, entries: listing.paths.length, hidden: listing.hidden },
  };
}

type Listing = {
  readonly files: WorkspaceFiles;
  readonly turns: Turns;
  readonly paths: string[];
  hidden: number;
};

async function listInto(listing: Listing, folder: string, depth: number): Promise<void> {
  await listing.turns();
  const entries = await listing.files.list(folder);
  for (const entry of entries.toSorted(byName)) {
    if (entry.name.startsWith('.')) {
      listing.hidden++;
      continue;
    }
    const path = `${withSlash(folder)}${entry.name}`;
    const isDenied = entry.mark === 'denied';
    listing.paths.push(`${path}${entry.kind === 'directory' ? '/' : ''}${isDenied ? ' (denied)' : ''}`);
    if (entry.kind === 'directory' && depth > 1 && !isDenied) await listInto(listing, path, depth - 1);
  }
}

function byName(a: DirectoryEntry, b: DirectoryEntry): number {
  return a.name < b.name ? -1 : 1;
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

function pathsWithin(paths: readonly string[], limit: number): { text: string; shown: number } {
  let length = 0;
  const beyond = paths.findIndex((path, at) => {
    length += path.length + 1;
    return length > limit || at >= maxResultLines(limit);
  });
  const shown = beyond === -1 ? paths.length : beyond;
  return { text: paths.slice(0, shown).join('\n'), shown };
}

type Cut = { readonly shown: number; readonly limit: number; readonly advice: string };

function cutRemark({ paths }: Listing, { shown, limit, advice }: Cut): string[] {
  if (shown >= paths.length) return [];
  const lines = maxResultLines(limit);
  const reached = shown + 1 === lines ? `${lines} lines` : `${limit} characters`;
  return [`Cut at ${reached}: ${shown} of ${paths.length} entries are shown. ${advice}`];
}

function hiddenRemark({ hidden }: Listing, advice: string): string[] {
  return hidden > 0 ? [`${hidden} hidden items are not shown. ${advice}`] : [];
}
