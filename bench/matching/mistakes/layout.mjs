import { places, retellOne, strings } from './call.mjs';

export const layoutMistakes = [
  { name: 'blanks-inside-lines', make: blanksInside },
  { name: 'wrapped-otherwise', make: wrappedOtherwise },
  { name: 'joined-lines', context: 3, make: joinedLines },
];

/** Code whose blanks mean nothing: no literal, no comment, not a language where they do. */
function isPlainCode(text, language) {
  if (['Shell', 'YAML', 'Sass'].includes(language)) return false;
  return text.trim() !== '' && !/['"`#\\]|\/\/|\/\*|\*\/|^\s*\*|--|<\/|\/>|\$/.test(text);
}

const RESPACED = [
  [/(\w|\)) = (?=[\w(])/, '$1='],
  [/(\w|\))=(?=\w)/, '$1 = '],
  [/, (?=\w)/, ','],
  [/,(?=\w)/, ', '],
  [/\((?=\w)/, '( '],
  [/(\w)\)/, '$1 )'],
  [/(\)) \{$/, '$1{'],
  [/(\w): (?=\w)/, '$1:'],
  [/(\w) \+ (?=\w)/, '$1+'],
  [/(\w) (&&|\|\||==|===|\?) (?=\w)/, '$1$2'],
  [/(\w) {1,2}(=|\{)/, '$1  $2'],
];

function blanksInside({ call, closed, language }, random) {
  let changed = 0;
  const told = call.map((line) => {
    const fitting = RESPACED.filter(([pattern]) => pattern.test(line.text));
    if (line.kind === 'new' || !isPlainCode(line.text, language) || fitting.length === 0) return line;
    if (changed > 0 && random.chance(0.3)) return line;
    changed++;
    return { ...line, text: line.text.replace(...random.pick(fitting)) };
  });
  return changed > 0 ? strings(told, closed) : undefined;
}

/** A line is broken after a bracket or a comma. */
function wrappedOtherwise({ call, closed, language }, random) {
  const breaks = (text) =>
    [...text.matchAll(/\((?=\w)|, (?=\w)/g)].map(({ index, 0: mark }) => index + mark.length);
  const candidates = ['same', 'old']
    .flatMap((kind) => places(call, kind, (text) => isPlainCode(text, language) && /\(.*\)/.test(text)))
    .filter((at) => breaks(call[at].text).length > 0);
  if (candidates.length === 0) return undefined;
  const at = random.pick(candidates);
  const { text } = call[at];
  const cut = random.pick(breaks(text));
  const indent = /^\s*/.exec(text)[0];
  const wrapped = `${text.slice(0, cut).trimEnd()}\n${indent}    ${text.slice(cut)}`;
  return strings(retellOne(call, at, wrapped), closed);
}

/** Two lines of one statement are quoted as one. */
function joinedLines({ call, closed, language }, random) {
  const opens = (text) => isPlainCode(text, language) && /[(,=]$/.test(text);
  const joins = places(
    call,
    'same',
    (text, at) => opens(text) && call[at + 1]?.kind === 'same' && isPlainCode(call[at + 1].text, language),
  );
  if (joins.length === 0) return undefined;
  const at = random.pick(joins);
  const gap = call[at].text.endsWith('(') ? '' : ' ';
  const joined = call[at].text + gap + call[at + 1].text.trimStart();
  const told = retellOne(call, at, joined).filter((_, index) => index !== at + 1);
  return strings(told, closed);
}
