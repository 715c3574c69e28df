import { type FilePatch, type Hunk, PatchError } from './patch.ts';

const GIT = 'diff --git ';
const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
/** Models leave out the numbers that they do not know. */
const bareHunkHeader = /^@@(?:[ .]*@@)?()()()() ?(.*)$/;

export function isUnifiedDiff(lines: readonly string[]): boolean {
  return lines.some((line, at) => isFileStart(lines, at) || line.startsWith(GIT));
}

function isFileStart(lines: readonly string[], at: number): boolean {
  return lines[at]!.startsWith('--- ') && (lines[at + 1]?.startsWith('+++ ') ?? false);
}

/** Reads the output of `diff -u` and `git diff`, renames, new and deleted files included. */
export function parseUnifiedDiff(lines: readonly string[]): FilePatch[] {
  return new UnifiedDiffParser(lines).parse();
}

/** What the lines before the first hunk say of a file. */
type FileHeader = { oldPath?: string; newPath?: string; isNew?: boolean; isDeleted?: boolean };

class UnifiedDiffParser {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  parse(): FilePatch[] {
    const files: FilePatch[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      if (line.startsWith(GIT) || isFileStart(this.#lines, this.#at)) files.push(this.#file());
      else if (hunkHeader.test(line))
        throw this.#error('is a hunk of no file: "--- PATH" and "+++ PATH" are missing');
      else this.#at++;
    }
    return files;
  }

  #file(): FilePatch {
    const header = this.#header();
    const hunks: Hunk[] = [];
    for (let match = this.#hunkHeader(); match; match = this.#hunkHeader())
      hunks.push(this.#hunk(match, hunks.length + 1));
    const path = header.oldPath ?? header.newPath;
    if (path === undefined)
      throw this.#error('ends a file that is not named: "--- PATH" and "+++ PATH" are missing');
    if (header.isNew) return { kind: 'add', path: header.newPath ?? path, content: contentOf(hunks) };
    if (header.isDeleted) return { kind: 'delete', path };
    const moveTo = header.newPath === path ? undefined : header.newPath;
    if (hunks.length === 0 && moveTo === undefined)
      throw new PatchError(
        `The diff changes no line of ${path}. Only changes of text, new, deleted and renamed files can be applied.`,
      );
    return { kind: 'update', path, moveTo, hunks };
  }

  #header(): FileHeader {
    const header: FileHeader = {};
    const line = this.#lines[this.#at]!;
    if (line.startsWith(GIT)) {
      this.#at++;
      const path = pathOfBoth(line.slice(GIT.length));
      if (path !== undefined) header.oldPath = header.newPath = path;
    }
    for (; this.#at < this.#lines.length && !this.#hunkHeader(); this.#at++) {
      const line = this.#lines[this.#at]!;
      if (line.startsWith(GIT)) break;
      if (isFileStart(this.#lines, this.#at)) {
        takePaths(header, line, this.#lines[this.#at + 1]!);
        this.#at += 2;
        break;
      }
      if (/^(GIT binary patch|Binary files )/.test(line))
        throw this.#error('is of a binary file, which cannot be patched');
      takeExtendedHeader(header, line);
    }
    return header;
  }

  #hunkHeader(): RegExpExecArray | undefined {
    const line = this.#lines[this.#at] ?? '';
    return hunkHeader.exec(line) ?? bareHunkHeader.exec(line) ?? undefined;
  }

  /** Counts of the header decide where it ends, so that a removed line `-- x` is no file. Wrong counts are forgiven. */
  #hunk([, start, oldCount = '1', , newCount = '1', section = '']: RegExpExecArray, number: number): Hunk {
    this.#at++;
    const oldLines: string[] = [];
    const newLines: string[] = [];
    const isCounted = start !== '';
    let oldLacksNewline = false;
    let newLacksNewline = false;
    for (let last = ''; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at]!;
      const sign = line[0] ?? ' ';
      if (sign === '\\') {
        if (last !== '+') oldLacksNewline = true;
        if (last !== '-') newLacksNewline = true;
        continue;
      }
      const isComplete = oldLines.length >= Number(oldCount) && newLines.length >= Number(newCount);
      if (!/[ +-]/.test(sign) || (isComplete && this.#endsHunk(line, isCounted))) break;
      if (sign !== '+') oldLines.push(line.slice(1));
      if (sign !== '-') newLines.push(line.slice(1));
      last = sign;
    }
    if (oldLines.length + newLines.length === 0) throw this.#error('ends a hunk that has no lines');
    const anchors = section.trim() === '' ? [] : [section];
    return {
      number,
      anchors,
      oldLines,
      newLines,
      atEnd: false,
      oldStart: isCounted ? Number(start) : undefined,
      oldLacksNewline,
      newLacksNewline,
    };
  }

  /** Without counts, an empty line is one of the file unless nothing follows it. */
  #endsHunk(line: string, isCounted: boolean): boolean {
    if (isFileStart(this.#lines, this.#at)) return true;
    return line === '' && (isCounted || this.#lines.slice(this.#at).every((rest) => rest.trim() === ''));
  }

  #error(problem: string): PatchError {
    const line = this.#lines[this.#at] ?? '';
    return new PatchError(
      `Line ${this.#at + 1} of the diff (${JSON.stringify(line.slice(0, 80))}) ${problem}.`,
    );
  }
}

/** The path in `a/PATH b/PATH`; undefined if the two differ. */
function pathOfBoth(paths: string): string | undefined {
  const half = (paths.length - 1) / 2;
  const [before, after] = [paths.slice(0, half), paths.slice(half + 1)].map(withoutQuotes) as [
    string,
    string,
  ];
  const isSame = before.startsWith('a/') && after.startsWith('b/') && before.slice(2) === after.slice(2);
  return isSame && paths[half] === ' ' ? before.slice(2) : undefined;
}

function withoutQuotes(path: string): string {
  return path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path;
}

function takePaths(header: FileHeader, oldLine: string, newLine: string): void {
  const oldPath = pathIn(oldLine);
  const newPath = pathIn(newLine);
  if (oldPath === '/dev/null') header.isNew = true;
  if (newPath === '/dev/null') header.isDeleted = true;
  // git writes a/ and b/ before the paths; a diff by other programs need not.
  const hasPrefixes = [oldPath, newPath].every(
    (path, side) => path === '/dev/null' || path.startsWith(side ? 'b/' : 'a/'),
  );
  const plain = (path: string) => (hasPrefixes && path !== '/dev/null' ? path.slice(2) : path);
  if (oldPath !== '/dev/null') header.oldPath = plain(oldPath);
  if (newPath !== '/dev/null') header.newPath = plain(newPath);
}

/** Without the time that `diff -u` puts after a tab, and without quotes. */
function pathIn(line: string): string {
  return withoutQuotes(line.slice(4).split('\t', 1)[0]!.trimEnd());
}

function takeExtendedHeader(header: FileHeader, line: string): void {
  const [, action, path] = /^(rename from|rename to|copy from) (.*)$/.exec(line) ?? [];
  if (action?.startsWith('copy'))
    throw new PatchError(`The diff copies ${path}, which cannot be applied. Add the new file instead.`);
  if (action?.endsWith('from')) header.oldPath = path!;
  if (action?.endsWith('to')) header.newPath = path!;
  if (line.startsWith('new file mode ')) header.isNew = true;
  if (line.startsWith('deleted file mode ')) header.isDeleted = true;
}

function contentOf(hunks: readonly Hunk[]): string {
  const text = hunks.flatMap(({ newLines }) => newLines.map((line) => `${line}\n`)).join('');
  return hunks.at(-1)?.newLacksNewline ? text.slice(0, -1) : text;
}
