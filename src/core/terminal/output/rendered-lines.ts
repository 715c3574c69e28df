import { TERMINAL_SIZE } from '../terminal-size.ts';

/** Terminal output as text: the content of each line after all overwriting, without colours and controls. */
export type RenderedLines = {
  readonly text: string;
  /** The cursor went to other lines, so only a screen shows what it looked like. */
  readonly needsScreen: boolean;
  /** A full-screen program holds the screen at the end. */
  readonly inAlternateScreen: boolean;
};

export type LineRenderer = {
  /** One line, without its end. */
  line(text: string): string;
  readonly needsScreen: boolean;
  readonly inAlternateScreen: boolean;
};

export function renderLines(text: string, beginsInAlternateScreen = false): RenderedLines {
  const renderer = createLineRenderer(beginsInAlternateScreen);
  const lines = text.split('\n').map((line) => renderer.line(line));
  const { needsScreen, inAlternateScreen } = renderer;
  return { text: lines.join('\n'), needsScreen, inAlternateScreen };
}

const ESCAPE = '\x1b';

/** What is not printed, but for the tab. */
const controls = String.raw`\x00-\x08\x0a-\x1f\x7f-\x9f`;
const CONTROL = new RegExp(`[${controls}]`);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, 'g');
const TOKEN = new RegExp(
  [
    // A control sequence: its parameters and its final letter.
    String.raw`(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~]?)`,
    // A string for the terminal, to its end or to the end of the text.
    String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?`,
    // Runs of what has no effect, or no more than one of it has.
    String.raw`\x1b+(?=\x1b)|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]+|(\r)\r+`,
    // Another escape.
    String.raw`\x1b[ -/]*([0-~]?)`,
    `([${controls}])`,
    `([^${controls}]+)`,
  ].join('|'),
  'g',
);

/** Within a line: a return, a backspace or a movement of the cursor. */
const MOVES = new RegExp(`[\\b\\r]|${ESCAPE}\\[[0-9;]*[CDGPX@\`]`);
const VERTICAL = 'ABEFHLMSTdfr';
/** Save and restore the cursor, repeat a character, go to tab stops. */
const BEYOND_LINES = 'subIZ';
/** Save, restore, next line, tab stop, reverse line feed, reset. */
const SCREEN_ESCAPES = '78DEHMc';
/** Another character set, by `ESC ( 0` or SO. */
const LINE_DRAWING = new RegExp(`${ESCAPE}[()]0|\x0e`);
/** What takes no column, two, or as many as there are to the next stop: only a screen knows where it ends. */
const UNEVEN =
  /[\t\p{M}\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ALTERNATE_SCREENS = new Set(['47', '1047', '1049']);

/** A renderer knows across lines whether a full-screen program holds the screen: what it draws is no text. */
export function createLineRenderer(inAlternateScreen = false): LineRenderer {
  let needsScreen = false;

  return {
    line(text) {
      if (!inAlternateScreen) {
        const plain = withoutColours(text);
        if (!CONTROL.test(plain)) return plain;
        const line = withoutReturns(plain);
        needsScreen ||= LINE_DRAWING.test(line) || (UNEVEN.test(line) && MOVES.test(line));
        return render(line);
      }
      return render(text);
    },
    get needsScreen() {
      return needsScreen;
    },
    get inAlternateScreen() {
      return inAlternateScreen;
    },
  };

  function render(text: string): string {
    const row = createRow();
    for (const [, parameters, final, returns, letter, control, run] of text.matchAll(TOKEN)) {
      if (run !== undefined) {
        if (!inAlternateScreen) row.put(run);
      } else if (control !== undefined || returns !== undefined) row.control(control ?? returns!);
      else if (final !== undefined) sequence(row, parameters ?? '', final);
      else if (letter !== undefined && letter !== '' && SCREEN_ESCAPES.includes(letter)) needsScreen = true;
    }
    return row.text();
  }

  function sequence(row: Row, parameters: string, final: string): void {
    if (parameters.startsWith('?')) mode(parameters.slice(1), final);
    if (parameters.startsWith('?') || inAlternateScreen) return;
    if (final !== '' && (VERTICAL + BEYOND_LINES).includes(final)) needsScreen = true;
    // Insert mode.
    if (final === 'h' && parameters === '4') needsScreen = true;
    if (final === 'J') {
      needsScreen ||= parameters !== '' && parameters !== '0';
      row.edit('K', 0);
    } else row.edit(final, Number.parseInt(parameters, 10) || 0);
  }

  function mode(parameters: string, final: string): void {
    if (!parameters.split(';').some((one) => ALTERNATE_SCREENS.has(one))) return;
    if (final === 'h') inAlternateScreen = true;
    else if (final === 'l') inAlternateScreen = false;
  }
}

function withoutColours(text: string): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return line.includes('\x1b[') ? line.replace(COLOURS, '') : line;
}

/** A regular expression would look at each run of returns as often as it is long. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\r') end--;
  return text.slice(0, end);
}

type Row = {
  put(run: string): void;
  control(character: string): void;
  edit(final: string, count: number): void;
  text(): string;
};

/** A row that is written over is wrapped here, so that no edit of it has to move more. */
const MAX_CELLS = 1024;

/** One line of a terminal that is as wide as it needs to be; a tab stays one character. */
function createRow(): Row {
  let full = '';
  let cells: string[] = [];
  let column = 0;

  const edits: Record<string, (count: number) => void> = {
    C: (count) => moveTo(column + (count || 1)),
    D: (count) => moveTo(column - (count || 1)),
    G: (count) => moveTo((count || 1) - 1),
    '`': (count) => moveTo((count || 1) - 1),
    K: erase,
    P: (count) => void cells.splice(column, count || 1),
    X: (count) => void cells.fill(' ', column, column + (count || 1)),
    '@': insert,
  };
  return {
    put(run) {
      while (cells.length < column) cells.push(' ');
      for (const character of run) {
        if (column === MAX_CELLS) wrap();
        cells[column++] = character;
      }
    },
    control(character) {
      if (character === '\r') column = 0;
      else if (character === '\b') column = Math.max(0, column - 1);
    },
    edit: (final, count) => edits[final]?.(count),
    text: () => full + cells.join(''),
  };

  function wrap(): void {
    full += cells.join('');
    cells = [];
    column = 0;
  }

  /** The cursor goes no further to the right than the text or the terminal does. */
  function moveTo(place: number): void {
    column = Math.max(0, Math.min(place, Math.max(cells.length, TERMINAL_SIZE.cols - 1)));
  }

  /** What is pushed out of the terminal on the right is gone. */
  function insert(count: number): void {
    if (column >= cells.length) return;
    const width = Math.max(cells.length, TERMINAL_SIZE.cols);
    const spaces = Math.min(count || 1, width - column);
    const pushed = cells.slice(column, width - spaces);
    cells.length = column;
    for (let i = 0; i < spaces; i++) cells.push(' ');
    for (const cell of pushed) cells.push(cell);
  }

  function erase(which: number): void {
    if (which === 0) cells.length = Math.min(cells.length, column);
    else if (which === 1) cells.fill(' ', 0, column + 1);
    else if (which === 2) cells = [];
  }
}
