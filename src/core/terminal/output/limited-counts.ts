import type { ScreenSize } from '../terminal-size.ts';

/** Text of a terminal, in parts that may be cut anywhere, as it may be given to an emulator. */
export type CountLimiter = (text: string) => string;

/** A longer control sequence is not one that a program means; it is left out. */
const MAX_SEQUENCE = 1_024;

/** What may come between the beginning and the final letter: parameters, and controls that act at once. */
const BODY = String.raw`[\x00-\x17\x19\x1c-\x3f\x7f]`;
const CONTROLS = String.raw`[\x00-\x17\x19\x1c-\x1f\x7f]`;
const SEQUENCE = new RegExp(`(\x1b${CONTROLS}*\\[|\x9b)(${BODY}*)([@-~]?)|\x1b${CONTROLS}*(?:c|#8)`, 'g');
const OPEN_END = new RegExp(`(?:\x1b${CONTROLS}*(?:\\[${BODY}*|#)?|\x9b${BODY}*)$`);
const BODY_END = new RegExp(`(?!${BODY})`);
const ALL_CONTROLS = new RegExp(CONTROLS, 'g');

const ACROSS = new Set(['@', 'C', 'D', 'G', 'I', 'P', 'X', 'Z', '`', 'a', ' @', ' A', "'}", "'~"]);
const DOWN = new Set(['A', 'B', 'E', 'F', 'L', 'M', 'S', 'T', 'd', 'e']);
const OTHER_SCREEN = /^\?(?:.*;)?(?:47|1047|1049)(?:;|$)/;
const MOVES_LINES = new Set(['L', 'M', 'S', 'T']);

/** Of what changes a whole screen, no program that means to show something sends more in one text. */
const MAX_SCREENS = 2_000;

/**
 * An emulator does a thing as often as a control sequence says, so one sequence could keep it busy for minutes. A count
 * beyond the size of the screen does nothing more there than the size itself; all else passes as it is, until whole
 * screens have been changed so often that the text can only be meant to keep the emulator busy.
 */
export function createCountLimiter({ cols, rows }: ScreenSize): CountLimiter {
  const screen = cols * rows;
  let cellsLeft = MAX_SCREENS * screen;
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

  function limited(whole: string, begin = '', body = '', final = ''): string {
    if (whole.length > MAX_SEQUENCE) return '';
    if (begin === '') return affordable(screen) ? whole : '';
    const plain = body.replace(ALL_CONTROLS, '');
    const kind = (/[ -/]+$/.exec(plain)?.[0] ?? '') + final;
    const limit = limitOf(kind);
    const within = plain.replace(/\d+/g, (count) => (Number(count) > limit ? String(limit) : count));
    if (!affordable(cellsOf(kind, within))) return '';
    // What acts at once acts before the sequence.
    return within === plain ? whole : `${(body.match(ALL_CONTROLS) ?? []).join('')}${begin}${within}${final}`;
  }

  function limitOf(kind: string): number {
    if (ACROSS.has(kind)) return cols;
    if (DOWN.has(kind)) return rows;
    return kind === 'b' ? screen : Number.POSITIVE_INFINITY;
  }

  /** How much of the screen a sequence changes. */
  function cellsOf(kind: string, parameters: string): number {
    const count = Number.parseInt(parameters, 10) || 1;
    if (kind === 'b') return count;
    if (MOVES_LINES.has(kind)) return count * cols;
    if (kind.length === 2) return screen;
    if (kind === 'J') return 4 * cols;
    return (kind === 'h' || kind === 'l') && OTHER_SCREEN.test(parameters) ? screen : 0;
  }

  function affordable(cells: number): boolean {
    if (cells > cellsLeft) return false;
    cellsLeft -= cells;
    return true;
  }
}

function isFinal(character: string): boolean {
  return character >= '@' && character <= '~';
}
