import type { DiffText } from '../../core/edit/diff.ts';
import { createTurns } from '../turns.ts';
import type { WorkspaceFiles } from '../workspace-files.ts';
import type { ShownContents } from './shown-contents.ts';

/** More is not shown. */
const MAX_CHARACTERS = 1_000_000;

/** One diff of all files. Of a denied one it has only the name. */
export async function diffOfContents(
  files: WorkspaceFiles,
  { changes, denied }: ShownContents,
): Promise<DiffText> {
  const turns = createTurns();
  let text = '';
  let isCut = false;
  for (const change of changes) {
    if (text.length > MAX_CHARACTERS) {
      isCut = true;
      break;
    }
    const { diff } = await files.describe(change);
    text += isBinary(change) ? `Binary file ${change.path} differs\n` : diff.text;
    isCut ||= diff.isCut;
    await turns();
  }
  return { text: text + denied.map((path) => `\\ Not shown, since it is denied: ${path}\n`).join(''), isCut };
}

function isBinary({ before, after }: ShownContents['changes'][number]): boolean {
  return [before, after].some((bytes) => bytes?.subarray(0, 8_000).includes(0));
}
