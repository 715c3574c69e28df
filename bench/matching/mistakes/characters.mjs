import { asNew, asOld, callAbout, edited, fileLine, places, retell, retellOne, strings } from '../call.mjs';
import { rework } from '../slips.mjs';

export const characterMistakes = [
  { name: 'typographic-characters', make: typographic },
  { name: 'typographic-in-file', make: typographicInFile },
  { name: 'decomposed-accents', make: decomposed },
  { row: 'A6', name: 'fullwidth-punctuation', make: fullwidth },
  { row: 'W5', name: 'quote-style-in-both', make: quotesInBoth },
  { row: 'W5', name: 'apostrophe-in-other-quotes', make: apostrophe },
  { name: 'quote-style', make: (quoted, random) => retoldSome(quoted, random, ['same'], otherQuotes) },
  {
    name: 'quote-style-in-target',
    make: (quoted, random) => retoldSome(quoted, random, ['old'], otherQuotes),
  },
  { name: 'end-punctuation', make: (quoted, random) => retoldSome(quoted, random, ['same'], otherEnd) },
  {
    name: 'end-punctuation-in-target',
    make: (quoted, random) => retoldSome(quoted, random, ['old'], otherEnd),
  },
];

/** One of the lines that `change` can tell otherwise is told so. */
function retoldSome({ call, closed, language }, random, kinds, change) {
  const candidates = kinds
    .flatMap((kind) => places(call, kind))
    .map((at) => [at, change(call[at].text, language, random)])
    .filter(([at, text]) => text !== undefined && text !== call[at].text);
  if (candidates.length === 0) return undefined;
  const [at, text] = random.pick(candidates);
  return strings(retellOne(call, at, text), closed);
}

const FANCY = [
  [/"([^"\\]*)"/, '\u201c$1\u201d'],
  [/'([^'\\]*)'/, '\u2018$1\u2019'],
  [/(\w)'(\w)/, '$1\u2019$2'],
  [/ - /, ' \u2013 '],
  [/ -- /, ' \u2014 '],
  [/-/, '\u2011'],
  [/(\S) (\S)/, '$1\u00a0$2'],
];

function fancy(text, random) {
  const fitting = FANCY.filter(([pattern]) => pattern.test(text));
  return fitting.length > 0 ? text.replace(...random.pick(fitting)) : undefined;
}

function typographic({ call, closed }, random) {
  let changed = 0;
  const told = call.map((line) => {
    const text = line.kind !== 'new' && random.chance(0.6) ? fancy(line.text, random) : undefined;
    if (text !== undefined) changed++;
    return text === undefined ? line : { ...line, text };
  });
  return changed > 0 ? strings(told, closed) : undefined;
}

/** The file has the typographic character in a line around the edit, and the model wrote the plain one. */
function typographicInFile(quoted, random) {
  return inFile(
    quoted,
    random,
    (text) => fancy(text, random),
    (text) => text,
  );
}

function decomposed(quoted, random) {
  const accented = (text) => (/[aeou]/.test(text) ? text.replace(/[aeou](?!.*[aeou])/, accent) : undefined);
  return inFile(quoted, random, accented, (_, written) => written.normalize('NFD'));
}

function accent(letter) {
  return { a: 'ä', e: 'é', o: 'ô', u: 'ü' }[letter];
}

/** Changes a line around the edit in the file itself, and says how the call quotes it. */
function inFile(quoted, random, write, tell) {
  const candidates = places(quoted.call, 'same', (text) => write(text) !== undefined);
  if (candidates.length === 0) return undefined;
  const at = random.pick(candidates);
  const written = write(quoted.call[at].text);
  const lines = [...quoted.lines];
  lines[fileLine(quoted, at)] = written;
  const told = retellOne(quoted.call, at, tell(quoted.call[at].text, written));
  return {
    ...strings(told, quoted.closed),
    disk: lines.join('\n'),
    expected: edited({ ...quoted, call: retellOne(quoted.call, at, written) }, lines).join('\n'),
  };
}

function otherQuotes(text, language) {
  if (!EITHER_QUOTE.includes(language)) return undefined;
  const single = /'([^'"\\]*)'/g;
  const double = /"([^'"\\]*)"/g;
  const count = (mark) => text.split(mark).length - 1;
  if (count("'") > 0 && count("'") % 2 === 0 && count('"') === 0) return text.replaceAll(single, '"$1"');
  if (count('"') > 0 && count('"') % 2 === 0 && count("'") === 0) return text.replaceAll(double, "'$1'");
  return undefined;
}

const OPTIONAL_SEMICOLON = ['JavaScript', 'TypeScript', 'Svelte', 'Vue', 'Swift', 'Kotlin', 'Python'];

function otherEnd(text, language, random) {
  if (/^\s*(\/\/|#|\*|\/\*|--)/.test(text)) return undefined;
  if (/[\w)\]}'"][;,]$/.test(text)) return text.slice(0, -1);
  if (!/[\w)'"]$/.test(text)) return undefined;
  return text + (OPTIONAL_SEMICOLON.includes(language) && random.chance(0.5) ? ';' : ',');
}

/** One of the slips in quotes and end punctuation that this line allows. */
export function characterSlips(text, language, random) {
  const told = [otherQuotes(text, language), otherEnd(text, language, random)].filter(
    (one) => one && one !== text,
  );
  return told.length > 0 ? random.pick(told) : undefined;
}

/** Languages where both kinds of quotes make the same string. */
const EITHER_QUOTE = [
  'JavaScript',
  'TypeScript',
  'Python',
  'CSS',
  'SCSS',
  'Lua',
  'Svelte',
  'Vue',
  'Solidity',
];
/** Languages where one kind makes characters, or names, or nothing at all. */
const STRICT_QUOTE = [
  'C',
  'C++',
  'C/C++ header',
  'C#',
  'Go',
  'Java',
  'Kotlin',
  'Objective-C',
  'Rust',
  'SQL',
  'Swift',
];
const SIMPLE_STRING = /(["'])(\w[\w ,.:/-]*)\1/;

/** In languages where they do not, a line that changes is quoted with the other kind. */
export const quoteRefusals = [
  { row: 'W5', name: 'quotes-that-mean-something', expects: 'either', context: 2, make: meaningfulQuotes },
];

function meaningfulQuotes(quoted, random) {
  const { lines, language } = quoted;
  if (!STRICT_QUOTE.includes(language)) return undefined;
  const fits = (text) => SIMPLE_STRING.test(text) && text.replaceAll(/[^"']/g, '').length === 2;
  const spots = lines.flatMap((text, at) => (at > 2 && at < lines.length - 4 && fits(text) ? [at] : []));
  if (spots.length === 0) return undefined;
  const from = random.pick(spots);
  const [string, mark, body] = SIMPLE_STRING.exec(lines[from]);
  const fresh = rework(lines[from], random);
  if (!fresh?.includes(string) || fresh === lines[from]) return undefined;
  const about = callAbout(quoted, {
    from,
    to: from + 1,
    change: [asOld(lines[from]), asNew(fresh)],
    above: 2,
    below: 2,
  });
  const other = mark === '"' ? `'${body}'` : `"${body}"`;
  const told = retell(about.call, ['old', 'new'], (text) => text.replace(string, () => other));
  return { about, ...strings(told, about.closed) };
}

/** All strings of the call in the other quotes. A string that is new may keep them. */
function quotesInBoth(quoted) {
  const { call, closed, lines, language } = quoted;
  const told = retell(call, ['same', 'old', 'new'], (text) => otherQuotes(text, language) ?? text);
  if (told.every(({ text }, at) => text === call[at].text || call[at].kind === 'same')) return undefined;
  const ownNew = { ...quoted, call: call.map((line, at) => (line.kind === 'new' ? told[at] : line)) };
  return { ...strings(told, closed), alternatives: [edited(ownNew, lines).join('\n')], mayMix: true };
}

/** A string in single quotes, quoted in double ones, that gets an apostrophe. */
function apostrophe(quoted, random) {
  const { lines, language } = quoted;
  if (!EITHER_QUOTE.includes(language)) return undefined;
  const fits = (text) => /'\w[\w ,.]*'/.test(text) && text.split("'").length === 3 && !/["`\\]/.test(text);
  const spots = lines.flatMap((text, at) => (at > 2 && at < lines.length - 3 && fits(text) ? [at] : []));
  if (spots.length === 0) return undefined;
  const from = random.pick(spots);
  const [string] = /'\w[\w ,.]*'/.exec(lines[from]);
  const body = string.slice(1, -1);
  const write = (text) => lines[from].replace(string, () => text);
  const change = [asOld(write(`"${body}"`)), asNew(write(`"${body}'s"`))];
  const about = callAbout(quoted, { from, to: from + 1, change });
  const escaped = callAbout(quoted, {
    from,
    to: from + 1,
    change: [change[0], asNew(write(`'${body}\\'s'`))],
  });
  const truth = { ...about, call: retell(about.call, ['old'], () => lines[from]) };
  return {
    about: truth,
    ...strings(about.call, quoted.closed),
    alternatives: [edited(escaped, lines).join('\n')],
  };
}

const FULLWIDTH = {
  '(': '\uff08',
  ')': '\uff09',
  ',': '\uff0c',
  ':': '\uff1a',
  ';': '\uff1b',
  '!': '\uff01',
  '?': '\uff1f',
};

function fullwidth({ call, closed }, random) {
  const marks = Object.keys(FULLWIDTH).filter((mark) =>
    call.some(({ kind, text }) => kind !== 'new' && text.includes(mark)),
  );
  if (marks.length === 0) return undefined;
  const mark = random.pick(marks);
  const told = retell(call, ['same', 'old'], (text) =>
    random.chance(0.6) ? text.replaceAll(mark, FULLWIDTH[mark]) : text,
  );
  return strings(told, closed);
}
