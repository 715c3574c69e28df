import { unitOf } from '../matching/mistakes/indentation.mjs';

export const indentOf = (line) => /^[ \t]*/.exec(line)[0];
const isText = (line) => line.trim() !== '';
export const eachText = (lines, change) => lines.map((line) => (isText(line) ? change(line) : line));

/**
 * What becomes of a block's indentation on the way through a model. Each gives the lines as they are sent, or
 * undefined where the block does not allow it. `uniform`: all lines are moved by the same blanks.
 */
export const MUTATIONS = [
  { name: 'as it is', make: ({ lines }) => lines },
  { name: 'dedented to the margin', uniform: true, make: ({ lines }) => without(lines, commonIndent(lines)) },
  { name: 'one level less', uniform: true, make: oneLevelLess },
  {
    name: 'one level more',
    uniform: true,
    make: ({ lines, unit }) => unit && eachText(lines, (line) => unit + line),
  },
  {
    name: '1–3 columns more',
    uniform: true,
    make: ({ lines, random }) => {
      const more = ' '.repeat(1 + random.below(3));
      return eachText(lines, (line) => more + line);
    },
  },
  {
    name: 'tabs ↔ spaces',
    make: ({ lines, unit, random }) =>
      inUnit(lines, unit, unit === '\t' ? random.pick(['  ', '    ']) : '\t'),
  },
  {
    name: '2 ↔ 4 spaces',
    make: ({ lines, unit }) => inUnit(lines, unit, { '  ': '    ', '    ': '  ' }[unit]),
  },
  { name: '2 ↔ 4, dedented', make: ({ lines, unit }) => dedentedInUnit(lines, unit) },
  { name: 'first line stripped', make: firstLineStripped },
  { name: 'flattened', make: flattened },
];

export { unitOf };

const REMARKS = { Python: '  # changed', YAML: ' # changed', Makefile: ' # changed' };

/** The lines with a remark after one of them, so that they are others; undefined where none can take it. */
export function editedLine(lines, language, random) {
  const remark = REMARKS[language.split(' ')[0]] ?? ' // changed';
  const places = lines.flatMap((line, at) => (isText(line) && !/[\\|>"'`]$/.test(line) ? [at] : []));
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  return lines.with(at, lines[at] + remark);
}

export function commonIndent(lines) {
  const indents = lines.filter(isText).map(indentOf);
  let common = indents[0];
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common;
}

function without(lines, indent) {
  return indent === '' ? undefined : eachText(lines, (line) => line.slice(indent.length));
}

function oneLevelLess({ lines, unit }) {
  const common = commonIndent(lines);
  return unit && common !== unit && common.startsWith(unit) ? without(lines, unit) : undefined;
}

/** Undefined if some line is not indented by whole units, or nothing would change. */
export function inUnit(lines, unit, other) {
  if (!unit || !other || lines.some((line) => /^\s*- /.test(line))) return undefined;
  const depths = lines.map((line) => depthIn(line, unit));
  if (depths.some((depth) => depth === undefined)) return undefined;
  const told = lines.map((line, at) =>
    isText(line) ? other.repeat(depths[at].depth) + depths[at].rest : line,
  );
  return told.every((line, at) => line === lines[at]) ? undefined : told;
}

function dedentedInUnit(lines, unit) {
  const dedented = without(lines, commonIndent(lines));
  return dedented && inUnit(dedented, unit, { '  ': '    ', '    ': '  ' }[unit]);
}

function depthIn(line, unit) {
  let depth = 0;
  while (line.startsWith(unit, depth * unit.length)) depth++;
  const rest = line.slice(depth * unit.length);
  return isText(line) && /^\s/.test(rest) && !/^ \*/.test(rest) ? undefined : { depth, rest };
}

function firstLineStripped({ lines }) {
  return indentOf(lines[0]) === '' ? undefined : [lines[0].trimStart(), ...lines.slice(1)];
}

/** In Python and YAML nothing is left that could show the shape, nor in commands of several lines. */
function flattened({ lines, language }) {
  return /^(?:Python|YAML|Makefile)/.test(language) ? undefined : eachText(lines, (line) => line.trimStart());
}
