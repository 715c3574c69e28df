import {
  besideChange,
  edited,
  fileLine,
  isLineForLine,
  newLines,
  oldLines,
  places,
  retell,
  retellOne,
  strings,
} from '../call.mjs';

const isText = (text) => text.trim() !== '';
const hasTail = (text) => isText(text) && text === text.trimEnd();

export const whitespaceMistakes = [
  { name: 'trailing-blanks-added', make: trailingAdded },
  { name: 'trailing-blanks-dropped', make: trailingDropped },
  { name: 'crlf-file', make: crlfFile },
  { name: 'mixed-endings', make: mixedEndings },
  { name: 'blank-line-around', make: blankAround },
  { name: 'blank-line-dropped', context: 3, make: blankDropped },
  { name: 'blank-line-added', context: 2, make: blankAdded },
];

function trailingAdded({ call, closed }, random) {
  const blanks = random.pick([' ', '  ', '\t', '    ']);
  const told = retell(call, ['same', 'old'], (text) =>
    isText(text) && random.chance(0.6) ? text + blanks : text,
  );
  return strings(told, closed);
}

/** The file has blanks at the end of some quoted lines, and the model did not see them. */
function trailingDropped(quoted, random) {
  const blanks = random.pick([' ', '  ', '\t']);
  const [first, ...others] = random.shuffle(places(quoted.call, 'same', hasTail));
  if (first === undefined) return undefined;
  const lines = [...quoted.lines];
  const call = [...quoted.call];
  for (const at of [first, ...others.filter(() => random.chance(0.3))]) {
    lines[fileLine(quoted, at)] += blanks;
    call[at] = { ...call[at], text: call[at].text + blanks };
  }
  return {
    ...strings(quoted.call, quoted.closed),
    disk: lines.join('\n'),
    expected: edited({ ...quoted, call }, lines).join('\n'),
  };
}

function crlfFile(quoted) {
  return {
    ...strings(quoted.call, quoted.closed),
    disk: quoted.lines.join('\r\n'),
    expected: edited(quoted, quoted.lines).join('\r\n'),
  };
}

/** Endings differ all over the file but not around the edit, where it could not be known which one is meant. */
function mixedEndings(quoted, random) {
  const { lines, start, end, call } = quoted;
  const near = (at) => at >= start - 3 && at < end + 3;
  const ending = random.pick(['\r\n', '\n']);
  const endings = lines.map((_, at) => (near(at) ? ending : random.pick(['\r\n', '\n'])));
  if (!endings.includes('\r\n')) return undefined;
  const fresh = newLines(call).map((text) => text + ending);
  const terminated = lines.map((text, at) => (at < lines.length - 1 ? text + endings[at] : text));
  return {
    ...strings(call, quoted.closed),
    mayBeExact: ending === '\n',
    disk: terminated.join(''),
    expected: [...terminated.slice(0, start), ...fresh, ...terminated.slice(end)].join(''),
  };
}

function blankAround({ call, lines, start, end }, random) {
  const [before, after] = random.pick([
    ['\n', ''],
    ['', '\n\n'],
    ['\n', '\n'],
    ['\n\n', '\n\n'],
  ]);
  const missing = (before && isText(lines[start - 1] ?? 'x')) || (after && isText(lines[end] ?? 'x'));
  if (!missing) return undefined;
  return { old: before + oldLines(call).join('\n') + after, new: before + newLines(call).join('\n') + after };
}

function blankDropped({ call, closed }, random) {
  const movable = (at) => !besideChange(call, at) || isLineForLine(call);
  const blank = places(
    call,
    'same',
    (text, at) => !isText(text) && at > 0 && at < call.length - 1 && movable(at),
  );
  if (blank.length === 0) return undefined;
  const gone = random.pick(blank);
  return strings(
    call.filter((_, at) => at !== gone),
    closed,
  );
}

function blankAdded({ call, closed }, random) {
  const between = places(
    call,
    'same',
    (text, at) => isText(text) && call[at + 1]?.kind === 'same' && isText(call[at + 1].text),
  );
  if (between.length === 0) return undefined;
  const at = random.pick(between);
  return strings(retellOne(call, at, `${call[at].text}\n`), closed);
}
