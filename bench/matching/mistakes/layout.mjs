import { places, retellOne, runsOf, strings } from '../call.mjs';
import { editBeside } from '../slips.mjs';

export const layoutMistakes = [
  { name: 'blanks-inside-lines', make: blanksInside },
  { name: 'wrapped-otherwise', make: wrappedOtherwise },
  { name: 'joined-lines', context: 3, make: joinedLines },
  { row: 'W6', name: 'spaces-in-target', context: 2, make: spacesInTarget },
  { row: 'A6', name: 'spaces-in-a-short-line', cutsLines: true, make: spacesInShortLine },
  { row: 'A6', name: 'rewrapped-in-other-quotes', make: rewrapped },
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

/** One gap between words of a line told otherwise; undefined where it has none that means nothing. */
export function respace(text, language, random) {
  const fitting = RESPACED.filter(([pattern]) => pattern.test(text));
  return isPlainCode(text, language) && fitting.length > 0
    ? text.replace(...random.pick(fitting))
    : undefined;
}

const GAPS = [
  [/ (?=[=!<>+*/-]+ )/, ''],
  [/([=:,]) (?=\S)/, '$1'],
  [/([=,])(?=[\w"'$])/, '$1 '],
  [/([([{]) (?=\S)/, '$1'],
  [/([([{])(?=[\w"'$])/, '$1 '],
  [/(\S) (?=[)\]}])/, '$1'],
  [/(\w) {2,}(?=\S)/, '$1 '],
  [/(\w) (?=[\w"'$])/, '$1  '],
];

/** What a changed line keeps is quoted with other gaps, alike in both texts: the file's own gaps stay. */
function spacesInTarget(quoted, random) {
  const { call, closed, language } = quoted;
  const pairs = runsOf(call).flatMap((run) =>
    run.old.length === run.new.length
      ? run.old.map((_, at) => [run.first + at, run.first + run.old.length + at])
      : [],
  );
  const found = random.shuffle(pairs).flatMap(([old, fresh]) => {
    const told = regap(call[old].text, call[fresh].text, language, random);
    return told ? [[old, fresh, told]] : [];
  });
  if (found.length === 0) return undefined;
  const [old, fresh, [oldText, freshText]] = found[0];
  return strings(retellOne(retellOne(call, old, oldText), fresh, freshText), closed);
}

/** A gap in what two lines begin with alike, outside strings and comments. */
function regap(old, fresh, language, random) {
  if (language === 'Markdown' || /^\s*(?:\/\/|#|\*|--|\/\*)/.test(old)) return undefined;
  let head = 0;
  while (head < old.length && old[head] === fresh[head]) head++;
  const string = old.slice(0, head).search(/["'`]|\/\/| #|--/);
  const end = string >= 0 ? string : head;
  const indent = /^\s*/.exec(old)[0].length;
  const part = old.slice(indent, end);
  const fitting = GAPS.filter(([pattern]) => pattern.test(part) && part.replace(pattern, '') !== part);
  if (part.length < 6 || fitting.length === 0 || old === fresh) return undefined;
  const told = part.replace(...random.pick(fitting));
  if (told === part || old.slice(indent).split(/\W+/).length < 4) return undefined;
  return [old, fresh].map((text) => text.slice(0, indent) + told + text.slice(end));
}

/** One short line alone, with other gaps; nothing else in the file is like it. */
function spacesInShortLine({ call, lines, language }, random) {
  const at = call.findIndex(({ kind }) => kind === 'old');
  const fresh = call.findIndex(({ kind }) => kind === 'new');
  if (
    at < 0 ||
    fresh < 0 ||
    runsOf(call).some((run) => run.old.length !== 1 || run.new.length !== 1) ||
    runsOf(call).length !== 1
  )
    return undefined;
  const { text } = call[at];
  const told = text.trim().length <= 32 && /^\s*\w+ ?[=+:(<>]/.test(text) && respace(text, language, random);
  const squeezed = text.replaceAll(/\s/g, '');
  if (!told || lines.filter((line) => line.replaceAll(/\s/g, '') === squeezed).length !== 1) return undefined;
  return { old: told.trim(), new: call[fresh].text.trim() };
}

/** A call wrapped otherwise, its string in the other quotes. */
function rewrapped(quoted, random) {
  if (!['JavaScript', 'TypeScript', 'Python', 'Lua', 'Svelte', 'Vue'].includes(quoted.language))
    return undefined;
  const fits = (text) =>
    /^[^#'"`]*\([^'"`]*(["'])[\w ./:-]+\1[^'"`]*, [^'"`]*\)[^'"`]*$/.test(text) && !/\/\/|\\/.test(text);
  const about = editBeside(quoted, fits, random);
  const at = about?.call.findIndex(({ kind, text }) => kind === 'same' && fits(text)) ?? -1;
  if (at < 0) return undefined;
  const { text } = about.call[at];
  const indent = /^\s*/.exec(text)[0];
  const swapped = text.replace(/(["'])([\w ./:-]+)\1/, (_, mark, body) =>
    mark === '"' ? `'${body}'` : `"${body}"`,
  );
  const cut = swapped.indexOf('(') + 1;
  const wrapped = `${swapped.slice(0, cut)}\n${indent}    ${swapped.slice(cut)}`;
  return { about, ...strings(retellOne(about.call, at, wrapped), about.closed) };
}
