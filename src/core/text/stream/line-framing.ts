import { joinedBytes } from '../document/byte-pattern.ts';

const LF = 10;

export type LineReceiver = {
  line(line: Uint8Array): void;
  /** Called at the end of a line that is longer than the limit. */
  tooLong(bytes: number): void;
  /** Called with the parts of such a line. */
  part?(pieces: readonly Uint8Array[]): void;
};

/** Splits a stream of bytes into lines, in linear time for chunks of any size. */
export function createLineSplitter(maxBytes: number, on: LineReceiver) {
  let pieces: Uint8Array[] = [];
  let length = 0;

  function add(piece: Uint8Array): void {
    length += piece.length;
    pieces.push(piece);
    if (length <= maxBytes) return;
    on.part?.(pieces);
    pieces = [];
  }

  function finishLine(): void {
    const [whole, total] = [pieces, length];
    pieces = [];
    length = 0;
    if (total > maxBytes) on.tooLong(total);
    else if (total > 0) on.line(joinedBytes(whole, total));
  }

  return (chunk: Uint8Array): void => {
    let start = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, start)) {
      add(chunk.subarray(start, at));
      finishLine();
      start = at + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
