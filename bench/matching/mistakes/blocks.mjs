import { asNew, asOld, callAbout, indentOf, isText, places, retell, retellOne, strings } from '../call.mjs';
import { commentMark } from '../corpus/languages.mjs';
import { misspell, nearMiss, otherWord, rework, standsIn } from '../slips.mjs';

/** Lines that say which block this is, by what they look like. */
const IDENTITIES = {
  heading: { languages: ['Markdown'], pattern: /^#{1,4} \S/, isFlat: true },
  stage: { languages: ['Dockerfile'], pattern: /^FROM \S/i, isFlat: true },
  section: { languages: ['TOML'], pattern: /^\[+[\w.-]+\]+$/, isFlat: true },
  key: { languages: ['YAML'], pattern: /^\s*(?:- )?[\w.-]+:$/ },
  selector: { languages: ['CSS', 'SCSS', 'Vue', 'Svelte'], pattern: /^\s*[.#&\w][^{}()@$;]*\{$/ },
  label: { pattern: /^\s*(?:case .*|default|[A-Za-z_]\w*):$/ },
  test: { pattern: /^\s*(?:(?:it|test|describe)\(|def test_\w+|func Test\w+|fn test_\w+|@test )/ },
  target: { languages: ['Makefile'], pattern: /^[A-Za-z][\w.-]*:(?!=)/ },
  table: { languages: ['SQL'], pattern: /^\s*(?:CREATE|ALTER|UPDATE|INSERT|DROP)\b.*\w/i, isFlat: true },
  opener: {
    pattern:
      /^\s*(?:(?:export|public|private|protected|static|async|pub|override|internal|final) )*(?:def|function|class|fn|func|fun|interface|struct|if|while|for|elif|switch|when)\b.*[{:]$/,
  },
};

/** Whether a line says which block this is: by its look, or because lines below it are deeper. */
export function saysWhichBlock(text, { lines, language }) {
  const looksLike = ({ languages, pattern }) =>
    (!languages || languages.includes(language)) && pattern.test(text);
  if (Object.values(IDENTITIES).some(looksLike)) return true;
  const below = lines.slice(lines.indexOf(text) + 1).find(isText);
  return below !== undefined && indentOf(below).length > indentOf(text).length;
}

const must = (name, make, more) => ({ row: 'W8', name, make, expects: 'refusal', ...more });

export const blockRefusals = [
  ...Object.entries(IDENTITIES).map(([name, kind]) =>
    must(`another-${name}`, (quoted, random) => anotherOf(kind, quoted, random)),
  ),
  { row: 'W8', name: 'typo-in-opener', expects: 'either', context: 2, make: typoInOpener },
  must('another-banner', anotherBanner),
  must('another-block-continued', anotherContinued),
  { row: 'W10', name: 'depth-undetermined', expects: 'either', context: 2, make: depthUndetermined },
];

/** An edit within a block, quoted with the line that names the block; that line names another. */
function anotherOf({ languages, pattern, isFlat }, quoted, random) {
  const { lines, language } = quoted;
  if (languages && !languages.includes(language)) return undefined;
  const spots = lines.flatMap((text, at) => (pattern.test(text) && hasBody(lines, at) ? [at] : []));
  if (spots.length === 0) return undefined;
  const at = random.pick(spots);
  const about = editBelow(quoted, at, random, !isFlat);
  if (!about) return undefined;
  const name = about.call.findIndex(({ text, kind }) => kind === 'same' && text === lines[at]);
  const other = misname(lines[at], random);
  if (name < 0 || !other || standsIn(lines, other)) return undefined;
  return { about, ...strings(retellOne(about.call, name, other), about.closed) };
}

function hasBody(lines, at) {
  return at > 1 && at < lines.length - 5 && isText(lines[at + 1]);
}

/** A name or number in one of the block's first lines is changed. */
function editBelow(quoted, at, random, isIndented) {
  const { lines } = quoted;
  const below = [];
  for (let one = at + 1; one < at + 5 && belongs(lines, one, at, isIndented); one++)
    if (/\w{3}/.test(lines[one])) below.push(one);
  if (below.length === 0) return undefined;
  const from = random.pick(below);
  const text = rework(lines[from], random);
  if (!text || text === lines[from]) return undefined;
  const change = [asOld(lines[from]), asNew(text)];
  return callAbout(quoted, { from, to: from + 1, change, above: from - at, below: 2 });
}

/** Whether a line is in the block that another heads: no other head between, and deeper where depth tells. */
function belongs(lines, one, at, isIndented) {
  const isHead = Object.values(IDENTITIES).some(({ pattern }) => pattern.test(lines[one] ?? ''));
  return (
    isText(lines[one]) && !isHead && (!isIndented || indentOf(lines[one]).length > indentOf(lines[at]).length)
  );
}

/** Keywords stay; the name that follows them is another one. */
function misname(text, random) {
  const keyword =
    /^\s*(?:(?:export|public|private|protected|static|async|pub|override|internal|final|default) )*(?:def|function|class|fn|func|fun|interface|struct|if|while|for|elif|switch|when|case|it|test|describe|FROM|CREATE|ALTER|UPDATE|INSERT|DROP)\b/i.exec(
      text,
    )?.[0] ?? '';
  const head = text.slice(0, nameEnd(text, keyword.length));
  const other = nearMiss(head.slice(keyword.length), random);
  const renamed =
    other !== undefined && random.chance(0.5) ? keyword + other : otherWord(head, random, keyword.length);
  return renamed && renamed !== head ? renamed + text.slice(head.length) : undefined;
}

/** A function's parameters and a comment at the line's end are no name. */
function nameEnd(text, from) {
  const isDeclaration = /\b(?:def|function|class|fn|func|fun|interface|struct)\b/.test(text);
  if (/^#{1,4} /.test(text)) return /[`[(]/.test(text) ? 0 : text.length;
  const end = text.slice(from).search(isDeclaration ? /\(|\/\/|#|:|\{|</ : /\/\/| #|\s*[{:]|: /);
  return end < 0 ? text.length : from + end;
}

/** A typo in a line of the context that says which block this is: perhaps it means another one. */
function typoInOpener(quoted, random) {
  const { call, lines, closed } = quoted;
  const openers = places(call, 'same', (text) => /\w{4}/.test(text) && saysWhichBlock(text, quoted));
  if (openers.length === 0) return undefined;
  const at = random.pick(openers);
  const text = misspell(call[at].text, random);
  return text && !standsIn(lines, text) ? strings(retellOne(call, at, text), closed) : undefined;
}

/** A comment that heads a part of the file, as people write them. */
function anotherBanner(quoted, random) {
  const { lines, language } = quoted;
  const mark = commentMark(language);
  const spots = lines.flatMap((text, at) =>
    at > 3 && at < lines.length - 6 && isText(text) && !isText(lines[at - 1]) && isText(lines[at + 1])
      ? [at]
      : [],
  );
  if (!mark || spots.length === 0) return undefined;
  const at = random.pick(spots);
  const indent = indentOf(lines[at]);
  const style = random.pick([
    (name) => `--- ${name} ---`,
    (name) => `==== ${name} ====`,
    (name) => `${name} ----------`,
  ]);
  const [own, other] = random.shuffle(['staging', 'production', 'helpers', 'parsing', 'output', 'tests']);
  const banner = (name) => `${indent}${mark} ${style(name)}`;
  const disk = [...lines.slice(0, at), banner(own), ...lines.slice(at)];
  const about = editBelow({ ...quoted, lines: disk }, at, random, false);
  if (!about) return undefined;
  const told = retell(about.call, ['same'], (text) => (text === banner(own) ? banner(other) : text));
  return { about, ...strings(told, about.closed), disk: disk.join('\n') };
}

/** An `else` or `catch` for a block whose opening line is quoted as another's. */
function anotherContinued(quoted, random) {
  const { lines, language } = quoted;
  const isPython = language === 'Python';
  const opener = isPython ? /^\s*if .*:$/ : /^\s*if \(.*\) \{$|^\s*if .*[^;] \{$/;
  const spots = lines.flatMap((text, at) => (opener.test(text) ? blockEnd(lines, at, isPython) : []));
  if (spots.length === 0) return undefined;
  const [at, end] = random.pick(spots);
  const indent = indentOf(lines[at]);
  const inner = indentOf(lines[at + 1]);
  const fresh = isPython ? [`${indent}else:`, `${inner}pass`] : [`${indent}} else {`, `${inner}done();`];
  const insertAt = isPython ? end : end - 1;
  const change = fresh.map(asNew);
  const about = callAbout(quoted, {
    from: insertAt,
    to: insertAt,
    change,
    above: insertAt - at,
    below: isPython ? 0 : 1,
  });
  const other = misname(lines[at], random);
  if (!other || standsIn(lines, other)) return undefined;
  return { about, ...strings(retellOne(about.call, 0, other), false) };
}

function blockEnd(lines, at, isPython) {
  const depth = indentOf(lines[at]).length;
  let end = at + 1;
  while (end < lines.length && isText(lines[end]) && indentOf(lines[end]).length > depth) end++;
  if (end - at < 2 || end - at > 6) return [];
  if (isPython) return isText(lines[end]) && !/^\s*(?:else|elif)/.test(lines[end]) ? [[at, end]] : [];
  return /^\s*\}$/.test(lines[end] ?? '') ? [[at, end + 1]] : [];
}

/** Two neighbours at two depths are quoted at one, and a line comes between them. */
function depthUndetermined({ call, closed, language }) {
  const at = call.findIndex(({ kind }) => kind === 'new');
  const next = call.findIndex(({ kind }, index) => kind === 'same' && index > at);
  if (
    at < 1 ||
    next < 0 ||
    call[at - 1].kind !== 'same' ||
    !isText(call[at - 1].text) ||
    !isText(call[next].text)
  )
    return undefined;
  if (indentOf(call[at - 1].text) === indentOf(call[next].text) || language === 'Markdown') return undefined;
  if (call.some(({ kind }) => kind === 'old')) return undefined;
  const depth = indentOf(call[at - 1].text);
  return strings(
    retell(call, ['same', 'new'], (text) => (isText(text) ? depth + text.trimStart() : text)),
    closed,
  );
}
