import type { FileMatches } from '../../ports/search.ts';

const NUL = 0;
const LF = 10;

/**
 * Collects `path NUL number : text` lines of a grep program, or `path NUL` entries if only files are listed. The text
 * is not kept.
 */
export class MatchesParser {
  readonly #hasLines: boolean;
  readonly #maxFound: number;
  readonly #files = new Map<string, number[]>();
  #rest: Buffer = Buffer.alloc(0);
  #found = 0;

  constructor(hasLines: boolean, maxFound: number) {
    this.#hasLines = hasLines;
    this.#maxFound = maxFound;
  }

  /** More was found than was asked for. */
  get isFull(): boolean {
    return this.#found > this.#maxFound;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#hasLines ? LF : NUL;
    let start = 0;
    for (let at = bytes.indexOf(end); at !== -1 && !this.isFull; at = bytes.indexOf(end, start)) {
      this.#take(bytes.subarray(start, at));
      start = at + 1;
    }
    this.#rest = bytes.subarray(start);
  }

  files(): FileMatches[] {
    return [...this.#files]
      .map(([path, lines]) => ({ path, lines }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #take(entry: Buffer): void {
    const pathEnd = this.#hasLines ? entry.indexOf(NUL) : entry.length;
    // Without a path it is the rest of a line that contains a line break of its own.
    if (pathEnd <= 0) return;
    const path = entry.toString('utf8', 0, pathEnd);
    const line = Number.parseInt(entry.toString('latin1', pathEnd + 1, pathEnd + 20), 10);
    const lines = this.#files.get(path) ?? [];
    if (this.#hasLines && (Number.isNaN(line) || lines.at(-1) === line)) return;
    this.#found++;
    if (this.isFull) return;
    if (this.#hasLines) lines.push(line);
    this.#files.set(path, lines);
  }
}
