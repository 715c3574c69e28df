import { utf8 } from '../../text/document/utf8.ts';

/** What a program has asked of its terminal. */
export type TerminalModes = {
  /** Cursor keys send `ESC O A` instead of `ESC [ A`. */
  readonly applicationCursor: boolean;
  /** Pasted text is put between `ESC [ 200 ~` and `ESC [ 201 ~`. */
  readonly bracketedPaste: boolean;
  /** A full-screen program holds the screen. */
  readonly alternateScreen: boolean;
};

export type RequestScanner = {
  /** Whether these bytes complete a question that a terminal answers. */
  push(bytes: Uint8Array): boolean;
  readonly modes: TerminalModes;
};

const ESCAPE = '\x1b';
const ESCAPE_BYTE = 0x1b;

/** A longer sequence is none that is looked for here. */
const MAX_SEQUENCE = 64;

const REQUEST = new RegExp(
  [
    // Modes, and what resets them.
    String.raw`\x1b\[\?([\d;]+)([hl])|\x1b\[!p|\x1bc`,
    // Attributes, status and place of the cursor, modes, the size in characters.
    String.raw`\x1b\[(?:[\d;?>=]*[cn]|\??\d+\$p|1[1-9]t)|\x1bZ`,
    // Colours, settings, capabilities.
    String.raw`\x1b\](?:4;\d+|1\d);\?(?:\x07|\x1b\\)|\x1bP[$+]q`,
  ].join('|'),
  'g',
);
const OPEN_END = new RegExp(`${ESCAPE}(?:[[\\]P][\\d;?>=$+!]*${ESCAPE}?)?$`);

/**
 * Follows the modes that a program sets, and finds its questions (cursor position, attributes, colours …). Other bytes
 * cost no more than a search for ESC.
 */
export function createRequestScanner(): RequestScanner {
  const modes = { applicationCursor: false, bracketedPaste: false, alternateScreen: false };
  let held = '';

  return {
    modes,
    push(bytes) {
      const first = held === '' ? bytes.indexOf(ESCAPE_BYTE) : 0;
      if (first === -1) return false;
      const text = held + utf8.decode(first === 0 ? bytes : bytes.subarray(first));
      let asks = false;
      let end = 0;
      for (const match of text.matchAll(REQUEST)) {
        asks = follow(match[0], match[1], match[2]) || asks;
        end = match.index + match[0].length;
      }
      held = OPEN_END.exec(text.slice(Math.max(end, text.length - MAX_SEQUENCE)))?.[0] ?? '';
      return asks;
    },
  };

  /** Whether it is a question. */
  function follow(sequence: string, numbers: string | undefined, final: string | undefined): boolean {
    if (numbers !== undefined) {
      for (const number of numbers.split(';')) set(number, final === 'h');
      return false;
    }
    if (sequence === '\x1b[!p' || sequence === '\x1bc') {
      for (const number of ['1', '2004', ...(sequence === '\x1bc' ? ['1049'] : [])]) set(number, false);
      return false;
    }
    return true;
  }

  function set(number: string, isOn: boolean): void {
    if (number === '1') modes.applicationCursor = isOn;
    else if (number === '2004') modes.bracketedPaste = isOn;
    else if (number === '47' || number === '1047' || number === '1049') modes.alternateScreen = isOn;
  }
}
