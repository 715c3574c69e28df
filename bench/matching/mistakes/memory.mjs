import { besideChange, edited, fileLine, oldLines, places, retellOne, strings } from '../call.mjs';
import { misspell, paraphrase, rework, standsIn } from '../slips.mjs';
import { saysWhichBlock } from './blocks.mjs';

const isLong = (text) => squeezedLength(text) >= 10;
const squeezedLength = (text) => text.replaceAll(/\s/g, '').length;

export const memoryMistakes = [
  { name: 'context-line-omitted', context: 3, make: lineOmitted },
  { name: 'typo-in-context', context: 2, make: (quoted, random) => slipped(quoted, random, 1, misspell) },
  { name: 'typos-in-context', context: 3, make: severalTypos },
  {
    name: 'comment-paraphrased',
    context: 2,
    make: (quoted, random) => slipped(quoted, random, 1, paraphrase),
  },
  { name: 'context-changed-since', context: 2, make: contextChanged },
  { name: 'two-slips', context: 3, make: twoSlips },
  { name: 'already-applied', mayBeExact: true, make: alreadyApplied },
];

/** A line between others is left out of both strings; where it stands must not matter for the change. */
function lineOmitted(quoted, random) {
  const { call, closed } = quoted;
  const last = call.length - 1;
  const candidates = places(
    call,
    'same',
    (text, at) => text.trim() && at > 0 && at < last && !besideChange(call, at),
  );
  if (candidates.length === 0) return undefined;
  const gone = random.pick(candidates);
  return {
    ...strings(
      call.filter((_, at) => at !== gone),
      closed,
    ),
    wild: [gone].map((at) => oldIndex(call, at)),
  };
}

/** The place of a line of the call among its old lines. */
function oldIndex(call, index) {
  return oldLines(call.slice(0, index)).length;
}

/** Some lines around the change are told otherwise, in both strings. */
function slipped(quoted, random, count, slip) {
  const { lines, closed } = quoted;
  const retold = random
    .shuffle(places(quoted.call, 'same', (text) => isLong(text) && !saysWhichBlock(text, quoted)))
    .map((at) => [at, slip(quoted.call[at].text, random)])
    .filter(([at, text]) => text && text !== quoted.call[at].text && !standsIn(lines, text))
    .slice(0, count);
  if (retold.length < count) return undefined;
  let { call } = quoted;
  for (const [at, text] of retold) call = retellOne(call, at, text);
  return { ...strings(call, closed), wild: retold.map(([at]) => oldIndex(call, at)), call };
}

/** At most half of the lines around the change, so that enough stay to tell the place. */
function severalTypos(quoted, random) {
  const context = places(quoted.call, 'same', isLong).length;
  if (context < 5) return undefined;
  return slipped(quoted, random, context > 5 && random.chance(0.4) ? 3 : 2, misspell);
}

/** A user changed a line around the target after the model read the file: theirs stays. */
function contextChanged(quoted, random) {
  const { call, lines, closed } = quoted;
  const candidates = places(call, 'same', (text) => isLong(text) && !saysWhichBlock(text, quoted))
    .map((at) => [at, rework(call[at].text, random)])
    .filter(([, text]) => text && !standsIn(lines, text));
  if (candidates.length === 0) return undefined;
  const [at, text] = random.pick(candidates);
  const disk = [...lines];
  disk[fileLine(quoted, at)] = text;
  return {
    ...strings(call, closed),
    seen: lines.join('\n'),
    disk: disk.join('\n'),
    expected: edited({ ...quoted, call: retellOne(call, at, text) }, disk).join('\n'),
    wild: [oldIndex(call, at)],
  };
}

/** A misspelt line in a call that is also dedented, or with blanks at line ends, or against a CRLF file. */
function twoSlips(quoted, random) {
  const told = slipped(quoted, random, 1, misspell);
  if (!told) return undefined;
  const { call, wild } = told;
  const kind = random.pick(['crlf', 'trailing', 'shifted']);
  if (kind === 'crlf') {
    return { ...told, disk: quoted.lines.join('\r\n'), expected: edited(quoted, quoted.lines).join('\r\n') };
  }
  if (kind === 'trailing') {
    const blanks = (line) => (line.kind !== 'new' && line.text ? { ...line, text: `${line.text}  ` } : line);
    return { ...strings(call.map(blanks), quoted.closed), wild };
  }
  if (!call.every(({ text }) => !text || /^( {2}|\t)/.test(text))) return undefined;
  const shift = (line) => ({ ...line, text: line.text.replace(/^( {2}|\t)/, '') });
  return { ...strings(call.map(shift), quoted.closed), wild };
}

/** The file shows the change already when the model reads it. Nothing must change. */
function alreadyApplied(quoted) {
  const done = edited(quoted, quoted.lines).join('\n');
  return { ...strings(quoted.call, quoted.closed), disk: done, expected: done };
}
