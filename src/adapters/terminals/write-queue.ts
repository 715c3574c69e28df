import { writeSync } from 'node:fs';

export type WriteQueue = { write(text: string): void; close(): void };

const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 100;

/**
 * Writes to a terminal whose program may not read. The kernel takes some thousand bytes and then no more: the rest
 * waits and is tried again, without keeping the processor busy or blocking anyone.
 */
export function createWriteQueue(descriptor: number): WriteQueue {
  let waiting = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let waitMs = FIRST_WAIT_MS;

  return {
    write(text) {
      waiting = Buffer.concat([waiting, Buffer.from(text, 'utf8')]);
      if (timer === undefined) flush();
    },
    close() {
      clearTimeout(timer);
      waiting = Buffer.alloc(0);
      descriptor = -1;
    },
  };

  function flush(): void {
    timer = undefined;
    while (waiting.length > 0 && descriptor !== -1) {
      const written = tryToWrite();
      if (written === 0) {
        timer = setTimeout(flush, waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
        return;
      }
      waitMs = FIRST_WAIT_MS;
      waiting = waiting.subarray(written);
    }
  }

  function tryToWrite(): number {
    try {
      return writeSync(descriptor, waiting);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      // The terminal is gone; its end is reported elsewhere.
      return waiting.length;
    }
  }
}
