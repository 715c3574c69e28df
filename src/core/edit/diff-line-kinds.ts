export type DiffLineKind = 'file' | 'hunk' | 'same' | 'removed' | 'added' | 'note';

const BODY: Readonly<Record<string, DiffLineKind>> = { ' ': 'same', '-': 'removed', '+': 'added' };

/**
 * What each line of a unified diff is. Inside a hunk its line counts decide, since a removed `-- x` looks like the name of a
 * file; a hunk may also be cut short.
 */
export function diffLineKinds(lines: readonly string[]): DiffLineKind[] {
  const left = { old: 0, new: 0 };
  return lines.map((line) => {
    const kind = left.old > 0 || left.new > 0 ? BODY[line.charAt(0)] : undefined;
    if (kind === undefined) return outside(line, left);
    if (kind !== 'added') left.old--;
    if (kind !== 'removed') left.new--;
    return kind;
  });
}

function outside(line: string, left: { old: number; new: number }): DiffLineKind {
  const header = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
  if (header) Object.assign(left, { old: Number(header[1] ?? 1), new: Number(header[2] ?? 1) });
  if (header) return 'hunk';
  if (!line.startsWith('\\ No newline')) Object.assign(left, { old: 0, new: 0 });
  return /^(---|\+\+\+) /.test(line) ? 'file' : 'note';
}
