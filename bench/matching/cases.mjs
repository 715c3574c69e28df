import { countLoose, edited, oldLines, quote } from './mistakes/call.mjs';
import { createRandom } from './random.mjs';

const WINDOW_LINES = 40;
const WINDOW_CHARACTERS = 12_000;

/** The cases of a class: one for each edit that allows the mistake, up to `limit`. */
export function casesOf(mistake, edits, { seed, limit }) {
  const random = createRandom(seed, mistake.name);
  const quoted = edits.flatMap((edit) => quotedFor(mistake, edit, seed) ?? []);
  const cases = [];
  for (const one of random.shuffle(quoted)) {
    if (cases.length >= limit) break;
    const made = mistake.make(one, createRandom(seed, mistake.name, one.id), quoted);
    const complete = made && completed(mistake, one, made);
    if (complete && isFair(mistake, one, complete)) cases.push(complete);
  }
  return cases;
}

function quotedFor({ name, context }, edit, seed) {
  const random = createRandom(seed, name, edit.id, 'quote');
  const around = () => context ?? 1 + random.below(2);
  return quote(edit, { above: around(), below: around() }, { closed: random.chance(0.5) });
}

function completed(mistake, quoted, made) {
  const disk = made.disk ?? quoted.lines.join('\n');
  const seen = mistake.shown ? (made.seen ?? disk) : undefined;
  return {
    class: mistake.name,
    expects: mistake.expects,
    id: quoted.id,
    source: quoted.source,
    language: quoted.language,
    disk,
    seen,
    window: seen === undefined ? undefined : windowAround(quoted, seen),
    old: made.old,
    new: made.new,
    expected: made.expected ?? edited(quoted, quoted.lines).join('\n'),
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
  if (one.old === one.new || one.old.trim() === '') return false;
  if (!one.mayBeExact && one.disk.includes(one.old)) return false;
  if (mistake.expects === 'edit') return isFoundOnce(one) && pointsToOnePlace(quoted, one);
  return mistake.mayBeLoose || mistake.expects === 'either' || pointsNowhere(one);
}

/** Text that stands in the file as it is, perhaps in the middle of lines, must not do so twice. */
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
