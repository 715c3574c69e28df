import { edited, newLines, oldLines, places, retell, retellOne, runsOf, strings } from './call.mjs';

const ALL = ['same', 'old', 'new'];
const indentOf = (text) => /^[ \t]*/.exec(text)[0];
const isText = (text) => text.trim() !== '';

export const indentationMistakes = [
  { name: 'dedented', make: dedented },
  { name: 'over-indented', make: overIndented },
  { name: 'tabs-for-spaces', make: tabsForSpaces },
  { name: 'spaces-for-tabs', make: spacesForTabs },
  { name: 'indent-width-2-4', make: otherWidth },
  { name: 'first-line-stripped', mayBeExact: true, make: firstLineStripped },
  { name: 'one-line-indented-otherwise', make: oneLineOff },
  { name: 'flattened', context: 2, make: (quoted) => flattened(quoted, true) },
];

export const unknowableIndentation = [
  { name: 'flattened-unknowable', context: 2, make: (quoted) => flattened(quoted, false) },
];

function dedented({ call, closed }, random) {
  const common = commonIndent(call);
  if (!common) return undefined;
  const unit = common.startsWith('\t') ? 1 : Math.min(common.length, random.pick([2, 4]));
  const cut = random.chance(0.6) ? common.length : unit;
  return strings(
    retell(call, ALL, (text) => text.slice(Math.min(cut, indentOf(text).length))),
    closed,
  );
}

function commonIndent(call) {
  const indents = call.filter(({ text }) => isText(text)).map(({ text }) => indentOf(text));
  let common = indents[0];
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common;
}

function overIndented({ call, closed, lines }, random) {
  const more = unitOf(lines) === '\t' ? '\t' : ' '.repeat(random.pick([2, 4, 8]));
  return strings(
    retell(call, ALL, (text) => (isText(text) ? more + text : text)),
    closed,
  );
}

function tabsForSpaces({ call, closed, lines }) {
  const unit = unitOf(lines);
  const told = unit && unit !== '\t' && reUnit(call, unit, '\t');
  return told ? strings(told, closed) : undefined;
}

/** A file with blanks is given tabs first: too few packages indent by tabs. */
function spacesForTabs(quoted, random) {
  const unit = unitOf(quoted.lines);
  const tabbed = unit && reUnit(quoted.call, unit, '\t');
  if (!tabbed) return undefined;
  const { lines } = quoted;
  const disk = lines
    .map((text) => splitIndent(text, unit))
    .map((split, at) => (split ? inTabs(split) : lines[at]));
  const width = random.pick([2, 4]);
  return {
    ...strings(reUnit(quoted.call, unit, ' '.repeat(width)), quoted.closed),
    disk: disk.join('\n'),
    expected: edited({ ...quoted, call: tabbed }, disk).join('\n'),
  };
}

function inTabs({ depth, rest }) {
  return '\t'.repeat(depth) + rest;
}

/** Two levels in the quoted lines tell a width from a shift; with one, new levels could not be known. */
function otherWidth({ call, closed, lines }) {
  const unit = unitOf(lines);
  if (unit !== '  ' && unit !== '    ') return undefined;
  const told = reUnit(call, unit, unit === '  ' ? '    ' : '  ');
  const levels = new Set(oldLines(call).filter(isText).map(indentOf));
  const knowable =
    levels.size > 1 || newLines(call).every((text) => !isText(text) || levels.has(indentOf(text)));
  return told && knowable ? strings(told, closed) : undefined;
}

/** The call with each indentation unit told as another; undefined if some line is not indented by units. */
function reUnit(call, unit, other) {
  const levels = call.map(({ text }) => splitIndent(text, unit));
  if (levels.some((level) => level === undefined)) return undefined;
  return call.map((line, at) => ({ ...line, text: other.repeat(levels[at].depth) + levels[at].rest }));
}

function splitIndent(text, unit) {
  let depth = 0;
  while (text.startsWith(unit, depth * unit.length)) depth++;
  const rest = text.slice(depth * unit.length);
  return isText(text) && /^\s/.test(rest) && !/^ \*/.test(rest) ? undefined : { depth, rest };
}

/** The indentation unit of a file: a tab, two or four blanks; undefined if it is not plain. */
export function unitOf(lines) {
  const indents = lines.filter(isText).map(indentOf);
  const indented = indents.filter(Boolean);
  const tabs = indented.filter((indent) => indent.startsWith('\t')).length;
  if (indented.length < 4) return undefined;
  if (tabs > 0.9 * indented.length) return '\t';
  if (tabs > 0) return undefined;
  const steps = indents.slice(1).map((indent, at) => indent.length - indents[at].length);
  const count = (width) => steps.filter((step) => step === width).length;
  if (count(2) > 2 * count(4)) return '  ';
  return count(4) > 2 * count(2) ? '    ' : undefined;
}

function firstLineStripped({ call, closed }) {
  if (call[0].kind !== 'same' || !indentOf(call[0].text) || !isText(call[0].text)) return undefined;
  return strings(retellOne(call, 0, call[0].text.trimStart()), closed);
}

function oneLineOff({ call, closed, lines }, random) {
  const unit = unitOf(lines);
  const candidates = places(call, 'same', isText);
  if (!unit || candidates.length === 0) return undefined;
  const at = random.pick(candidates);
  const { text } = call[at];
  const less = text.startsWith(unit) && at > 0 && random.chance(0.5);
  return strings(retellOne(call, at, less ? text.slice(unit.length) : unit + text), closed);
}

function flattened({ call, closed }, knowable) {
  if (knowable !== indentsAreKnown(call)) return undefined;
  return strings(
    retell(call, ALL, (text) => text.trimStart()),
    closed,
  );
}

/** New lines stand as deep as the lines that they replace, one by one, or as both their neighbours do. */
function indentsAreKnown(call) {
  return runsOf(call).every(({ first, last, ...run }) => {
    const [gone, fresh] = [run.old.map(depth), run.new.map(depth)];
    if (gone.length === fresh.length && fresh.every((one, at) => one === gone[at])) return true;
    const before = call.slice(0, first).findLast(({ kind, text }) => kind === 'same' && isText(text));
    const after = call.slice(last + 1).find(({ kind, text }) => kind === 'same' && isText(text));
    const around = [before, after].map((line) => line && depth(line.text));
    return fresh.filter((one) => one !== undefined).every((one) => around.every((other) => other === one));
  });
}

function depth(text) {
  return isText(text) ? indentOf(text) : undefined;
}
