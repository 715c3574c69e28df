import { asNew, asOld, callAbout, isText, newLines, oldLines, places, retellOne } from '../call.mjs';
import { rework, standsIn } from '../slips.mjs';
import { unitOf } from './indentation.mjs';

export const literalCalls = [
  { row: 'W11', name: 'exact-line-breaks', cutsLines: true, make: exactLineBreaks },
];

export const boundaryMistakes = [
  { row: 'W12', name: 'boundary-spaces', cutsLines: true, bytes: true, make: boundarySpaces },
  { row: 'A5', name: 'partial-lines', cutsLines: true, context: 2, make: partialLines },
];

export const boundaryRefusals = [
  {
    row: 'W4',
    name: 'line-break-inside-a-line',
    cutsLines: true,
    expects: 'refusal',
    mayBeLoose: true,
    make: breakInside,
  },
  {
    row: 'W7',
    name: 'inside-a-word',
    cutsLines: true,
    expects: 'either',
    mayBeExact: true,
    mayBeLoose: true,
    make: insideWord,
  },
];

const count = (text, part) => text.split(part).length - 1;

/** An exact quotation with line breaks of its own at its ends: what it becomes is written to the letter. */
function exactLineBreaks({ lines }, random) {
  const disk = lines.join('\n');
  const fits = (at) => at > 1 && at < lines.length - 3 && isText(lines[at]) && count(disk, lines[at]) === 1;
  const spots = lines.flatMap((_, at) => (fits(at) ? [at] : []));
  if (spots.length === 0) return undefined;
  const at = random.pick(spots);
  const text = lines[at];
  const other = rework(text, random) ?? `${text} `;
  const [old, fresh] = random.pick([
    [`${text}\n`, other],
    [`${text}\n`, `${other} `],
    [text, `${other}\n`],
    [`\n${text}\n`, `${other}\n`],
    [`\n${text}`, `\n\n${other}`],
    [`\n${text}\n`, '\n'],
    [`${text}\n${lines[at + 1]}\n`, `${other}\n\n`],
  ]);
  if (count(disk, old) !== 1 || old === fresh) return undefined;
  return { old, new: fresh, expected: disk.replace(old, () => fresh) };
}

/** A part of a line with spaces around it that the file does not have there; the new text may end in spaces of its own. */
function boundarySpaces({ lines }, random) {
  const disk = lines.join('\n');
  const parts = lines.flatMap((text) =>
    [...text.matchAll(/(?<=[([])(\w[^()[\]]{8,40}\w)(?=[)\]])/g)].map(([part]) => part),
  );
  const free = parts.filter((part) => count(disk, part) === 1);
  if (free.length === 0) return undefined;
  const part = random.pick(free);
  const other = rework(part, random);
  if (!other || other === part) return undefined;
  const [before, after] = random.pick([
    [' ', ''],
    ['', ' '],
    ['  ', ' '],
    [' ', ' '],
  ]);
  const own = random.pick(['', '  ', ' ']);
  return {
    ...{ old: before + part + after, new: before + other + after + own },
    expected: disk.replace(part, () => other + own),
  };
}

/** The quotation begins and ends within lines, and one line between is indented otherwise. */
function partialLines({ call, lines }, random) {
  const unit = unitOf(lines);
  const [first, last] = [call[0], call.at(-1)];
  const inner = places(call, 'same', (text, at) => isText(text) && at > 0 && at < call.length - 1);
  if (!unit || inner.length === 0 || first.kind !== 'same' || last.kind !== 'same') return undefined;
  const [head, tail] = [cutOf(first.text, random), cutOf(last.text, random)];
  if (!head || !tail) return undefined;
  const at = random.pick(inner);
  const shifted = random.chance(0.5) ? unit + call[at].text : call[at].text.replace(unit, '');
  let told = retellOne(call, at, shifted);
  told = retellOne(told, 0, first.text.slice(head));
  told = retellOne(told, call.length - 1, last.text.slice(0, tail));
  if (oldLines(told).length < 4) return undefined;
  return { old: oldLines(told).join('\n'), new: newLines(told).join('\n') };
}

/** A place between two words of a line, not at its ends. */
function cutOf(text, random) {
  const cuts = [...text.matchAll(/(?<=\w)[ (.](?=\w)/g)].map(({ index }) => index + 1);
  return cuts.length > 0 ? random.pick(cuts) : undefined;
}

/** Languages whose lines stay valid when cut: in others the syntax check would refuse what the matcher accepts. */
const FREE_LINES = ['Shell', 'Dockerfile', 'Makefile', 'Markdown', 'YAML', 'CSS', 'SCSS'];

/** A line break in the quotation where the file's line goes on, or has begun before. */
function breakInside(quoted, random) {
  const { lines, language } = quoted;
  if (!FREE_LINES.includes(language)) return undefined;
  const isFree = (text) => !/["'`]|^\s*(?:\/\/|#|--|\*)/.test(text);
  const long = lines.flatMap((text, at) =>
    at > 2 && at < lines.length - 3 && text.trim().length > 24 && isFree(text) ? [at] : [],
  );
  if (long.length === 0) return undefined;
  const at = random.pick(long);
  const cut = cutOf(lines[at], random);
  if (!cut || lines[at][cut - 1] !== ' ' || cut < 10 || cut > lines[at].length - 4) return undefined;
  const [head, tail] = [lines[at].slice(0, cut).trimEnd(), lines[at].slice(cut)];
  const isHead = random.chance(0.6);
  const part = isHead ? head : tail;
  const other = rework(part, random);
  if (!other || part.trim().length < 8 || standsIn(lines, part)) return undefined;
  const above = isHead ? lines.slice(at - random.pick([0, 0, 1, 2]), at) : [];
  const below = isHead ? [] : lines.slice(at + 1, at + 1 + random.below(3));
  const write = (text) => (isHead ? `${[...above, text].join('\n')}\n` : `\n${[text, ...below].join('\n')}`);
  const about = callAbout(quoted, { from: at, to: at + 1, change: [asOld(lines[at]), asNew(other)] });
  return { about, old: write(part), new: write(other) };
}

/** The words of a whole line, which the file aligns with more spaces, are also the end of a longer word elsewhere. */
function insideWord(quoted, random) {
  const { lines } = quoted;
  const fits = (text) => /^\w+(?: ?[:=] ?)\S+$/.test(text.trim()) && text.trim().length > 8;
  const spots = lines.flatMap((text, at) => (at > 2 && at < lines.length - 3 && fits(text) ? [at] : []));
  if (spots.length === 0) return undefined;
  const at = random.pick(spots);
  const plain = lines[at].trim();
  const other = rework(plain, random);
  const aligned = lines[at].replace(
    /\s*([:=])\s*(\S+)$/,
    (_, sign, value) => `${sign === ':' ? '' : '   '}${sign}    ${value}`,
  );
  const longer = lines[at].replace(/\w+/, (name) => `${random.pick(['tls', 'my', 'default', 'is'])}_${name}`);
  if (!other || aligned === lines[at]) return undefined;
  const place = [...lines.slice(0, at), longer, aligned, ...lines.slice(at + 1)];
  const disk = place.join('\n');
  if (count(disk, plain) !== 1) return undefined;
  const written = (text) => place.with(at + 1, text).join('\n');
  return {
    ...{ old: plain, new: other, disk, expected: written(withGapsOf(aligned, other)) },
    alternatives: [written(aligned.replace(aligned.trim(), () => other))],
  };
}

/** The words of a text with the gaps of another that has as many. */
function withGapsOf(text, words) {
  const all = words.match(/\w+|[^\w\s]/g);
  let next = 0;
  return text.replaceAll(/\w+|[^\w\s]/g, () => all[next++] ?? '');
}
