import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** What a command has printed when it ends, line by line, each a list of runs of one style. */
export async function terminalLines(command, args, { columns, rows }) {
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const { PATH, HOME } = process.env;
  const child = pty.spawn(command, args, {
    cols: columns,
    rows,
    name: 'xterm-256color',
    env: { PATH, HOME, TERM: 'xterm-256color' },
  });
  child.onData((data) => screen.write(data));
  const { exitCode } = await new Promise((resolve) => child.onExit(resolve));
  await new Promise((resolve) => screen.write('', resolve));
  const buffer = screen.buffer.active;
  const lines = Array.from({ length: buffer.baseY + buffer.cursorY }, (_, y) => runsOf(buffer.getLine(y)));
  if (exitCode !== 0)
    throw new Error(`${args.join(' ')} ended with exit code ${exitCode}: ${textOf(lines.at(-1))}`);
  return lines;
}

/** A run begins where the style changes; spaces at its ends are left out. */
function runsOf(line) {
  const runs = [];
  for (let x = 0; x < line.length; x++) {
    const cell = line.getCell(x);
    if (cell.getWidth() === 0) continue;
    const [text, style] = [cell.getChars() || ' ', styleOf(cell)];
    const last = runs.at(-1);
    if (last && sameStyle(last.style, style)) last.text += text;
    else runs.push({ column: x, text, style });
  }
  return runs.map(trimmed).filter(({ text }) => text !== '');
}

function trimmed(run) {
  // Spaces are visible only on a background.
  if (run.style.background !== undefined) return run;
  const text = run.text.trimStart();
  return { ...run, column: run.column + run.text.length - text.length, text: text.trimEnd() };
}

function styleOf(cell) {
  const [foreground, background] = [
    cell.isFgDefault() ? undefined : colour(cell.getFgColor(), cell.isFgRGB()),
    cell.isBgDefault() ? undefined : colour(cell.getBgColor(), cell.isBgRGB()),
  ];
  const isInverse = cell.isInverse() !== 0;
  return {
    foreground: isInverse ? (background ?? 'background') : foreground,
    background: isInverse ? (foreground ?? 'foreground') : background,
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
  };
}

/** The number of one of the 16 colours that a theme names, or the colour itself. */
function colour(value, isRgb) {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (value < 16) return value;
  if (value >= 232) return rgb(...[0, 0, 0].fill(8 + (value - 232) * 10));
  const level = (step) => (step === 0 ? 0 : 55 + step * 40);
  const cube = value - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function rgb(...channels) {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function sameStyle(one, other) {
  return Object.keys(one).every((name) => one[name] === other[name]);
}

/** A line without its styles. */
export function textOf(runs) {
  return runs.reduce((text, run) => text.padEnd(run.column) + run.text, '').trimEnd();
}
