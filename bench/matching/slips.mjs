import { asNew, asOld, callAbout, isText, squeeze } from './call.mjs';

const COMMENT = /^(\s*(?:\/\/+|#+|--|\/\*+|\*|<!--|"""))(\s+)(.*[A-Za-z].*)$/;
const WORDS = new Map(
  Object.entries({
    a: 'the',
    the: 'this',
    this: 'the',
    is: 'gets',
    are: 'become',
    if: 'when',
    when: 'if',
    return: 'give',
    returns: 'gives',
    get: 'fetch',
    gets: 'fetches',
    set: 'assign',
    sets: 'assigns',
    check: 'verify',
    create: 'make',
    creates: 'makes',
    should: 'must',
    must: 'should',
    used: 'needed',
    use: 'take',
    all: 'every',
    to: 'so as to',
    for: 'of',
    with: 'using',
    from: 'out of',
    and: 'plus',
    not: 'never',
    which: 'that',
    that: 'which',
    called: 'invoked',
    default: 'usual',
    value: 'content',
    new: 'fresh',
    only: 'just',
  }),
);

/** One letter of a longer word is dropped, doubled, swapped or written in the other case; undefined if there is none. */
export function misspell(text, random) {
  const words = [...text.matchAll(/[A-Za-z_]{4,}/g)];
  if (words.length === 0) return undefined;
  const { index, 0: word } = random.pick(words);
  const at = 1 + random.below(word.length - 2);
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    word.slice(0, at) + otherCase(word[at]) + word.slice(at + 1),
    word.slice(0, at) + random.pick([...'aeinorst']) + word.slice(at + 1),
  ].filter((slip) => slip !== word);
  return text.slice(0, index) + random.pick(slips) + text.slice(index + word.length);
}

function otherCase(letter) {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** A comment in other words; undefined if the line is none, or none of its words is known here. */
export function paraphrase(text, random) {
  const [, mark, gap, words] = COMMENT.exec(text) ?? [];
  if (!mark || words.split(/\s+/).length < 4) return undefined;
  const known = [...words.matchAll(/[A-Za-z]+/g)].filter(([word]) => WORDS.has(word.toLowerCase()));
  if (known.length === 0) return undefined;
  const chosen = random.shuffle(known).slice(0, 2);
  let told = words;
  for (const { index, 0: word } of chosen.sort((a, b) => b.index - a.index)) {
    told = told.slice(0, index) + WORDS.get(word.toLowerCase()) + told.slice(index + word.length);
  }
  return mark + gap + told;
}

/** Words that no edit may rename, or the result would not be a program. */
const KEYWORDS = new Set(
  `abstract add alter and arg as assert async auto await begin bool boolean break byte case catch char class cmd column
  const constexpr constraint constructor continue copy create def default define defer delete deploy do double drop
  each elif else end endif endfor enum except export extends extern fallthrough false final finally float fn for foreach
  foreign from fun func function global goto guard if ifdef ifeq ifndef ifneq impl implements import in include init
  inline inout insert instanceof int integer interface internal into is key lambda let local long match mod module move
  mut mutable namespace native new nil none not null nullable object of open operator optional override package pass
  pragma primary private property protected protocol public raise readonly record ref references register repeat
  require return returns run select self set short signed sizeof static string struct super switch synchronized table
  template then this throw throws trait true try type typealias typedef typename typeof union unique unless unsafe
  unsigned until update use user using val values var varchar virtual void volatile weak when where while with workdir
  yield undefined env expose label entrypoint volume true false yes unchecked assembly mapping contract library event
  emit modifier payable view pure external memory storage calldata override phony companion sealed data suspend lateinit
  returning order by group limit having join left right inner outer on index elseif echo print printf fi esac done shift export select crate dyn pub box usize str isize`.split(
    /\s+/,
  ),
);

/** What someone else may have done to a line since: a name or a number is another one. */
export function rework(text, random) {
  const numbers = [...text.matchAll(/(?<![\w.#])\d+(?![\w.])/g)];
  if (numbers.length > 0 && random.chance(0.5)) {
    const { index, 0: digits } = random.pick(numbers);
    return (
      text.slice(0, index) + String(Number(digits) + 1 + random.below(9)) + text.slice(index + digits.length)
    );
  }
  const names = [...text.matchAll(/(?<![\w$@#\\-])[A-Za-z_]{3,}(?![\w-])/g)].filter(
    ([name]) => !KEYWORDS.has(name.toLowerCase()),
  );
  if (names.length === 0) return undefined;
  const { index, 0: name } = random.pick(names);
  const other = random.pick([
    `${name}2`,
    `new${name[0].toUpperCase()}${name.slice(1)}`,
    `${name}Value`,
    'other',
  ]);
  return text.slice(0, index) + other + text.slice(index + name.length);
}

const OPPOSITES = [
  'min max',
  'get set',
  'start end',
  'left right',
  'first last',
  'width height',
  'in out',
  'on off',
  'add remove',
  'up down',
  'before after',
  'old new',
  'read write',
  'begin finish',
  'row column',
  'top bottom',
  'enable disable',
  'true false',
  'push pop',
  'next previous',
  'source target',
  'request response',
  'input output',
  'client server',
  'local remote',
  'public private',
  'open close',
  'show hide',
  'key value',
  'from to',
  'load save',
  'send receive',
].map((pair) => pair.split(' '));

/** Another thing with a name much like this one: MIN for MAX, `get` for `set`, 4 for 3. */
export function nearMiss(text, random) {
  const found = OPPOSITES.flatMap(([one, other]) => [...swaps(text, one, other), ...swaps(text, other, one)]);
  const numbers = [...text.matchAll(/(?<![\w.])\d+(?![\w.])/g)].map(
    ({ index, 0: digits }) => text.slice(0, index) + (Number(digits) + 1) + text.slice(index + digits.length),
  );
  const all = [...found, ...numbers];
  return all.length > 0 ? random.pick(all) : undefined;
}

function swaps(text, from, to) {
  const forms = [
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word[0].toUpperCase() + word.slice(1),
  ];
  return forms.flatMap((form) => {
    const pattern = new RegExp(`(?<![a-z])${form(from)}(?![a-z])`);
    return pattern.test(text) ? [text.replace(pattern, form(to))] : [];
  });
}

/** Whether the file has a line like that, so that it would be a true quotation of another place. */
export function standsIn(lines, text) {
  const sought = squeeze(text);
  return lines.some((line) => squeeze(line) === sought);
}

/** How alike two lines are, from 0 to 1: the pairs of letters that they share. */
export function likeness(one, other) {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const left = new Map();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared++;
    left.set(pair, count - 1);
  }
  return a.length + b.length === 0 ? 1 : (2 * shared) / (a.length + b.length);
}

function pairsOf(text) {
  const letters = squeeze(text);
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}

/** An identifier as a model remembers it: in another spelling, singular for plural, shortened. */
export function otherName(text, random) {
  const names = [...text.matchAll(/[A-Za-z_][A-Za-z0-9_]{4,}/g)];
  if (names.length === 0) return undefined;
  const { index, 0: name } = random.pick(names);
  const forms = [
    name.replaceAll(/([a-z0-9])([A-Z])/g, (_, a, b) => `${a}_${b.toLowerCase()}`),
    name.replaceAll(/([a-z0-9])_([a-z])/g, (_, a, b) => a + b.toUpperCase()),
    name.endsWith('s') ? name.slice(0, -1) : `${name}s`,
    name.slice(0, Math.ceil(name.length * 0.7)),
  ].filter((form) => form !== name);
  return text.slice(0, index) + random.pick(forms) + text.slice(index + name.length);
}

/** Another number than the file has. */
export function otherNumber(text, random) {
  const numbers = [...text.matchAll(/(?<![\w.#-])\d+(?![\w.])/g)];
  if (numbers.length === 0) return undefined;
  const { index, 0: digits } = random.pick(numbers);
  const value = Number(digits) + random.pick([1, 2, 5, 10]);
  return text.slice(0, index) + value + text.slice(index + digits.length);
}

const OTHER_WORDS =
  'staging production linux windows build test first second admin user source target left right'.split(' ');

/** The same line about another thing: one of its words is another. */
export function otherWord(text, random, from = 0) {
  const words = [...text.slice(from).matchAll(/[A-Za-z][A-Za-z0-9]{2,}/g)];
  if (words.length === 0) return undefined;
  const { index, 0: word } = words.at(-1);
  const other = random.pick(OTHER_WORDS.filter((one) => one !== word.toLowerCase()));
  const cased = /^[A-Z]/.test(word) ? other[0].toUpperCase() + other.slice(1) : other;
  return text.slice(0, from + index) + cased + text.slice(from + index + word.length);
}

/** A call that changes a name or number beside a line that passes the test, with that line around the change. */
export function editBeside(quoted, test, random) {
  const { lines } = quoted;
  const isInner = (at) => at > 2 && at < lines.length - 4;
  const spots = lines.flatMap((text, at) => (isInner(at) && test(text) ? [at] : []));
  if (spots.length === 0) return undefined;
  const at = random.pick(spots);
  const from = at + random.pick([-1, 1]);
  const text = isText(lines[from]) && rework(lines[from], random);
  if (!text || text === lines[from] || standsIn(lines, text)) return undefined;
  const around = from < at ? { above: 1, below: 2 } : { above: 2, below: 1 };
  return callAbout(quoted, { from, to: from + 1, change: [asOld(lines[from]), asNew(text)], ...around });
}
