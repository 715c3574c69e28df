import type { DirectoryEntry } from '../../ports/files.ts';
import { createTurns, type Turns } from '../../workspace/turns.ts';
import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';

const DEPTH = 2;

/** The files and folders in a folder, two levels deep, without hidden ones. */
export async function viewDirectory(path: string, files: WorkspaceFiles): Promise<ToolResult> {
  const top = path.replace(/(?<=.)\/+$/, '');
  const listing: Listing = { files, turns: createTurns(), paths: [], hidden: 0 };
  await listInto(listing, top, DEPTH);
  const limit = files.limits.viewCharacters;
  const { text, shown } = pathsWithin([withSlash(top), ...listing.paths], limit);
  const header = `Here are the files and directories up to ${DEPTH} levels deep in ${path}, without hidden items:`;
  return {
    summary: `${header}\n${text}`,
    remarks: [...cutRemark(top, listing, { shown: shown - 1, limit }), ...hiddenRemark(top, listing)],
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
  const beyond = paths.findIndex((path) => {
    length += path.length + 1;
    return length > limit;
  });
  const shown = beyond === -1 ? paths.length : beyond;
  return { text: paths.slice(0, shown).join('\n'), shown };
}

type Cut = { readonly shown: number; readonly limit: number };

function cutRemark(top: string, { paths }: Listing, { shown, limit }: Cut): string[] {
  if (shown >= paths.length) return [];
  return [
    `Cut at ${limit} characters: ${shown} of ${paths.length} entries are shown. View a subdirectory, or use \`ls -la ${top}\`.`,
  ];
}

function hiddenRemark(top: string, { hidden }: Listing): string[] {
  return hidden > 0 ? [`${hidden} hidden items are not shown. Use \`ls -la ${top}\` to see them.`] : [];
}
