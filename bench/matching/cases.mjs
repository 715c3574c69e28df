import { countLoose, edited, oldLines, quote } from './call.mjs';
import { createRandom } from './random.mjs';

/** How often an edit is tried for a class that few edits allow: most classes have enough after one round. */
const ROUNDS = 4;
const WINDOW_LINES = 40;
const WINDOW_CHARACTERS = 12_000;

/** The cases of a class: one for each edit that allows the mistake, up to `calls`, of all languages and kinds of edits alike. */
export function casesOf(mistake, edits, { seed, calls }) {
  const others = { edits, quote: (edit) => quotedFor(mistake, edit, seed) };
  const limit = Math.min(calls, mistake.limit ?? calls);
  const cases = new Map();
  const turns = inTurns(edits, createRandom(seed, mistake.name));
  for (const [at, edit] of Array.from({ length: ROUNDS }, () => turns)
    .flat()
    .entries()) {
    if (cases.size >= limit) break;
    const round = Math.floor(at / edits.length);
    const quoted = others.quote(edit);
    const made = quoted && mistake.make(quoted, createRandom(seed, mistake.name, edit.id, round), others);
    const one = made && completed(mistake, made.about ?? quoted, made);
    if (one && isFair(mistake, made.about ?? quoted, one))
      cases.set(`${one.source} ${one.old} ${one.new}`, one);
  }
  return [...cases.values()];
}

/** In a random order where each language and each kind of edit has its turn. */
function inTurns(edits, random) {
  const turns = new Map();
  const ranked = random.shuffle(edits).map((edit) => {
    const group = `${edit.language} ${edit.kind}`;
    turns.set(group, (turns.get(group) ?? 0) + 1);
    return { edit, turn: turns.get(group) };
  });
  return ranked.sort((a, b) => a.turn - b.turn).map(({ edit }) => edit);
}

function quotedFor({ name, context }, edit, seed) {
  const random = createRandom(seed, name, edit.id, 'quote');
  const around = () => context ?? 1 + random.below(2);
  return quote(edit, { above: around(), below: around() }, { closed: random.chance(0.5) });
}

function completed(mistake, quoted, made) {
  const disk = made.disk ?? quoted.lines.join('\n');
  const seen = made.seen ?? disk;
  const once = { old: made.old, new: made.new };
  return {
    ...{ class: mistake.name, row: mistake.row, group: mistake.group, bytes: mistake.bytes ?? false },
    cutsLines: mistake.cutsLines ?? false,
    expects: { read: mistake.expects, unread: mistake.unread },
    ...{ id: quoted.id, source: quoted.source, language: quoted.language, kind: quoted.kind },
    ...{ disk, seen, window: windowAround(quoted, seen), ...once },
    calls: made.calls ?? (mistake.expects === 'once' ? [once, once] : [once]),
    expected: made.expected ?? edited(quoted, quoted.lines).join('\n'),
    alternatives: made.alternatives ?? [],
    mayMix: made.mayMix ?? false,
    wild: new Set(made.wild),
    mayBeExact: made.mayBeExact ?? mistake.mayBeExact ?? false,
  };
}

/** The lines that the model reads before the call, few enough to be shown whole. */
function windowAround({ start, end }, seen) {
  const lines = seen.split(/\r?\n/);
  let around = WINDOW_LINES;
  const range = () => [
    Math.max(1, start + 1 - around),
    Math.max(1, Math.min(lines.length - 1, end + around)),
  ];
  const size = ([first, last]) => lines.slice(first - 1, last).join('\n').length + 8 * (last - first);
  while (around > 4 && size(range()) > WINDOW_CHARACTERS) around -= 4;
  return range();
}

/** Leaves out what even a person could not decide, and what is no mistake after all. */
function isFair(mistake, quoted, one) {
  if (one.old === one.new) return false;
  if (mistake.isSpecial) return true;
  if (one.old.trim() === '' || (!one.mayBeExact && one.disk.includes(one.old))) return false;
  if (mistake.expects === 'edit') return isFoundOnce(one) && pointsToOnePlace(quoted, one);
  return mistake.mayBeLoose || ['either', 'once'].includes(mistake.expects) || pointsNowhere(one);
}

/** Text that is in the file as it is, perhaps in the middle of lines, must not be there twice. */
function isFoundOnce({ disk, old }) {
  return disk.split(old.trim()).length <= 2;
}

function pointsNowhere({ disk, old }) {
  return !disk.includes(old.trim()) && countLoose(disk.split(/\r?\n/), old.split('\n')) === 0;
}

function pointsToOnePlace({ call, lines, start, end }, one) {
  const elsewhere = [...lines.slice(0, start), '\u0000', ...lines.slice(end)];
  return (
    countLoose(lines, oldLines(call), one.wild) === 1 && countLoose(elsewhere, one.old.split('\n')) === 0
  );
}
