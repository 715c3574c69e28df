import {
  asNew,
  asOld,
  callAbout,
  countLoose,
  indentOf,
  isText,
  newLines,
  oldLines,
  places,
  strings,
} from '../call.mjs';
import { commentMark } from '../corpus/languages.mjs';
import { rework } from '../slips.mjs';

export const elisionMistakes = [
  { name: 'elided-in-both', context: 7, make: elidedInBoth },
  { name: 'elided-in-old', context: 4, unread: 'either', make: elidedInOld },
];

export const elisionRefusals = [
  {
    name: 'elided-in-new-only',
    context: 7,
    expects: 'refusal',
    mayBeExact: true,
    mayBeLoose: true,
    make: elidedInNew,
  },
  { name: 'only-ends-quoted', context: 4, expects: 'refusal', make: endsOnly },
  { row: 'W9', name: 'elision-leaves-its-block', expects: 'refusal', make: leavesBlock },
];

function marker(language, like, random) {
  const indent = /^\s*/.exec(like)[0];
  const comment = commentMark(language) ?? '//';
  return (
    indent +
    random.pick([
      '...',
      `${comment} ...`,
      `${comment} ... existing code ...`,
      `${comment} ... rest unchanged ...`,
    ])
  );
}

/** A run of kept lines is left out: at least two stay at its far end and one beside the change. */
function runToElide(call, random) {
  const isRun = (at, length) => call.slice(at, at + length).every(({ kind }) => kind === 'same');
  const first = call.findIndex(({ kind }) => kind !== 'same');
  const last = call.findLastIndex(({ kind }) => kind !== 'same');
  const runs = [];
  for (let length = 3; length <= 6; length++) {
    if (first - 1 - length >= 2 && isRun(2, length)) runs.push([2, length]);
    if (last + 2 + length <= call.length - 2 && isRun(last + 2, length)) runs.push([last + 2, length]);
  }
  return runs.length > 0 ? random.pick(runs) : undefined;
}

function elide(quoted, random) {
  const run = runToElide(quoted.call, random);
  if (!run) return undefined;
  const [at, length] = run;
  const { call, language, lines } = quoted;
  const mark = { kind: 'same', text: marker(language, call[at].text, random) };
  const [head, tail] = [call.slice(0, at), call.slice(at + length)];
  if (!isUnique(lines, oldLines(head)) || !isUnique(lines, oldLines(tail))) return undefined;
  return [...head, mark, ...tail];
}

const isUnique = (lines, segment) => countLoose(lines, segment) === 1;

function elidedInBoth(quoted, random) {
  const told = elide(quoted, random);
  return told && strings(told, quoted.closed);
}

function elidedInNew(quoted, random) {
  const told = elide(quoted, random);
  if (!told) return undefined;
  const { closed } = quoted;
  return { old: strings(quoted.call, closed).old, new: strings(told, closed).new };
}

/** The new text in full for a span of which only the ends are quoted. */
function elidedInOld({ call, closed, lines, language }, random) {
  const quoted = oldLines(call);
  const [head, tail] = [quoted.slice(0, 2), quoted.slice(-2)];
  if (quoted.length < 7 || places(call, 'old').length === 0) return undefined;
  if (!isUnique(lines, head) || !isUnique(lines, tail)) return undefined;
  const end = closed ? '\n' : '';
  const old = [...head, marker(language, quoted[2], random), ...tail].join('\n') + end;
  return { old, new: newLines(call).join('\n') + end };
}

/** The model quotes a block's first and last line and never saw the lines between: they must not go. */
function endsOnly({ call, closed, lines }) {
  const quoted = oldLines(call);
  const ends = [quoted[0], quoted.at(-1)];
  const fresh = places(call, 'new').map((at) => call[at].text);
  if (quoted.length < 5 || fresh.length === 0 || countLoose(lines, ends) > 0) return undefined;
  const end = closed ? '\n' : '';
  return { old: ends.join('\n') + end, new: [ends[0], ...fresh, ends[1]].join('\n') + end };
}

/** A block's first line, an elision, and a line of the block after it: the two do not belong together. */
function leavesBlock(quoted, random) {
  const { lines, language } = quoted;
  const openers = lines.flatMap((text, at) =>
    /[{:]$/.test(text) && indentOf(lines[at + 1] ?? '').length > indentOf(text).length ? [at] : [],
  );
  const pairs = openers.flatMap((one) => {
    const next = openers.find((other) => other > one + 3 && indentOf(lines[other]) === indentOf(lines[one]));
    return next && next < one + 40 && next < lines.length - 3 ? [[one, next]] : [];
  });
  if (pairs.length === 0) return undefined;
  const [one, next] = random.pick(pairs);
  const target = next + 1;
  const text = rework(lines[target], random);
  if (
    !text ||
    !isText(lines[target]) ||
    !isUnique(lines, [lines[one], lines[one + 1]]) ||
    !isUnique(lines, [lines[target], lines[target + 1]])
  )
    return undefined;
  const mark = marker(language, lines[one + 1], random);
  const about = callAbout(quoted, {
    from: target,
    to: target + 1,
    change: [asOld(lines[target]), asNew(text)],
  });
  const write = (line) => [lines[one], lines[one + 1], mark, line, lines[target + 1]].join('\n');
  return { about, old: write(lines[target]), new: write(text) };
}
