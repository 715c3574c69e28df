import { rework } from '../slips.mjs';
import { isBalanced } from './edits.mjs';

const indentOf = (text) => /^\s*/.exec(text)[0].length;
const isText = (text) => text?.trim() !== '' && text !== undefined;
const CONTINUES =
  /^\s*(?:[)\]}.,:?|&+*/=<>-]|else\b|elif\b|except\b|finally\b|catch\b|case\b|default\b|end\b)|[,\\([{:]$/;

const TRIES = 60;

/** Edits that leave a file's structure whole: a name or number changes, lines go, a line like its neighbour comes. */
export function madeEdits({ before }, random) {
  const lines = before.split('\n');
  const places = Array.from({ length: TRIES }, () => random.below(lines.length));
  const [one, two, three] = new Set(places.filter((at) => isPlain(lines, at)));
  return [
    replacement(lines, one, random),
    deletion(lines, two, random),
    insertion(lines, three, random),
  ].filter(Boolean);
}

/** A whole statement among others of its depth, so that it may go, change or be doubled. */
function isPlain(lines, at) {
  if (at < 2 || at > lines.length - 4) return false;
  const around = [lines[at - 1], lines[at], lines[at + 1]];
  if (!around.every((text) => isText(text) && isBalanced(text))) return false;
  if (around.some((text) => CONTINUES.test(text) || !/[A-Za-z]{3}/.test(text))) return false;
  return around.every((text) => indentOf(text) === indentOf(lines[at]));
}

function replacement(lines, at, random) {
  const text = at !== undefined && changed(lines[at], random);
  return text && madeEdit(at, [lines[at]], [text]);
}

function deletion(lines, at, random) {
  if (at === undefined) return undefined;
  let end = at + 1;
  while (end < at + 1 + random.below(4) && isPlain(lines, end)) end++;
  return madeEdit(at, lines.slice(at, end), []);
}

function insertion(lines, at, random) {
  const text = at !== undefined && changed(lines[at], random);
  return text && !lines.includes(text) && madeEdit(at + 1, [], [text]);
}

function changed(text, random) {
  const once = rework(text, random);
  const twice = once && rework(once, random);
  return twice && isBalanced(twice) && twice !== text ? twice : undefined;
}

function madeEdit(from, old, fresh) {
  const as = (kind) => (text) => ({ kind, text });
  return {
    from,
    to: from + old.length,
    change: [...old.map(as('old')), ...fresh.map(as('new'))],
    isMade: true,
  };
}
