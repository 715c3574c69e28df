import { countLoose, fileLine, oldLines, places, retell, retellOne, squeeze, strings } from '../call.mjs';
import { misspell, nearMiss, rework, standsIn } from '../slips.mjs';

const refusal = (name, make, more) => ({ name, make, expects: 'refusal', ...more });

/** Calls that must leave the file as it is: what is meant cannot be known, or is gone. */
export const refusalMistakes = [
  refusal('target-changed-since', targetChanged, { context: 2 }),
  refusal('target-removed-since', targetRemoved, { context: 2 }),
  refusal('duplicated', (quoted, random) => duplicated(quoted, random, quoted.call), {
    mayBeExact: true,
    mayBeLoose: true,
  }),
  refusal('duplicated-and-misquoted', duplicatedMisquoted, { context: 2, mayBeLoose: true }),
  refusal('sent-twice', ({ call, closed }) => strings(call, closed), {
    mayBeExact: true,
    mayBeLoose: true,
    expects: 'once',
  }),
  refusal('sent-twice-and-misquoted', misquoted, { context: 2, mayBeLoose: true, expects: 'once' }),
  refusal('absent', absent),
  refusal('near-miss', nearMissLine),
  refusal('another-block', anotherBlock, { context: 3 }),
  refusal('blanks-in-literal', blanksInLiteral, {
    expects: 'either',
    unread: 'refusal',
    context: 2,
    mayBeLoose: true,
  }),
];

function targetChanged(quoted, random) {
  const { call, lines, closed } = quoted;
  const fresh = places(call, 'new').map((at) => call[at].text);
  const candidates = places(call, 'old')
    .map((at) => [at, rework(call[at].text, random)])
    .filter(([, text]) => text && !standsIn([...lines, ...fresh], text));
  if (candidates.length === 0) return undefined;
  const [at, text] = random.pick(candidates);
  const disk = [...lines];
  disk[fileLine(quoted, at)] = text;
  return { ...strings(call, closed), seen: lines.join('\n'), disk: disk.join('\n') };
}

/** Someone took the lines away that the edit is about. */
function targetRemoved(quoted) {
  const { call, lines, closed } = quoted;
  const gone = places(call, 'old', (text) => text.trim() !== '');
  const goneLines = new Set(gone.map((at) => fileLine(quoted, at)));
  const disk = lines.filter((_, at) => !goneLines.has(at));
  if (gone.length === 0 || gone.some((at) => standsIn(disk, call[at].text))) return undefined;
  return { ...strings(call, closed), seen: lines.join('\n'), disk: disk.join('\n') };
}

/** The quoted block stands in the file twice. */
function duplicated({ lines, start, end, closed }, random, told) {
  const copy = lines.slice(start, end);
  const free = lines.flatMap((_, at) => (at < start - 3 || (at > end + 3 && at < lines.length) ? [at] : []));
  if (free.length === 0) return undefined;
  const at = random.pick(free);
  const disk = [...lines.slice(0, at), ...copy, ...lines.slice(at)];
  if (countLoose(disk, copy) < 2) return undefined;
  return { ...strings(told, closed), disk: disk.join('\n') };
}

function duplicatedMisquoted(quoted, random) {
  const told = misquotedCall(quoted, random);
  return told && duplicated(quoted, random, told);
}

function misquoted(quoted, random) {
  const told = misquotedCall(quoted, random);
  return told && strings(told, quoted.closed);
}

function misquotedCall({ call, lines }, random) {
  const isText = (text) => text.trim() !== '';
  const all = ['same', 'old', 'new'];
  const slips = [
    () => retell(call, ['same', 'old'], (text) => (isText(text) ? `${text} ` : text)),
    () => retell(call, all, (text) => (isText(text) ? `  ${text}` : text)),
    () => retell(call, all, (text) => text.trimStart()),
    () => typoIn(call, lines, random),
  ];
  return random.pick(slips)();
}

function typoIn(call, lines, random) {
  const candidates = places(call, 'same', (text) => /[A-Za-z_]{4}/.test(text));
  if (candidates.length === 0) return undefined;
  const at = random.pick(candidates);
  const text = misspell(call[at].text, random);
  return standsIn(lines, text) ? undefined : retellOne(call, at, text);
}

/** An edit of another file in the same language. */
function absent(quoted, random, others) {
  const here = new Set(quoted.lines.map(squeeze));
  const foreign = others.edits.filter(
    ({ language, source }) => language === quoted.language && source !== quoted.source,
  );
  const other = foreign.length > 0 && others.quote(random.pick(foreign));
  if (!other) return undefined;
  const texts = oldLines(other.call).map(squeeze).filter(Boolean);
  if (texts.filter((text) => here.has(text)).length * 2 > texts.length) return undefined;
  return strings(other.call, other.closed);
}

/** One line about another thing with a similar name; the file has only its neighbour in name. */
function nearMissLine({ call, lines }, random) {
  const file = lines.join('\n');
  const candidates = places(call, 'old', (text) => squeeze(text).length >= 8)
    .map((at) => nearMiss(call[at].text.trim(), random))
    .filter((text) => text && !file.includes(text) && !standsIn(lines, text));
  if (candidates.length === 0) return undefined;
  const old = random.pick(candidates);
  const replacement = rework(old, random);
  return replacement && { old, new: replacement };
}

/** The line above that opens the block names another one, or another condition, that the file does not have. */
function anotherBlock({ call, lines, closed }, random) {
  const first = call.findIndex(({ kind }) => kind === 'old');
  if (first < 0) return undefined;
  const depth = call[first].text.search(/\S/);
  const opener = call.slice(0, first).findLastIndex(({ text }) => text.trim() && text.search(/\S/) < depth);
  if (opener < 0) return undefined;
  const { text } = call[opener];
  const name = text.slice(0, nameEnd(text));
  const other = nearMiss(name, random);
  if (!other || standsIn(lines, other + text.slice(name.length))) return undefined;
  return strings(retellOne(call, opener, other + text.slice(name.length)), closed);
}

/** A comment tells no block from another, nor do the parameters of a function; a condition does. */
function nameEnd(text) {
  const isCondition = /^\s*(?:\} )?(?:if|elif|else|while|for|switch|case|when|unless|until|it|test)\b/.test(
    text,
  );
  const end = text.search(isCondition ? /\/\/|\/\*|#|--/ : /\/\/|\/?\*|#|--|\(/);
  return end === -1 ? text.length : end;
}

/** The file's literal has two blanks where the call has one. */
function blanksInLiteral(quoted, random) {
  const { call, lines, closed } = quoted;
  const literal = /(["'])(\w[^"'\\]*\w)\1/;
  const candidates = places(call, 'old', (text) => literal.test(text));
  if (candidates.length === 0) return undefined;
  const at = random.pick(candidates);
  const withBlanks = (blanks) =>
    call[at].text.replace(literal, (_, mark, body) => mark + parted(body, blanks) + mark);
  const disk = [...lines];
  disk[fileLine(quoted, at)] = withBlanks('  ');
  return { ...strings(retellOne(call, at, withBlanks(' ')), closed), disk: disk.join('\n') };
}

/** A text with these blanks at its first gap, or in its middle. */
function parted(body, blanks) {
  const gap = body.indexOf(' ');
  if (gap >= 0) return body.slice(0, gap) + blanks + body.slice(gap).trimStart();
  return body.slice(0, body.length >> 1) + blanks + body.slice(body.length >> 1);
}
