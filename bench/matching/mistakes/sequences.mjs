import { edited, isText, places, quote, retell, retellOne, strings } from '../call.mjs';
import { misspell, rework, standsIn } from '../slips.mjs';
import { saysWhichBlock } from './blocks.mjs';

export const sequenceMistakes = [
  { row: 'A4', name: 'edits-quoting-earlier-results', mayBeExact: true, make: quotingEarlier },
  { row: 'A4', name: 'edits-misquoted', context: 2, make: severalMisquoted },
  { name: 'follow-up-edit', context: 2, make: followUp },
  { row: 'A6', name: 'empty-file', limit: 20, mayBeExact: true, isSpecial: true, make: emptyFile },
];

/** The second edit of a list is about lines that the first one brings. */
function quotingEarlier(quoted, random) {
  const second = secondEdit(quoted, random);
  if (!second) return undefined;
  const first = strings(quoted.call, quoted.closed);
  return {
    ...first,
    calls: [{ edits: [first, strings(second.call, second.closed)] }],
    expected: second.expected,
  };
}

/** After an edit that was misquoted and made, one about what it left, without another look. */
function followUp(quoted, random) {
  const second = secondEdit(quoted, random);
  if (!second) return undefined;
  const first = strings(loosely(quoted.call, random), quoted.closed);
  return {
    ...first,
    calls: [first, strings(loosely(second.call, random), second.closed)],
    expected: second.expected,
  };
}

/** An edit of a line that the first edit brought. */
function secondEdit(quoted, random) {
  const lines = edited(quoted, quoted.lines);
  const first = quoted.call.findIndex(({ kind }) => kind === 'new');
  if (first < 0) return undefined;
  const from = quoted.start + quoted.call.slice(0, first).filter(({ kind }) => kind !== 'old').length;
  const text = rework(lines[from], random);
  if (!text || text === lines[from] || standsIn(lines, text) || !isText(lines[from])) return undefined;
  const change = [
    { kind: 'old', text: lines[from] },
    { kind: 'new', text },
  ];
  const second = quote({ ...quoted, lines, from, to: from + 1, change }, { above: 1, below: 1 }, quoted);
  return second && { ...second, expected: edited(second, lines).join('\n') };
}

/** Spaces at line ends, or the whole indented otherwise. */
function loosely(call, random) {
  const more = random.pick([' ', '  ']);
  if (random.chance(0.5)) return retell(call, ['same', 'old'], (text) => (isText(text) ? text + more : text));
  return retell(call, ['same', 'old', 'new'], (text) => (isText(text) ? more + text : text));
}

/** Two places of a file in one call, both misquoted. */
function severalMisquoted(quoted, random, others) {
  const far = others.edits
    .filter((one) => one.source === quoted.source && one.id !== quoted.id)
    .map(others.quote)
    .filter((one) => one && (one.start > quoted.end + 2 || one.end < quoted.start - 2));
  if (far.length === 0) return undefined;
  const [one, other] = [quoted, random.pick(far)].sort((a, b) => b.start - a.start);
  const lines = edited(other, edited(one, quoted.lines));
  const tell = (each) => strings(withSlip(each, random), each.closed);
  return {
    ...tell(one),
    calls: [{ edits: random.shuffle([tell(one), tell(other)]) }],
    expected: lines.join('\n'),
  };
}

function withSlip(quoted, random) {
  const { call, lines } = quoted;
  const isFree = (text) => text.trim().length > 12 && !saysWhichBlock(text, quoted);
  const [at] = random.shuffle(places(call, 'same', isFree));
  const typo = at !== undefined && call.length >= 5 ? misspell(call[at].text, random) : undefined;
  return typo && !standsIn(lines, typo) ? retellOne(call, at, typo) : loosely(call, random);
}

function emptyFile({ lines }) {
  const text = `${lines.slice(0, 12).join('\n')}\n`;
  return { old: '', new: text, disk: '', expected: text };
}
