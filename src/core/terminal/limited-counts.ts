import type { ScreenSize } from './terminal-size.ts';

/** Text of a terminal, in parts that may be cut anywhere, as it may be given to an emulator. */
export type CountLimiter = (text: string) => string;

/** A longer control sequence is not one that a program means; it is left out. */
const MAX_SEQUENCE = 1_024;

/** What may come between the beginning and the final letter: parameters, and controls that act at once. */
const BODY = String.raw`[\x00-\x17\x19\x1c-\x3f\x7f]`;
const CONTROLS = String.raw`[\x00-\x17\x19\x1c-\x1f\x7f]`;
const SEQUENCE = new RegExp(`((?:\x1b${CONTROLS}*\\[|\x9b))(${BODY}*)([@-~]?)`, 'g');
const OPEN_END = new RegExp(`(?:\x1b${CONTROLS}*(?:\\[${BODY}*)?|\x9b${BODY}*)$`);
const BODY_END = new RegExp(`(?!${BODY})`);
const ALL_CONTROLS = new RegExp(CONTROLS, 'g');

const ACROSS = new Set(['@', 'C', 'D', 'G', 'I', 'P', 'X', 'Z', '`', 'a', ' @', ' A', "'}", "'~"]);
const DOWN = new Set(['A', 'B', 'E', 'F', 'L', 'M', 'S', 'T', 'd', 'e']);

/**
 * An emulator does a thing as often as a control sequence says, so one sequence could keep it busy for minutes. A count
 * beyond the size of the screen does nothing more there than the size itself; all else passes as it is.
 */
export function createCountLimiter({ cols, rows }: ScreenSize): CountLimiter {
  let held = '';
  let isSkipping = false;

  return (text) => {
    let data = held + text;
    held = '';
    if (isSkipping) {
      const end = data.search(BODY_END);
      if (end === data.length) return '';
      isSkipping = false;
      data = data.slice(isFinal(data[end]!) ? end + 1 : end);
    }
    const open = data.search(OPEN_END);
    if (open !== -1) {
      isSkipping = data.length - open > MAX_SEQUENCE;
      held = isSkipping ? '' : data.slice(open);
      data = data.slice(0, open);
    }
    return data.replace(SEQUENCE, limited);
  };

  function limited(whole: string, begin: string, body: string, final: string): string {
    if (whole.length > MAX_SEQUENCE) return '';
    const plain = body.replace(ALL_CONTROLS, '');
    const limit = limitOf(plain, final);
    const within = plain.replace(/\d+/g, (count) => (Number(count) > limit ? String(limit) : count));
    // What acts at once acts before the sequence.
    return within === plain ? whole : `${(body.match(ALL_CONTROLS) ?? []).join('')}${begin}${within}${final}`;
  }

  function limitOf(body: string, final: string): number {
    const kind = (/[ -/]+$/.exec(body)?.[0] ?? '') + final;
    if (ACROSS.has(kind)) return cols;
    if (DOWN.has(kind)) return rows;
    return kind === 'b' ? cols * rows : Number.POSITIVE_INFINITY;
  }
}

function isFinal(character: string): boolean {
  return character >= '@' && character <= '~';
}
