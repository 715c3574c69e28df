import type { JsonObject } from '../json-rpc.ts';
import { diffBetween, type FileDiff, hunksOf } from './card-outcome.ts';

/** The major version of the protocol: in 2, still a draft, a diff is a patch. */
export type ProtocolVersion = number;

export function diffContent(diffs: readonly FileDiff[], version: ProtocolVersion): JsonObject[] {
  if (version < 2)
    return diffs.map(({ path, oldText, newText }) => ({
      type: 'diff',
      path,
      oldText,
      newText: newText ?? '',
    }));
  const changes = diffs.map((diff) => ({ operation: operationOf(diff), path: diff.path, fileType: 'text' }));
  return [{ type: 'diff', changes, patch: { format: 'git_patch', text: diffs.map(gitPatch).join('') } }];
}

function operationOf({ oldText, newText }: FileDiff): string {
  if (oldText === null) return 'add';
  return newText === null ? 'delete' : 'modify';
}

const MODES: Record<string, string> = {
  add: 'new file mode 100644\n',
  delete: 'deleted file mode 100644\n',
};

function gitPatch(diff: FileDiff): string {
  const { path, oldText, newText } = diff;
  const name = quotedForGit(path);
  const mode = MODES[operationOf(diff)] ?? '';
  const hunks = diff.hunks ?? hunksOf(diffBetween(path, oldText ?? '', newText ?? ''));
  const header = `--- ${oldText === null ? '/dev/null' : name}\n+++ ${newText === null ? '/dev/null' : name}\n`;
  return `diff --git ${name} ${name}\n${mode}${hunks && header}${hunks}`;
}

/** As Git does: only names with unusual characters are quoted, byte by byte. */
function quotedForGit(path: string): string {
  if (/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
