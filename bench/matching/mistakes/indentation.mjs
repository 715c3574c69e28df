import {
  edited,
  indentOf,
  isLineForLine,
  isText,
  newLines,
  oldLines,
  places,
  retell,
  retellOne,
  runsOf,
  strings,
} from '../call.mjs';

const ALL = ['same', 'old', 'new'];

export const indentationMistakes = [
  { name: 'dedented', make: dedented },
  { name: 'over-indented', make: overIndented },
  { name: 'tabs-for-spaces', make: tabsForSpaces },
  { name: 'spaces-for-tabs', make: spacesForTabs },
  { name: 'indent-width-2-4', make: otherWidth },
  { name: 'first-line-stripped', mayBeExact: true, make: firstLineStripped },
  { name: 'one-line-indented-otherwise', make: oneLineOff },
  { row: 'A2', name: 'flattened', context: 2, make: (quoted) => flattened(quoted, true) },
  { row: 'A2', name: 'depths-mapped', context: 2, make: depthsMapped },
  { row: 'A2', name: 'indented-at-random', context: 1, make: atRandom },
  { row: 'A3', name: 'new-text-at-its-depth', make: newAtDepth },
  { row: 'W15', name: 'columns-in-another-unit', context: 2, make: columns },
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
  if (!tabbed || quoted.language === 'YAML') return undefined;
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

/** Each depth of the file is told as one other depth, and the new lines have none that was not quoted. */
function depthsMapped({ call, closed }, random) {
  const depths = [...new Set(oldLines(call).filter(isText).map(indentOf))].sort(
    (a, b) => a.length - b.length,
  );
  const isKnown = newLines(call).every((text) => !isText(text) || depths.includes(indentOf(text)));
  if (!isKnown || depths.length < 2) return undefined;
  let width = random.below(3);
  const told = new Map();
  for (const depth of depths) {
    told.set(depth, ' '.repeat(width));
    width += 1 + random.below(4);
  }
  if (depths.every((depth) => told.get(depth) === depth)) return undefined;
  return strings(
    retell(call, ALL, (text) => (isText(text) ? told.get(indentOf(text)) + text.trimStart() : text)),
    closed,
  );
}

/** Every line is indented anyhow, a new line as the old one whose place it takes. */
function atRandom({ call, closed }, random) {
  const keepsDepth = runsOf(call).every((run) =>
    run.old.every((text, at) => indentOf(text) === indentOf(run.new[at] ?? '')),
  );
  if (!isLineForLine(call) || !keepsDepth) return undefined;
  const depths = Array.from({ length: call.length }, () => ' '.repeat(random.below(9)));
  const met = { old: 0, new: 0 };
  const runs = call.map((line, at) => {
    if (!isText(line.text)) return line;
    const depth = line.kind === 'same' ? depths.at(-1 - at) : depths[met[line.kind]++];
    return { ...line, text: depth + line.text.trimStart() };
  });
  return strings(runs, closed);
}

/** The old text flush left, the new one where the file has it. */
function newAtDepth({ call, closed }) {
  const common = commonIndent(call);
  if (!common || newLines(call).filter(isText).length === 0) return undefined;
  const old = oldLines(call).map((text) => text.slice(Math.min(common.length, indentOf(text).length)));
  const end = closed ? '\n' : '';
  return { old: old.join('\n') + end, new: newLines(call).join('\n') + end };
}

/** The whole in another unit; what continues a line or a comment keeps the columns that it has beyond that line. */
function columns({ call, closed, lines, language }) {
  const unit = unitOf(lines);
  if (!unit || ['YAML', 'Markdown', 'SQL'].includes(language)) return undefined;
  const other = unit === '  ' ? '    ' : '  ';
  let base;
  let aligned = 0;
  const told = call.map((line) => {
    const indent = indentOf(line.text);
    if (!isText(line.text)) return line;
    const split = splitIndent(line.text, unit);
    const isFar = split !== undefined && base !== undefined && split.depth > base.depth + 1;
    const isAligned = split === undefined || isFar || /^ \*/.test(split.rest);
    if (!isAligned)
      base = { depth: split.depth, from: unit.repeat(split.depth), to: other.repeat(split.depth) };
    if (!base) return undefined;
    if (isAligned && !indent.startsWith(base.from)) return undefined;
    if (isAligned) aligned++;
    const more = isAligned ? indent.slice(base.from.length) : '';
    return { ...line, text: base.to + more + line.text.trimStart() };
  });
  const depths = new Set(told.map((line) => line && indentOf(line.text)));
  const isNear = call.some(({ kind }) => kind === 'new');
  return aligned > 0 && isNear && depths.size > 1 && told.every(Boolean) ? strings(told, closed) : undefined;
}
