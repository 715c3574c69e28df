import type { Readable, Writable } from 'node:stream';
import { createLineSplitter } from '../core/text/line-framing.ts';

const LF = Buffer.from('\n');
const LARGE = 64 * 1024;

/** What becomes of a line: it passes as it came, or these messages take its place, perhaps a little later. */
export type Verdict = 'pass' | Replacement | Promise<Replacement>;
/** Messages as objects, or bytes that need no second look. */
export type Replacement = readonly (object | Uint8Array)[];

/** What becomes of a line that is too long to be looked at, by its beginning. */
export type LongVerdict = 'pass' | 'drop';

export type Judge = {
  line(line: Uint8Array): Verdict;
  longLine(beginning: readonly Uint8Array[]): LongVerdict;
};

/** A longer line passes in parts: to parse it would take many times its length in memory. */
export const MAX_LINE_BYTES = 48_000_000;

export type Pump = {
  /** Sends a message of our own after all that was read so far. */
  send(message: object): void;
  /** The same before anything that is held back: what is held may wait for the answer. */
  sendAtOnce(message: object): void;
  /** All that was read has been handed on. */
  readonly ended: Promise<void>;
};

/** Bytes of a long line. */
class Part {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

type Item = Replacement | Part;

/**
 * Hands lines on in order. Bytes that pass are never copied one by one or looked at again: those of one chunk leave
 * in one piece.
 */
export function openPump(input: Readable, output: Writable, judge: Judge): Pump {
  let ready: Uint8Array[] = [];
  /** Lines after one that is not decided yet. */
  let held: (Item | Promise<Replacement>)[] | undefined;
  let heldBytes = 0;
  /** What becomes of the long line that is under way, and the messages of our own that wait for its end. */
  let long: LongVerdict | undefined;
  const afterLong: Replacement[] = [];
  let isReading = false;
  let hasEnded = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  function take(next: Item | Promise<Replacement>): void {
    if (held) {
      held.push(next);
      heldBytes += sizeOf(next);
    } else if (next instanceof Promise) {
      held = [];
      void next.then(release);
    } else put(next);
  }

  function release(decided: Replacement): void {
    const waiting = held ?? [];
    held = undefined;
    heldBytes = 0;
    put(decided);
    for (const next of waiting) take(next);
    flush();
    input.resume();
  }

  function put(messages: Item): void {
    if (messages instanceof Part) return void ready.push(...messages.pieces);
    for (const message of messages) {
      ready.push(message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message)), LF);
    }
  }

  function flush(): void {
    const pieces = ready;
    ready = [];
    // While a line is undecided, no more than one long line is read.
    if (held && heldBytes > MAX_LINE_BYTES) input.pause();
    if (pieces.length > 0 && !write(pieces)) {
      input.pause();
      output.once('drain', () => input.resume());
    }
    if (hasEnded && !held) end();
  }

  /** In one piece, unless putting it together would cost more than it saves. */
  function write(pieces: readonly Uint8Array[]): boolean {
    if (!pieces.some(({ length }) => length > LARGE)) return output.write(Buffer.concat(pieces));
    output.cork();
    const isTaken = pieces.map((piece) => output.write(piece)).at(-1)!;
    output.uncork();
    return isTaken;
  }

  const split = createLineSplitter(MAX_LINE_BYTES, {
    line(line) {
      const verdict = judge.line(line);
      take(verdict === 'pass' ? [line] : verdict);
    },
    part(pieces) {
      long ??= judge.longLine(pieces);
      if (long === 'pass') take(new Part(pieces));
    },
    tooLong() {
      if (long === 'pass') take(new Part([LF]));
      long = undefined;
      for (const messages of afterLong.splice(0)) take(messages);
    },
  });
  const finish = () => {
    hasEnded = true;
    flush();
  };
  input.on('data', (chunk: Uint8Array) => {
    isReading = true;
    split(chunk);
    isReading = false;
    flush();
  });
  input.on('end', finish);
  input.on('close', finish);
  return {
    send(message) {
      if (long === 'pass') return void afterLong.push([message]);
      take([message]);
      if (!isReading) flush();
    },
    sendAtOnce(message) {
      if (long === 'pass') return void afterLong.push([message]);
      put([message]);
      if (!isReading) flush();
    },
    ended,
  };
}

function sizeOf(item: Item | Promise<Replacement>): number {
  const pieces = item instanceof Promise ? [] : item instanceof Part ? item.pieces : item;
  return pieces.reduce<number>((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : 0), 0);
}
