import { countLoose, newLines, oldLines, places, strings } from './call.mjs';

export const elisionMistakes = [
  { name: 'elided-in-both', context: 7, make: elidedInBoth },
  { name: 'elided-in-old-all-shown', context: 4, make: elidedInOld },
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
  { name: 'elided-in-old-unseen', context: 4, expects: 'refusal', shown: false, make: elidedInOld },
  { name: 'only-ends-quoted', context: 4, expects: 'refusal', shown: false, make: endsOnly },
];

const HASH = ['Python', 'Ruby', 'Shell', 'YAML'];

function marker(language, like, random) {
  const indent = /^\s*/.exec(like)[0];
  const comment = HASH.includes(language) ? '#' : language === 'Lua' ? '--' : '//';
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
