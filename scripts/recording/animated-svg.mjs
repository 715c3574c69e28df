import { textOf } from './terminal-lines.mjs';

// A window in which lines appear one after the other and scroll, drawn with CSS alone: such a picture moves where scripts
// may not run. Without its animation, or for readers who want none, it is the last screen.

const CELL = { width: 8.4, height: 18 };
const FONT_SIZE = 14;
const PADDING = 16;
const BAR = 36;
const FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

const theme = {
  foreground: '#d8dee6',
  background: '#11151c',
  bar: '#1b212b',
  border: '#3a4350',
  title: '#9aa5b3',
  // The 16 colours of a terminal.
  colours: [
    ...['#484f58', '#ff8a80', '#7ee08a', '#e8bf5c', '#79b8ff', '#d2a8ff', '#63d3e0', '#d8dee6'],
    ...['#6e7681', '#ffb3ab', '#a5f0ae', '#f5d98a', '#a8d1ff', '#e5ccff', '#9ce8f0', '#ffffff'],
  ],
};

/** `pauseBefore(text, previousText)` returns the pause before a line, in milliseconds. */
export function animatedSvg(lines, { title, columns, rows, pauseBefore, endMs }) {
  const texts = lines.map(textOf);
  const times = timesOf(texts, pauseBefore);
  const totalMs = times.at(-1) + endMs;
  const [innerWidth, innerHeight] = [rounded(columns * CELL.width), rows * CELL.height];
  const [width, height] = [innerWidth + 2 * PADDING, BAR + innerHeight + PADDING + 8];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
${styles(times, totalMs, rows).join('\n')}
</style>
${frame(width, height, title)}
<svg x="${PADDING}" y="${BAR + 8}" width="${innerWidth}" height="${innerHeight}" xml:space="preserve" aria-hidden="true">
<g class="s">
${lines.map(drawnLine).filter(Boolean).join('\n')}
</g>
</svg>
</svg>
`;
}

function timesOf(texts, pauseBefore) {
  let time = 0;
  return texts.map((text, i) => (time += i === 0 ? 300 : pauseBefore(text, texts[i - 1])));
}

function styles(times, totalMs, rows) {
  const duration = `${totalMs / 1000}s step-end infinite`;
  const percent = (time) => `${rounded((time / totalMs) * 100)}%`;
  const offset = (row) => `{transform:translateY(${-Math.max(0, row + 1 - rows) * CELL.height}px)}`;
  const scrolling = times.map((time, row) => `${percent(time)}${offset(row)}`).slice(rows);
  return [
    `text{font:${FONT_SIZE}px ${FONTS};fill:${theme.foreground};white-space:pre}`,
    ...theme.colours.map((colour, i) => `.c${i}{fill:${colour}}`),
    '.b{font-weight:bold}.d{opacity:.65}.u{text-decoration:underline}',
    `.s${offset(times.length - 1)}`,
    '@media (prefers-reduced-motion:no-preference){',
    `.s{animation:s ${duration}}.l{animation:${duration}}}`,
    `@keyframes s{0%${offset(0)}${scrolling.join('')}}`,
    ...times.map((time, row) => `@keyframes l${row}{0%{opacity:0}${percent(time)}{opacity:1}}`),
  ];
}

function frame(width, height, title) {
  const buttons = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, i) => `<circle cx="${20 + i * 20}" cy="${BAR / 2}" r="6" fill="${colour}"/>`,
  );
  return [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9" fill="${theme.background}" stroke="${theme.border}"/>`,
    `<path d="M1 ${BAR}V10a9 9 0 0 1 9-9H${width - 10}a9 9 0 0 1 9 9V${BAR}z" fill="${theme.bar}"/>`,
    ...buttons,
    `<text x="${width / 2}" y="${BAR / 2 + 5}" text-anchor="middle" style="fill:${theme.title}">${escaped(title)}</text>`,
  ].join('\n');
}

function drawnLine(runs, row) {
  if (runs.length === 0) return '';
  const drawn = runs.map((run) => `${drawnBackground(run, row)}${drawnText(run, row)}`).join('');
  return `<g class="l" style="animation-name:l${row}">${drawn}</g>`;
}

function drawnBackground({ column, text, style: { background } }, row) {
  if (background === undefined) return '';
  const [x, width] = [column, text.length].map((cells) => rounded(cells * CELL.width));
  return `<rect x="${x}" y="${row * CELL.height}" width="${width}" height="${CELL.height}" ${filled(background)}/>`;
}

/** Its width is given, so that the columns are right in any font. */
function drawnText({ column, text, style }, row) {
  const [x, width] = [column, text.length].map((cells) => rounded(cells * CELL.width));
  const place = `x="${x}" y="${(row + 1) * CELL.height - 5}" textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `<text ${[place, ...attributes(style)].join(' ')}>${escaped(text)}</text>`;
}

function attributes({ foreground, isBold, isDim, isUnderlined }) {
  const classes = [
    isBold && 'b',
    isDim && 'd',
    isUnderlined && 'u',
    typeof foreground === 'number' && `c${foreground}`,
  ];
  const named = classes.filter(Boolean).join(' ');
  const isOwn = typeof foreground === 'string';
  return [...(named ? [`class="${named}"`] : []), ...(isOwn ? [filled(foreground)] : [])];
}

/** A colour of the theme by its number or name, or any other. */
function filled(colour) {
  return typeof colour === 'number' ? `class="c${colour}"` : `style="fill:${theme[colour] ?? colour}"`;
}

function rounded(number) {
  return Number(number.toFixed(3));
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
