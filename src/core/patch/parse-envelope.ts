import { type FilePatch, type Hunk, PatchError } from './patch.ts';

const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const MOVE = '*** Move to:';

/** Reads the format of `*** Begin Patch`, whose first line is at `begin`; -1 if it was left out. */
export function parseEnvelope(lines: readonly string[], begin: number): FilePatch[] {
  return new EnvelopeParser(lines, begin + 1).parse();
}

class EnvelopeParser {
  readonly #lines: readonly string[];
  /** For each line: only empty lines follow until the next file, or the end. */
  readonly #endsFile: readonly boolean[];
  #at: number;

  constructor(lines: readonly string[], start: number) {
    const end = lines.findIndex((line, at) => at >= start && line.trim() === END);
    const rest = end === -1 ? [] : lines.slice(end + 1);
    if (rest.some((line) => line.trim() !== ''))
      throw new PatchError(`Line ${end + 2} of the patch is after "${END}". Put every file before it.`);
    this.#lines = end === -1 ? lines.slice(0, lengthWithoutEmptyEnd(lines)) : lines.slice(0, end);
    this.#endsFile = linesThatEndFile(this.#lines);
    this.#at = start;
  }

  parse(): FilePatch[] {
    const files: FilePatch[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      if (line.trim() === '') this.#at++;
      else files.push(this.#file(line));
    }
    if (files.length === 0)
      throw new PatchError(
        'The patch names no file. Begin with "*** Update File: PATH", "*** Add File: PATH" or "*** Delete File: PATH".',
      );
    return files;
  }

  #file(line: string): FilePatch {
    const { action, path } = fileHeader(line) ?? {};
    if (!action)
      throw this.#error(
        'is not the beginning of a file. Write "*** Update File: PATH", "*** Add File: PATH" or "*** Delete File: PATH"',
      );
    if (!path) throw this.#error('names no path');
    this.#at++;
    if (action === 'Delete') return { kind: 'delete', path };
    return action === 'Add' ? { kind: 'add', path, content: this.#addedContent() } : this.#update(path);
  }

  #addedContent(): string {
    const added: string[] = [];
    for (let line = this.#lineOfFile(); line !== undefined; line = this.#lineOfFile()) {
      if (line === '' && this.#endsFile[this.#at]) {
        this.#at++;
        continue;
      }
      if (!line.startsWith('+')) throw this.#error('of an added file must begin with "+"');
      added.push(`${line.slice(1)}\n`);
      this.#at++;
    }
    return added.join('');
  }

  #update(path: string): FilePatch {
    const next = this.#lineOfFile(true);
    const moveTo = next?.startsWith(MOVE) ? next.slice(MOVE.length).trim() : undefined;
    if (moveTo === '') throw this.#error('names no path');
    if (moveTo !== undefined) this.#at++;
    this.#skipDiffHeader();
    const hunks: Hunk[] = [];
    while (this.#lineOfFile() !== undefined) {
      if (this.#endsFile[this.#at]) this.#at++;
      else hunks.push(this.#hunk(hunks.length + 1));
    }
    if (hunks.length === 0 && moveTo === undefined)
      throw new PatchError(
        `The patch changes nothing in ${path}. Give lines that begin with " ", "-" or "+" after "@@".`,
      );
    return { kind: 'update', path, moveTo, hunks };
  }

  /** Models that mix the formats repeat the path as a unified diff does. */
  #skipDiffHeader(): void {
    const [old, added, hunk] = this.#lines.slice(this.#at, this.#at + 3);
    if (old?.startsWith('--- ') && added?.startsWith('+++ ') && hunk?.startsWith('@@')) this.#at += 2;
  }

  #hunk(number: number): Hunk {
    const anchors: string[] = [];
    for (let line = this.#lineOfFile(); line?.startsWith('@@'); line = this.#lineOfFile()) {
      const anchor = withoutEndMark(line.slice(line[2] === ' ' ? 3 : 2));
      if (anchor.trim() !== '') anchors.push(anchor);
      this.#at++;
    }
    const oldLines: string[] = [];
    const newLines: string[] = [];
    for (
      let line = this.#lineOfFile();
      line !== undefined && !line.startsWith('@@');
      line = this.#lineOfFile()
    ) {
      if (line === '' && this.#endsFile[this.#at]) break;
      const sign = line[0];
      // A context line whose leading space is missing: the matcher compares it with the file in any case.
      const text = sign === ' ' || sign === '-' || sign === '+' ? line.slice(1) : line;
      if (sign !== '+') oldLines.push(text);
      if (sign !== '-') newLines.push(text);
      this.#at++;
    }
    const atEnd = this.#lines[this.#at]?.trim() === END_OF_FILE;
    if (atEnd) this.#at++;
    if (oldLines.length + newLines.length === 0) throw this.#error('ends a hunk that has no lines');
    return { number, anchors, oldLines, newLines, atEnd };
  }

  /** The next line if it belongs to the current file, or is one of its directives. */
  #lineOfFile(withDirectives = false): string | undefined {
    const line = this.#lines[this.#at];
    const isDirective = line !== undefined && /^\*\*\* (Add|Update|Delete|Move|End)\b/.test(line);
    return isDirective && !withDirectives ? undefined : line;
  }

  #error(problem: string): PatchError {
    const line = this.#lines[this.#at] ?? '';
    return new PatchError(
      `Line ${this.#at + 1} of the patch (${JSON.stringify(line.slice(0, 80))}) ${problem}.`,
    );
  }
}

type FileHeader = { readonly action: 'Add' | 'Update' | 'Delete'; readonly path: string };

function fileHeader(line: string): FileHeader | undefined {
  const [, action] = /^\*\*\* (Add|Update|Delete) File:/.exec(line) ?? [];
  return action
    ? { action: action as FileHeader['action'], path: line.slice(line.indexOf(':') + 1).trim() }
    : undefined;
}

/** An anchor may be between two marks: `@@ class A @@`. */
function withoutEndMark(anchor: string): string {
  const text = anchor.trimEnd();
  return text.endsWith('@@') ? text.slice(0, -2).trimEnd() : anchor;
}

function linesThatEndFile(lines: readonly string[]): boolean[] {
  const ends: boolean[] = [];
  for (let at = lines.length - 1; at >= 0; at--) {
    const next = lines[at + 1];
    const isBeforeFile = next === undefined || ends[at + 1]! || fileHeader(next) !== undefined;
    ends[at] = lines[at]!.trim() === '' && isBeforeFile;
  }
  return ends;
}

function lengthWithoutEmptyEnd(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '') + 1;
}
