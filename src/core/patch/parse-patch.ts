import { parseEnvelope } from './parse-envelope.ts';
import { isUnifiedDiff, parseUnifiedDiff } from './parse-unified-diff.ts';
import { type FilePatch, PatchError } from './patch.ts';

const EXAMPLE = `*** Begin Patch
*** Update File: path/to/file
@@
 a line before
-the old line
+the new line
*** End Patch`;

/** Reads the `*** Begin Patch` format and unified diffs. Throws a PatchError. */
export function parsePatch(text: string): FilePatch[] {
  const lines = withoutWrapping(text.replaceAll('\r\n', '\n')).split('\n');
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  if (begin !== -1 || lines.some(isFileHeader)) return parseEnvelope(lines, begin);
  if (isUnifiedDiff(lines)) return parseUnifiedDiff(lines);
  throw new PatchError(`This is neither a patch nor a unified diff. Write the patch like this:\n${EXAMPLE}`);
}

function isFileHeader(line: string): boolean {
  return /^\*\*\* (Add|Update|Delete) File: /.test(line);
}

/** Models sometimes send the patch as they would give it to a shell, or in a code fence. */
function withoutWrapping(text: string): string {
  const heredoc = /^(?:apply_patch\s+|cat\s+)?<<-?\s*(['"]?)(\w+)\1\n([\s\S]*?)\n\2\s*$/.exec(text.trim());
  if (heredoc) return heredoc[3]!;
  const fence = /^```\w*\n([\s\S]*?)\n```$/.exec(text.trim());
  return fence ? fence[1]! : text;
}
