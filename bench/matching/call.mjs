// A call is a list of lines, each `{ kind: 'same' | 'old' | 'new', text }`: what the model takes for the
// file's text and keeps, takes away, or adds. A slip in a `same` line is thus in both strings alike.

/**
 * Quotes an edit with some lines around it: `count` that are not blank on each side, then more until the
 * quoted text is unique. Undefined if that does not happen.
 */
export function quote(edit, { above, below }, { closed }) {
  const { lines, from, to, change } = edit;
  let start = reach(lines, from, -1, above);
  let end = reach(lines, to - 1, 1, below) + 1;
  for (let more = 0; more < 4 && countLoose(lines, lines.slice(start, end)) > 1; more++) {
    start = reach(lines, start, -1, 1);
    end = reach(lines, end - 1, 1, 1) + 1;
  }
  if (countLoose(lines, lines.slice(start, end)) !== 1) return undefined;
  const call = [...lines.slice(start, from).map(same), ...change, ...lines.slice(to, end).map(same)];
  return { ...edit, start, end, call, closed };
}

function same(text) {
  return { kind: 'same', text };
}

/** The index reached after passing that many lines that are not blank. */
function reach(lines, from, step, count) {
  let at = from;
  let passed = 0;
  while (passed < count && lines[at + step] !== undefined && at + step < lines.length - 1) {
    at += step;
    if (lines[at].trim()) passed++;
  }
  return at;
}

export const oldLines = (call) => call.filter(({ kind }) => kind !== 'new').map(({ text }) => text);
export const newLines = (call) => call.filter(({ kind }) => kind !== 'old').map(({ text }) => text);

/** The two strings of a call. */
export function strings(call, closed) {
  const end = closed ? '\n' : '';
  return { old: oldLines(call).join('\n') + end, new: newLines(call).join('\n') + end };
}

/** The lines of the file after the edit. */
export function edited({ start, end, call }, lines) {
  return [...lines.slice(0, start), ...newLines(call), ...lines.slice(end)];
}

/** The call with some of its lines told otherwise; `change` gets each line of the given kinds. */
export function retell(call, kinds, change) {
  return call.map((line) => (kinds.includes(line.kind) ? { ...line, text: change(line.text) } : line));
}

/** The call with one line told otherwise. */
export function retellOne(call, index, text) {
  return call.map((line, at) => (at === index ? { ...line, text } : line));
}

/** Where in the call the lines of a kind stand, if they pass the test. */
export function places(call, kind, test = () => true) {
  return call.flatMap((line, at) => (line.kind === kind && test(line.text, at) ? [at] : []));
}

/** The line of the file that a `same` or `old` line of the call quotes. */
export function fileLine({ start, call }, index) {
  return start + call.slice(0, index).filter(({ kind }) => kind !== 'new').length;
}

/** Whether a line of the call stands next to what is changed. */
export function besideChange(call, index) {
  return [index - 1, index + 1].some((at) => call[at] && call[at].kind !== 'same');
}

/** What is changed, each run of changed lines by itself: `{ first, last, old, new }`, the texts of its lines. */
export function runsOf(call) {
  const runs = [];
  call.forEach(({ kind, text }, at) => {
    if (kind === 'same') return;
    if (runs.at(-1)?.last !== at - 1) runs.push({ first: at, last: at, old: [], new: [] });
    runs.at(-1).last = at;
    runs.at(-1)[kind].push(text);
  });
  return runs;
}

/** As many lines are put in as are taken out, so that none of them can stand elsewhere. */
export function isLineForLine(call) {
  return runsOf(call).every((run) => run.old.length > 0 && run.old.length === run.new.length);
}

/**
 * How many places of the file equal these lines but for blanks and blank lines; lines whose index is in
 * `wild` equal everything.
 */
export function countLoose(lines, quoted, wild = new Set()) {
  const file = squeezed(lines);
  const sought = quoted
    .map((line, index) => ({ text: squeeze(line), any: wild.has(index) }))
    .filter(({ text }) => text);
  if (sought.length === 0) return 0;
  let count = 0;
  for (let at = 0; at + sought.length <= file.length; at++) {
    if (sought.every(({ text, any }, index) => any || file[at + index] === text)) count++;
  }
  return count;
}

const known = new WeakMap();

/** The lines of a file without white space, the blank ones left out. */
function squeezed(lines) {
  if (!known.has(lines)) known.set(lines, lines.map(squeeze).filter(Boolean));
  return known.get(lines);
}

export function squeeze(line) {
  return line.replaceAll(/\s+/g, '');
}

/**
 * A call about other lines of the same file than the edit it was drawn for: `change` replaces the lines `from`..`to`,
 * and `above` and `below` lines around them are quoted.
 */
export function callAbout(quoted, { from, to, change, above = 1, below = 1 }) {
  const { lines } = quoted;
  const [start, end] = [Math.max(0, from - above), Math.min(lines.length - 1, to + below)];
  const call = [...lines.slice(start, from).map(same), ...change, ...lines.slice(to, end).map(same)];
  return { ...quoted, from, to, start, end, call };
}

export const asOld = (text) => ({ kind: 'old', text });
export const asNew = (text) => ({ kind: 'new', text });
export const isText = (text) => text !== undefined && text.trim() !== '';
export const indentOf = (text) => /^[ \t]*/.exec(text)[0];
