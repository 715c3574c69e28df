import { createRandom } from '../random.mjs';
import { changedFiles } from './fetch.mjs';
import { diffLines } from './line-diff.mjs';
import { PACKAGES } from './packages.mjs';

const MAX_OLD_LINES = 12;
const MAX_NEW_LINES = 20;
const MAX_GAP = 3;
const PER_FILE = 4;
const PER_LANGUAGE = 40;

/**
 * The true edits of a set of packages: `{ id, source, language, lines, from, to, change }`. `change` tells what
 * became of the lines `from`..`to` (end excluded, from 0) of the older file: `{ kind, text }` for each line that
 * stayed the same, is old or is new. As many of each language as there are, up to a limit.
 */
export async function loadEdits(corpus, seed) {
  const random = createRandom(seed, corpus);
  const byLanguage = new Map();
  for (const pinned of PACKAGES[corpus]) {
    for (const file of distinct(await changedFiles(pinned))) {
      const source = `${pinned.name}@${pinned.from}/${file.path}`;
      const edits = random.shuffle(editsOf(file, source)).slice(0, PER_FILE);
      byLanguage.set(file.language, [...(byLanguage.get(file.language) ?? []), ...edits]);
    }
  }
  return [...byLanguage.values()].flatMap((edits) => random.shuffle(edits).slice(0, PER_LANGUAGE));
}

/** Packages ship the same script more than once, for each module format. */
function distinct(files) {
  return [...new Map(files.map((file) => [file.before, file])).values()];
}

function editsOf({ language, before, after }, source) {
  const lines = before.split('\n');
  const newLines = after.split('\n');
  return joined(diffLines(lines, newLines) ?? [])
    .map((hunks) => editOf(hunks, lines, newLines))
    .filter((edit) => isModest(edit, lines) && isWhole(edit))
    .map((edit) => ({ id: `${source}:${edit.from + 1}`, source, language, lines, ...edit }));
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
  const balance = (text, [open, close]) => text.split(open).length - text.split(close).length;
  const balanced = ['()', '[]', '{}'].every((pair) => balance(old, pair) === balance(fresh, pair));
  return balanced && squeeze(old) !== squeeze(fresh);
}

/** The texts of the lines that are not of this kind. */
function textsOf(change, not) {
  return change.filter(({ kind }) => kind !== not).map(({ text }) => text);
}
