import { joinedBytes } from '../../text/document/byte-pattern.ts';
import { utf8 } from '../../text/document/utf8.ts';
import { incompleteEnd } from './incomplete-end.ts';

/** Looks for something in output as it arrives; `push` is true once it was found. */
export type OutputWatch = (bytes: Uint8Array) => boolean;

/** How much of the earlier output a match may begin in. */
const OVERLAP = 4_096;

const SEQUENCES = new RegExp(
  [
    String.raw`\x1b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)`,
    String.raw`\x1b[()][0-9A-B]|\x1b[=>78]|\r(?=\n)`,
  ].join('|'),
  'g',
);

/** Colours and other sequences do not count, so that a coloured text is found as it reads. */
export function createOutputWatch(isIn: (text: string) => boolean): OutputWatch {
  let held: Uint8Array = new Uint8Array(0);
  let seen = '';
  return (bytes) => {
    const all = joinedBytes([held, bytes], held.length + bytes.length);
    held = all.slice(all.length - incompleteEnd(all));
    const fresh = utf8.decode(all.subarray(0, all.length - held.length));
    const text = (seen + fresh).replace(SEQUENCES, '');
    seen = text.slice(-OVERLAP);
    return isIn(text);
  };
}
