import type { ChildProcess } from 'node:child_process';

/** A process without questions is ended after this time. */
const MAX_IDLE_MS = 60_000;

type Question = {
  readonly answer: (bytes: Uint8Array | undefined) => void;
  readonly fail: (error: Error) => void;
};

/** One `git cat-file --batch`, which gives content after content. */
export class ContentBatch {
  readonly #child: ChildProcess;
  readonly #questions: Question[] = [];
  #pieces: Buffer[] = [];
  #received = 0;
  /** So much must be there before the next answer is whole. */
  #needed = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, onEnd: () => void) {
    this.#child = child;
    const end = () => {
      clearTimeout(this.#idle);
      onEnd();
      for (const { fail } of this.#questions.splice(0)) fail(new Error('git ended'));
    };
    child.on('error', end);
    child.on('close', end);
    child.stdin!.on('error', () => {});
    child.stdout!.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#received += piece.length;
      if (this.#received >= this.#needed) this.#deliver(Buffer.concat(this.#pieces));
    });
  }

  /** Undefined if there is no such content. */
  read(id: string): Promise<Uint8Array | undefined> {
    return new Promise((answer, fail) => {
      this.#questions.push({ answer, fail });
      this.#child.stdin!.write(`${id}\n`);
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.close(), MAX_IDLE_MS).unref();
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#child.stdin!.end();
    this.#child.kill();
  }

  /** `id blob size`, the content and a line end; or `id missing`. */
  #deliver(received: Buffer): void {
    let at = 0;
    this.#needed = 0;
    for (;;) {
      const lineEnd = received.indexOf(0x0a, at);
      if (lineEnd < 0) break;
      const [, kind, size] = received.toString('latin1', at, lineEnd).split(' ');
      const end = size === undefined ? lineEnd : lineEnd + 1 + Number(size);
      if (received.length <= end) {
        this.#needed = end + 1 - at;
        break;
      }
      const bytes = kind === 'blob' ? received.subarray(lineEnd + 1, end) : undefined;
      this.#questions.shift()?.answer(bytes);
      at = end + 1;
    }
    this.#pieces = [received.subarray(at)];
    this.#received = received.length - at;
  }
}
