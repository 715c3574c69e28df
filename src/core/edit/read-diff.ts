/** A hunk of a unified diff: the lines that it shows, before and after. */
export type DiffHunk = {
  readonly path: string;
  /** Where the shown lines begin in the text afterwards, from 1. */
  readonly line: number;
  /** Undefined where there was, or is, no file. */
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
};

const NO_FILE = '/dev/null';

/** The hunks of the unified diffs in a text; the text around them is skipped. */
export function readDiff(text: string): DiffHunk[] {
  const lines = text.split('\n');
  const hunks: DiffHunk[] = [];
  let [oldPath, newPath] = ['', ''];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      [oldPath, newPath] = [pathOf(line), pathOf(lines[at + 1]!)];
      at++;
      continue;
    }
    const header = newPath && /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!header) continue;
    const counts = { old: Number(header[2] ?? 1), new: Number(header[4] ?? 1) };
    const body = bodyFrom(lines, at + 1, counts);
    at = body.end - 1;
    hunks.push({
      path: newPath === NO_FILE ? oldPath : newPath,
      line: Math.max(1, Number(header[3])),
      oldText: oldPath === NO_FILE || (header[1] === '0' && counts.old === 0) ? undefined : body.oldText,
      newText: newPath === NO_FILE ? undefined : body.newText,
    });
  }
  return hunks;
}

function pathOf(header: string): string {
  return header.slice(4).split('\t', 1)[0]!.trimEnd();
}

function bodyFrom(lines: readonly string[], start: number, counts: { old: number; new: number }) {
  const left = { ...counts };
  let [oldText, newText] = ['', ''];
  let end = start;
  for (; end < lines.length && (left.old > 0 || left.new > 0); end++) {
    const line = lines[end]!;
    const mark = line[0];
    if (mark !== ' ' && mark !== '-' && mark !== '+') break;
    const ending = lines[end + 1]?.startsWith('\\ No newline') ? '' : '\n';
    if (mark !== '+') {
      oldText += line.slice(1) + ending;
      left.old--;
    }
    if (mark !== '-') {
      newText += line.slice(1) + ending;
      left.new--;
    }
    if (ending === '') end++;
  }
  return { oldText, newText, end };
}
