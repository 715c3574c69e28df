import type { Readable, Writable } from 'node:stream';
import { createLineSplitter } from '../../core/text/stream/line-framing.ts';

const LF = Buffer.from('\n');
/** Larger pieces are written one by one: joining them costs more than a second write. */
const MAX_JOINED_BYTES = 64 * 1024;

/** A longer line passes in chunks: parsing it would take several times its length in memory. */
export const MAX_LINE_BYTES = 48_000_000;

/** What the relay does with a line: passes it unchanged, or sends these messages instead, possibly later. */
export type LineAction = 'pass' | Messages | Promise<Messages>;
/** Each is an object, or the bytes of a line. */
export type Messages = readonly (object | Uint8Array)[];
export type LongLineAction = 'pass' | 'drop';

export type LineInterceptor = {
  onLine(line: Uint8Array): LineAction;
  /** Decides by the beginning of a line that is longer than `MAX_LINE_BYTES`. */
  onLongLine(beginning: Uint8Array): LongLineAction;
};

/** A part of a long line. */
class LineChunk {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

type Item = Messages | LineChunk;

/**
 * Passes lines from a stream to another in order. Lines that are not intercepted are copied as bytes; those of one
 * chunk are written together.
 */
export class LineRelay {
  /** Resolves when the input has ended and everything is written. */
  readonly ended: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #interceptor: LineInterceptor;
  #ready: Uint8Array[] = [];
  /** The lines after one whose action is still pending. */
  #queue: (Item | Promise<Messages>)[] | undefined;
  #queuedBytes = 0;
  /** The action for the long line that is being read. */
  #longLine: LongLineAction | undefined;
  readonly #afterLongLine: Messages[] = [];
  #isReading = false;
  #hasInputEnded = false;
  #resolveEnded = () => {};

  constructor(input: Readable, output: Writable, interceptor: LineInterceptor) {
    this.#input = input;
    this.#output = output;
    this.#interceptor = interceptor;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    const split = createLineSplitter(MAX_LINE_BYTES, {
      line: (line) => this.#onLine(line),
      part: (pieces) => this.#onLongLineChunk(pieces),
      tooLong: () => this.#onLongLineEnd(),
    });
    input.on('data', (chunk: Uint8Array) => {
      this.#isReading = true;
      split(chunk);
      this.#isReading = false;
      this.#flush();
    });
    input.on('end', () => this.#onInputEnd());
    input.on('close', () => this.#onInputEnd());
  }

  /** Sends a message of our own after all lines read so far. */
  send(message: object): void {
    this.#sendOwn(message, (messages) => this.#add(messages));
  }

  /** Sends a message of our own before queued lines, which may be waiting for its response. */
  sendFirst(message: object): void {
    this.#sendOwn(message, (messages) => this.#makeReady(messages));
  }

  #sendOwn(message: object, add: (messages: Messages) => void): void {
    if (this.#longLine === 'pass') return void this.#afterLongLine.push([message]);
    add([message]);
    if (!this.#isReading) this.#flush();
  }

  #onLine(line: Uint8Array): void {
    const action = this.#interceptor.onLine(line);
    this.#add(action === 'pass' ? [line] : action);
  }

  #onLongLineChunk(pieces: readonly Uint8Array[]): void {
    this.#longLine ??= this.#interceptor.onLongLine(pieces[0]!);
    if (this.#longLine === 'pass') this.#add(new LineChunk(pieces));
  }

  #onLongLineEnd(): void {
    if (this.#longLine === 'pass') this.#add(new LineChunk([LF]));
    this.#longLine = undefined;
    for (const messages of this.#afterLongLine.splice(0)) this.#add(messages);
  }

  #onInputEnd(): void {
    this.#hasInputEnded = true;
    this.#flush();
  }

  #add(item: Item | Promise<Messages>): void {
    if (this.#queue) {
      this.#queue.push(item);
      this.#queuedBytes += sizeOf(item);
    } else if (item instanceof Promise) {
      this.#queue = [];
      void item.then((messages) => this.#releaseQueue(messages));
    } else this.#makeReady(item);
  }

  #releaseQueue(first: Messages): void {
    const queue = this.#queue ?? [];
    this.#queue = undefined;
    this.#queuedBytes = 0;
    this.#makeReady(first);
    for (const item of queue) this.#add(item);
    this.#flush();
    this.#input.resume();
  }

  #makeReady(item: Item): void {
    if (item instanceof LineChunk) return void this.#ready.push(...item.pieces);
    for (const message of item) {
      this.#ready.push(message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message)), LF);
    }
  }

  #flush(): void {
    const pieces = this.#ready;
    this.#ready = [];
    // While an action is pending, at most one long line is read.
    if (this.#queue && this.#queuedBytes > MAX_LINE_BYTES) this.#input.pause();
    if (pieces.length > 0 && !this.#write(pieces)) {
      this.#input.pause();
      this.#output.once('drain', () => this.#input.resume());
    }
    if (this.#hasInputEnded && !this.#queue) this.#resolveEnded();
  }

  #write(pieces: readonly Uint8Array[]): boolean {
    const output = this.#output;
    if (!pieces.some(({ length }) => length > MAX_JOINED_BYTES)) return output.write(Buffer.concat(pieces));
    output.cork();
    const hasRoom = pieces.map((piece) => output.write(piece)).at(-1)!;
    output.uncork();
    return hasRoom;
  }
}

function sizeOf(item: Item | Promise<Messages>): number {
  const pieces = item instanceof Promise ? [] : item instanceof LineChunk ? item.pieces : item;
  return pieces.reduce<number>((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : 0), 0);
}
