import { createRandom } from '../matching/random.mjs';
import { blocksOf } from './blocks.mjs';
import { commonIndent, eachText, editedLine, indentOf, inUnit, unitOf } from './mutations.mjs';
import { parses } from './parsers.mjs';
import { statementLines } from './statements.mjs';

/** Where indentation means something, so that a wrong one is worth a call. */
export const REPAIRED = /^(?:Python|YAML|Makefile)/;
const PER_FILE = 8;
const OTHER_SPACES = ['    ', '        ', ' \t'];

/** What became of the indentation in the file: a function from the right indent to a wrong one. */
const BREAKS = [
  ({ indent, random }) => indent + ' '.repeat(1 + random.below(3)),
  ({ indent, random }) => indent.slice(1 + random.below(3)),
  ({ indent, unit }) => indent + unit,
  ({ indent, unit }) => (indent.startsWith(unit) ? indent.slice(unit.length) : undefined),
  () => '',
  ({ indent, unit }) => (unit === '\t' ? undefined : '\t'.repeat(Math.ceil(indent.length / unit.length))),
];
const MAKE_BREAKS = [
  ({ indent, random }) => (indent === '\t' ? random.pick(OTHER_SPACES) : random.pick(['\t', '  '])),
  () => '',
];

/**
 * The classes of calls. `lines`: what is broken and replaced, a line or a block; `make` gives the lines that are sent
 * and the lines that are wanted, or undefined where a place does not allow it.
 */
export const REPAIRS = [
  ...['line', 'block'].flatMap((lines) => [
    { name: `${lines}, given rightly`, lines, make: ({ right }) => [right, right] },
    { name: `${lines}, given rightly, edited`, lines, edits: true, make: ({ right }) => [right, right] },
    { name: `${lines}, flush left`, lines, make: flushLeft },
    { name: `${lines}, flush left, edited`, lines, edits: true, make: flushLeft },
    { name: `${lines}, other spaces`, lines, make: otherSpaces },
  ]),
  { name: 'block, shifted, edited', lines: 'block', edits: true, make: shifted },
  { name: 'wrapped, given rightly', lines: 'line', isWhole: true, make: wrapped },
  { name: 'wrapped, flush left', lines: 'line', isWhole: true, make: (place) => margin(wrapped(place)) },
  { name: 'unwrapped, given rightly', lines: 'block', isWhole: true, make: unwrapped },
  { name: 'unwrapped, flush left', lines: 'block', isWhole: true, make: (place) => margin(unwrapped(place)) },
];

/** The places of a corpus: by language the lines and the blocks that are broken. */
export function repairPlaces(sources, seed, perLanguage) {
  const random = createRandom(seed, 'repairs');
  const own = sources.filter(({ language, text }) => REPAIRED.test(language) && parses(language, text));
  const blocks = new Map(blocksOf(own, seed, perLanguage).map((one) => [one.language, one.blocks]));
  return [...new Set(own.map(({ language }) => language))].sort().map((language) => {
    const ofLanguage = own.filter((source) => source.language === language);
    const lines = ofLanguage.flatMap((source) => linesIn(source, random));
    return {
      language,
      line: random.shuffle(lines).slice(0, perLanguage),
      block: blocks.get(language) ?? [],
    };
  });
}

function linesIn({ id, path, language, text }, random) {
  const lines = text.split('\n');
  const found = random.shuffle(statementLines(language, lines)).slice(0, PER_FILE);
  return found.map((at) => ({ id: `${id}:${at + 1}`, path, language, lines, from: at, to: at + 1 }));
}

/** One call, with whether the file is broken where it goes; undefined where the place does not allow it. */
export function repairCase(place, { name, edits = false, isWhole = false, make }, seed) {
  const { id, path, language, lines, from, to } = place;
  const random = createRandom(seed, name, id);
  const unit = unitOf(lines) ?? (language === 'Makefile' ? '\t' : language === 'YAML' ? '  ' : '    ');
  const own = lines.slice(from, to);
  const right = edits ? editedLine(own, language, random) : own;
  const broken = isWhole ? own : brokenLines(own, { language, unit, random });
  const made = right && broken && make({ own, right, broken, unit, language, random });
  if (!made) return undefined;
  const [sent, wanted] = made;
  const fileWith = (some) => [...lines.slice(0, from), ...some, ...lines.slice(to)].join('\n');
  const disk = fileWith(broken);
  const expected = fileWith(wanted);
  if (!parses(language, expected)) return undefined;
  const input = { command: 'replace', start_line: from + 1, end_line: to, new_content: sent.join('\n') };
  return { id, path, disk, expected, input, isBroken: isBrokenIn(language, disk, broken, own) };
}

function isBrokenIn(language, disk, broken, own) {
  return language === 'Makefile' ? indentOf(broken[0]) !== indentOf(own[0]) : !parses(language, disk);
}

function brokenLines(own, { language, unit, random }) {
  const indent = indentOf(own[0]);
  const wrong = random.pick(language === 'Makefile' ? MAKE_BREAKS : BREAKS)({ indent, unit, random });
  if (wrong === undefined || wrong === indent) return undefined;
  return eachText(own, (line) => wrong + line.slice(indent.length));
}

/** At the margin it would be given rightly. */
function flushLeft({ right }) {
  const common = commonIndent(right);
  return common === '' ? undefined : [eachText(right, (line) => line.slice(common.length)), right];
}

function otherSpaces({ right, unit, random, language }) {
  if (language === 'Makefile') {
    const spaces = random.pick(['    ', '        ']);
    return indentOf(right[0]) === ''
      ? undefined
      : [eachText(right, (line) => spaces + line.trimStart()), right];
  }
  const sent = inUnit(right, unit, unit === '\t' ? '    ' : '\t');
  return sent && [sent, right];
}

/** Moved by a few columns, to where no parser takes it. */
function shifted({ right, broken, random }) {
  const more = ' '.repeat(1 + random.below(3));
  const sent = eachText(right, (line) => more + line);
  return indentOf(sent[0]) === indentOf(broken[0]) ? undefined : [sent, right];
}

function wrapped({ own, unit, language }) {
  const [line] = own;
  const indent = indentOf(line);
  if (language === 'Makefile') return indent === '' ? undefined : whole(['ifdef DEBUG', line, 'endif']);
  if (language === 'YAML')
    return /^\s*- |:$/.test(line)
      ? undefined
      : whole([`${indent}wrapped:`, `${indent}${unit}${line.trimStart()}`]);
  if (/:$|^\s*(?:@|import|from|else|elif|except|finally|return|global|nonlocal)/.test(line)) return undefined;
  return /["'([{\\]$/.test(line) ? undefined : whole([`${indent}if ready:`, unit + line]);
}

function unwrapped({ own, unit, language }) {
  const [header, ...body] = own;
  if (language === 'Makefile' || body.length === 0) return undefined;
  if (!(language === 'YAML' ? /^\s*[\w-]+:$/ : /^\s*(?:if|with)\b.*:$/).test(header)) return undefined;
  const inner = indentOf(body.find((line) => line.trim() !== ''));
  const outer = indentOf(header);
  if (inner !== outer + unit || body.some((line) => line.trim() !== '' && !line.startsWith(inner)))
    return undefined;
  return whole(eachText(body, (line) => outer + line.slice(inner.length)));
}

const whole = (lines) => [lines, lines];

function margin(made) {
  const common = made && commonIndent(made[1]);
  return common ? [eachText(made[1], (line) => line.slice(common.length)), made[1]] : undefined;
}
