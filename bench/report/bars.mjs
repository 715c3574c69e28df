import { STYLE } from './palette.mjs';

const WIDTH = 720;
const MARGIN = 16;
const BAR = 13;
const STEP = 16;
const BETWEEN_GROUPS = 9;
const TITLE_HEIGHT = 38;
const LEGEND_HEIGHT = 20;
const AXIS_HEIGHT = 44;
const CHARACTER = 6.4;
const MOST_LINEAR = 30;

/**
 * Horizontal bars as an SVG image. `series` names the colours; a group has a label and bars, each
 * `{ series, value, text }` or, in parts, `{ parts: [{ series, value }], text }`. A group without bars is a heading.
 * Values that are too far apart for one linear scale without `max` get a logarithmic one, and the axis says so.
 */
export function barChart({ title, axis, series, groups, max }) {
  const values = groups.flatMap(({ bars }) => bars.map(lengthOf));
  const log = max === undefined && spreadOf(values) > MOST_LINEAR;
  const columns = columnsFor(groups);
  const scale = log ? logScale(values, columns) : linearScale(max ?? Math.max(...values), columns);
  const legend = legendOf(series);
  const top = TITLE_HEIGHT + legend.height;
  const body = bodyOf(groups, { scale, columns, top });
  const height = body.bottom + AXIS_HEIGHT;
  const axisText = log ? `${axis} (logarithmic scale)` : axis;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`${title}: ${axisText}`)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>`,
    text(MARGIN, 24, title, 'text title'),
    ...legend.marks,
    ...scale.ticks.map((tick) => gridLine(tick, top - 4, body.bottom)),
    ...body.marks,
    text((columns.left + columns.right) / 2, height - 10, axisText, 'faint middle'),
    '</svg>',
    '',
  ].join('\n');
}

function lengthOf({ value, parts }) {
  return parts ? parts.reduce((sum, part) => sum + part.value, 0) : value;
}

function spreadOf(values) {
  const known = values.filter((value) => value > 0);
  return Math.max(...known) / Math.min(...known);
}

/** The labels take what they need on the left, the bars' texts on the right. */
function columnsFor(groups) {
  const widest = (texts) => Math.max(0, ...texts.map((one) => (one ?? '').length)) * CHARACTER;
  const left = MARGIN + widest(groups.filter(({ bars }) => bars.length > 0).map(({ label }) => label)) + 10;
  const room = widest(groups.flatMap(({ bars }) => bars.map((bar) => bar.text)));
  return { left, right: WIDTH - MARGIN - room - 6 };
}

function linearScale(max, { left, right }) {
  const at = (value) => left + ((right - left) * value) / max;
  const step = niceStep(max / 4);
  const count = Math.floor(max / step + 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, i) => ({ x: at(i * step), label: short(i * step) }));
  return { at, ticks };
}

function niceStep(rough) {
  const decade = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * decade).find((step) => step >= rough);
}

/** Whole decades, the lowest a little below the least value, so that every bar can be seen. */
function logScale(values, { left, right }) {
  const known = values.filter((value) => value > 0);
  const lowest = Math.floor(Math.log10(Math.min(...known) * 0.8));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...known))));
  const at = (value) =>
    left + ((right - left) * Math.max(0, Math.log10(value) - lowest)) / (highest - lowest);
  const ticks = Array.from({ length: highest - lowest + 1 }, (_, i) => 10 ** (lowest + i));
  return { at, ticks: ticks.map((value) => ({ x: at(value), label: short(value) })) };
}

function short(value) {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });
}

function bodyOf(groups, { scale, columns, top }) {
  const marks = [];
  let y = top;
  for (const { label, bars } of groups) {
    const height = Math.max(1, bars.length) * STEP;
    if (bars.length === 0) marks.push(text(MARGIN, y + 11, label, 'text heading'));
    else marks.push(text(columns.left - 8, y + height / 2 + 3, label, 'text end'));
    for (const [at, bar] of bars.entries()) marks.push(...barMarks(bar, y + at * STEP, scale, columns));
    y += height + BETWEEN_GROUPS;
  }
  return { marks, bottom: y - BETWEEN_GROUPS + 6 };
}

function barMarks(bar, y, { at }, { left }) {
  const marks = [];
  let from = left;
  let sum = 0;
  for (const { series, value } of bar.parts ?? [bar]) {
    sum += value;
    const to = Math.max(at(sum), from + (value > 0 ? 1.5 : 0));
    if (value > 0) marks.push(rect(from, y, to - from, series));
    from = to;
  }
  return [...marks, text(from + 6, y + 10.5, bar.text, 'text')];
}

function legendOf(series) {
  const marks = [];
  let [x, rows] = [MARGIN, 1];
  for (const { id, title } of series.length > 1 ? series : []) {
    const width = 24 + title.length * CHARACTER + 14;
    if (x + width > WIDTH - MARGIN) [x, rows] = [MARGIN, rows + 1];
    const y = TITLE_HEIGHT + (rows - 1) * LEGEND_HEIGHT;
    marks.push(rect(x, y, 12, id), text(x + 18, y + 10.5, title, 'faint'));
    x += width;
  }
  return { marks, height: marks.length > 0 ? rows * LEGEND_HEIGHT + 8 : 4 };
}

function gridLine({ x, label }, top, bottom) {
  const line = `<rect class="line" x="${round(x)}" y="${top}" width="1" height="${bottom - top}"/>`;
  return `${line}\n${text(x, bottom + 14, label, 'faint middle')}`;
}

function rect(x, y, width, name) {
  return `<rect class="${name}" x="${round(x)}" y="${y}" width="${round(width)}" height="${BAR}" rx="2"/>`;
}

function text(x, y, content, name) {
  return `<text class="${name}" x="${round(x)}" y="${round(y)}">${escaped(content ?? '')}</text>`;
}

function round(value) {
  return Number(value.toFixed(1));
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
