import { joinedBytes } from '../../text/document/byte-pattern.ts';
import { utf8 } from '../../text/document/utf8.ts';
import { createLineRenderer } from './rendered-lines.ts';

export type CleanStream = {
  /** The lines that these bytes complete, as clean text. The result is good until the next call. */
  push(bytes: Uint8Array): Uint8Array;
  /** The line that was not ended. */
  end(): Uint8Array;
  /** The line ends so far. */
  readonly lines: number;
  /** A full-screen program holds the screen. */
  readonly inAlternateScreen: boolean;
};

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const DELETE = 0x7f;

/** A longer line is written in parts. */
const LONGEST_LINE = 65_536;

/**
 * Terminal output of any length as clean text, line by line. Lines without control characters, which are most, are
 * copied byte by byte; only the others are decoded and rendered.
 */
export function createCleanStream(): CleanStream {
  const renderer = createLineRenderer();
  let held = new Uint8Array(0);
  let copy = new Uint8Array(65_536);
  let lines = 0;

  return {
    push(bytes) {
      const data = held.length > 0 ? joinedBytes([held, bytes], held.length + bytes.length) : bytes;
      const end = data.lastIndexOf(NEWLINE) + 1;
      const rest = data.length - end > LONGEST_LINE ? data.length : end;
      held = data.slice(rest);
      return cleaned(data.subarray(0, rest));
    },
    end() {
      const rest = held;
      held = new Uint8Array(0);
      return cleaned(rest);
    },
    get lines() {
      return lines;
    },
    get inAlternateScreen() {
      return renderer.inAlternateScreen;
    },
  };

  function cleaned(data: Uint8Array): Uint8Array {
    if (copy.length < data.length) copy = new Uint8Array(data.length * 2);
    const length = renderer.inAlternateScreen ? undefined : copyPlain(data);
    return length === undefined ? rendered(data) : copy.subarray(0, length);
  }

  /** The length of the copy; undefined if there is anything to render. */
  function copyPlain(data: Uint8Array): number | undefined {
    let length = 0;
    let ends = 0;
    for (let at = 0; at < data.length; at++) {
      const byte = data[at]!;
      if (byte >= SPACE ? byte !== DELETE : byte === TAB) copy[length++] = byte;
      else if (byte === NEWLINE) {
        copy[length++] = byte;
        ends++;
      } else if (byte !== RETURN || data[at + 1] !== NEWLINE) return undefined;
    }
    lines += ends;
    return length;
  }

  function rendered(data: Uint8Array): Uint8Array {
    const all = utf8.decode(data).split('\n');
    lines += all.length - 1;
    return utf8.encode(all.map((line) => renderer.line(line)).join('\n'));
  }
}
