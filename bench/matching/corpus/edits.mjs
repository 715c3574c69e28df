import { createRandom } from '../random.mjs';
import { sourceFiles } from './fetch.mjs';
import { diffLines } from './line-diff.mjs';
import { madeEdits } from './made-edits.mjs';
import { PACKAGES } from './packages.mjs';

const MAX_OLD_LINES = 12;
const MAX_NEW_LINES = 20;
const MAX_GAP = 3;
const PER_FILE = 4;
const TRUE_PER_LANGUAGE = 40;
const MADE_PER_LANGUAGE = 24;

/**
 * The edits of a set of packages and why some packages are missing: `{ edits, skipped }`. An edit is
 * `{ id, source, language, kind, lines, from, to, change }`. `change` says what became of the lines `from`..`to`
 * (end excluded, from 0) of the older file: `{ kind, text }` for each line that stayed the same, is old or is new.
 * Most are true changes between two versions; some are made, so that each language has deletions and insertions.
 */
export async function loadEdits(corpus, seed) {
  const random = createRandom(seed, corpus);
  const [byLanguage, made, skipped] = [new Map(), new Map(), []];
  const add = (map, language, edits) => map.set(language, [...(map.get(language) ?? []), ...edits]);
  for (const pinned of PACKAGES[corpus]) {
    const files = await sourceFiles(pinned).catch((error) => {
      skipped.push({ name: pinned.name, client: pinned.client, reason: reasonOf(error) });
      return [];
    });
    for (const file of distinct(files)) {
      const source = `${pinned.name}@${pinned.from}/${file.path}`;
      const { language } = file;
      const lines = file.before.split('\n');
      const named = (edit) => nameEdit(edit, source, language, lines);
      const trueOnes = file.after === undefined ? [] : trueEdits(file).map(named);
      add(byLanguage, language, random.shuffle(trueOnes).slice(0, PER_FILE));
      add(made, language, madeEdits(file, createRandom(seed, source)).map(named));
    }
  }
  const some = (map, count) => [...map.values()].flatMap((edits) => random.shuffle(edits).slice(0, count));
  return { edits: [...some(byLanguage, TRUE_PER_LANGUAGE), ...some(made, MADE_PER_LANGUAGE)], skipped };
}

function reasonOf({ code, message }) {
  if (code === 'ENOENT') return 'its client is not installed';
  return message
    .split('\n')[0]
    .replaceAll(/\S*[\\/]\S*/g, '…')
    .slice(0, 160);
}

/** Packages ship the same script more than once, for each module format. */
function distinct(files) {
  return [...new Map(files.map((file) => [file.before, file])).values()];
}

function nameEdit(edit, source, language, lines) {
  const has = (kind) => edit.change.some((line) => line.kind === kind);
  const kind = has('old') ? (has('new') ? 'replace' : 'delete') : 'insert';
  return { id: `${source}:${edit.from + 1}`, source, language, kind, lines, ...edit };
}

function trueEdits({ before, after }) {
  const lines = before.split('\n');
  const newLines = after.split('\n');
  return joined(diffLines(lines, newLines) ?? [])
    .map((hunks) => editOf(hunks, lines, newLines))
    .filter((edit) => isModest(edit, lines) && isWhole(edit));
}

/** Changes with few lines between them are one edit, as a model would make it. */
function joined(hunks) {
  const groups = [];
  for (const hunk of hunks) {
    const group = groups.at(-1);
    if (group && hunk.from - group.at(-1).to <= MAX_GAP) group.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function editOf(hunks, lines, newLines) {
  const [from, to] = [hunks[0].from, hunks.at(-1).to];
  const kept = (text) => ({ kind: 'same', text });
  const change = hunks.flatMap((hunk, at) => [
    ...(at > 0 ? lines.slice(hunks[at - 1].to, hunk.from).map(kept) : []),
    ...lines.slice(hunk.from, hunk.to).map((text) => ({ kind: 'old', text })),
    ...newLines.slice(hunk.newFrom, hunk.newTo).map((text) => ({ kind: 'new', text })),
  ]);
  return { from, to, change };
}

function isModest({ from, to, change }, lines) {
  const inside = from >= 1 && to < lines.length - 1;
  return (
    inside && textsOf(change, 'new').length <= MAX_OLD_LINES && textsOf(change, 'old').length <= MAX_NEW_LINES
  );
}

/** More than blanks change, which half of the mistakes would hide, and no bracket is left for another edit. */
function isWhole({ change }) {
  const [old, fresh] = [textsOf(change, 'new').join(''), textsOf(change, 'old').join('')];
  const squeeze = (text) => text.replaceAll(/\s/g, '');
  return isBalanced(old, fresh) && squeeze(old) !== squeeze(fresh);
}

/** Whether two texts open and close brackets alike. */
export function isBalanced(old, fresh = '') {
  const balance = (text, [open, close]) => text.split(open).length - text.split(close).length;
  return ['()', '[]', '{}'].every((pair) => balance(old, pair) === balance(fresh, pair));
}

/** The texts of the lines that are not of this kind. */
function textsOf(change, not) {
  return change.filter(({ kind }) => kind !== not).map(({ text }) => text);
}
