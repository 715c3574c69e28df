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
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  if (lines.slice(0, Math.max(0, begin)).some((line) => line.includes('<<')))
    throw new PatchError(
      `Give the patch alone, from "${BEGIN}" to "${END}", without a shell command around it.`,
    );
  const hasFiles = lines.some(isFileHeader);
  if (!hasFiles && isUnifiedDiff(lines)) return parseUnifiedDiff(lines.filter((line) => !isMark(line)));
  if (begin !== -1 || hasFiles) return parseEnvelope(lines, begin);
  const isEscaped = lines.length === 1 && text.includes('\\n');
  const hint = isEscaped ? ' It has `\\n` where line breaks should be.' : '';
  throw new PatchError(
    `This is neither a patch nor a unified diff.${hint} Write the patch like this:\n${EXAMPLE}`,
  );
}

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

function isMark(line: string): boolean {
  return line.trim() === BEGIN || line.trim() === END;
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
