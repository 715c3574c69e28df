import { asciiBytes, hasBytes, joinedBytes } from '../../text/document/byte-pattern.ts';
import { binaryString } from '../../text/document/utf8.ts';

/** What a shell sends: output, and between it the markers that only this shell can write. */
export type Piece =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'marker'; readonly letter: string; readonly fields: readonly string[] };

export type MarkerParser = (chunk: Uint8Array) => Piece[];

const ESCAPE = 0x1b;
const BELL = 0x07;

/** A path may be long, and quoting makes it longer. Beyond that it is no marker. */
const MAX_MARKER_BYTES = 32_768;

/** Between the fields of a marker; no quoted text holds it. */
const UNIT_SEPARATOR = '\x1f';

/** What each marker begins with. Terminals know OSC 633 and ignore what they do not understand of it. */
export function markerPrefix(token: string): string {
  return `\x1b]633;${token};`;
}

/** Finds the markers with this token, wherever the chunks are cut; all else is output, as it came. */
export function createMarkerParser(token: string): MarkerParser {
  const prefix = asciiBytes(markerPrefix(token));
  let held: Uint8Array | undefined;

  return (chunk) => {
    const data = held ? joinedBytes([held, chunk], held.length + chunk.length) : chunk;
    held = undefined;
    const pieces: Piece[] = [];
    let from = 0;
    for (let at = data.indexOf(ESCAPE); at !== -1; at = data.indexOf(ESCAPE, at + 1)) {
      if (!beginsLike(data, at, prefix)) continue;
      const end = at + prefix.length > data.length ? -1 : data.indexOf(BELL, at + prefix.length);
      if (end === -1 && data.length - at > MAX_MARKER_BYTES) continue;
      addOutput(pieces, data.subarray(from, at));
      if (end === -1) {
        held = data.slice(at);
        return pieces;
      }
      pieces.push(toMarker(data.subarray(at + prefix.length, end)));
      from = end + 1;
      at = end;
    }
    addOutput(pieces, from === 0 ? data : data.subarray(from));
    return pieces;
  };
}

/** Whether the prefix is here, or as much of it as there are bytes. */
function beginsLike(data: Uint8Array, at: number, prefix: readonly number[]): boolean {
  if (data.length - at >= prefix.length) return hasBytes(data, prefix, at);
  for (let i = 0; at + i < data.length; i++) if (data[at + i] !== prefix[i]) return false;
  return true;
}

function addOutput(pieces: Piece[], bytes: Uint8Array): void {
  if (bytes.length > 0) pieces.push({ kind: 'output', bytes });
}

function toMarker(bytes: Uint8Array): Piece {
  const [letter = '', ...fields] = binaryString(bytes).split(UNIT_SEPARATOR);
  return { kind: 'marker', letter, fields };
}
