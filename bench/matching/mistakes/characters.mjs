import { edited, fileLine, places, retellOne, strings } from './call.mjs';

export const characterMistakes = [
  { name: 'typographic-characters', make: typographic },
  { name: 'typographic-in-file', make: typographicInFile },
  { name: 'decomposed-accents', make: decomposed },
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

function otherQuotes(text) {
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
