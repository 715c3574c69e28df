import { joinedBytes } from './byte-pattern.ts';

const LF = 10;

/** Cuts a stream of bytes into lines, in time linear to their length however small the chunks are. */
export function createLineSplitter(
  maxBytes: number,
  on: { line(line: Uint8Array): void; tooLong(bytes: number): void },
) {
  let pieces: Uint8Array[] = [];
  let length = 0;

  function add(piece: Uint8Array): void {
    length += piece.length;
    if (length <= maxBytes) pieces.push(piece);
    else pieces = [];
  }

  function finishLine(): void {
    const whole = length <= maxBytes ? pieces : undefined;
    const total = length;
    pieces = [];
    length = 0;
    if (!whole) on.tooLong(total);
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
