import type { Readable, Writable } from 'node:stream';
import { createLineSplitter } from '../core/text/line-framing.ts';

const LF = Buffer.from('\n');
const LARGE = 64 * 1024;

/** What becomes of a line: it passes as it came, or these messages take its place, perhaps a little later. */
export type Verdict = 'pass' | Replacement | Promise<Replacement>;
/** Messages as objects, or bytes that need no second look. */
export type Replacement = readonly (object | Uint8Array)[];

export type Pump = {
  /** Sends a message of our own after all that was read so far. */
  send(message: object): void;
  /** The same before anything that is held back: what is held may wait for the answer. */
  sendAtOnce(message: object): void;
  /** All that was read has been handed on. */
  readonly ended: Promise<void>;
};

/**
 * Hands lines on in order. Bytes that pass are never copied one by one or looked at again: those of one chunk leave
 * in one piece.
 */
export function openPump(input: Readable, output: Writable, judge: (line: Uint8Array) => Verdict): Pump {
  let ready: Uint8Array[] = [];
  /** Lines behind one that is not decided yet. */
  let held: (Replacement | Promise<Replacement>)[] | undefined;
  let isReading = false;
  let hasEnded = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  function take(next: Replacement | Promise<Replacement>): void {
    if (held) held.push(next);
    else if (next instanceof Promise) {
      held = [];
      void next.then(release);
    } else put(next);
  }

  function release(decided: Replacement): void {
    const waiting = held ?? [];
    held = undefined;
    put(decided);
    for (const next of waiting) take(next);
    flush();
  }

  function put(messages: Replacement): void {
    for (const message of messages) {
      ready.push(message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message)), LF);
    }
  }

  function flush(): void {
    const pieces = ready;
    ready = [];
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

  const split = createLineSplitter(Number.POSITIVE_INFINITY, {
    line(line) {
      const verdict = judge(line);
      take(verdict === 'pass' ? [line] : verdict);
    },
    tooLong: () => {},
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
      take([message]);
      if (!isReading) flush();
    },
    sendAtOnce(message) {
      put([message]);
      if (!isReading) flush();
    },
    ended,
  };
}
