import {
  asNew,
  asOld,
  callAbout,
  edited,
  indentOf,
  isText,
  oldLines,
  places,
  retell,
  retellOne,
  runsOf,
  strings,
} from '../call.mjs';
import { commentMark } from '../corpus/languages.mjs';
import { likeness, misspell, standsIn } from '../slips.mjs';
import { saysWhichBlock } from './blocks.mjs';

const undecidable = (name, make, more) => ({ row: 'W1', name, make, expects: 'either', ...more });

export const omissionMistakes = [
  { row: 'W1', name: 'omitted-line-replaced', context: 2, unread: 'either', make: replacedOmitted(true) },
  { row: 'W1', name: 'omitted-from-long-deletion', unread: 'either', make: longDeletion },
  { row: 'W3', name: 'deletion-misquoted', context: 2, unread: 'either', make: deletionMisquoted },
  { row: 'W14', name: 'comment-inserted-after-blank-line', make: commentAfterBlank },
];

export const omissionRefusals = [
  undecidable('omitted-line-replaced-unlike', replacedOmitted(false), { context: 2 }),
  undecidable('omitted-from-deletion', shortDeletion, { context: 1 }),
  undecidable('omitted-beside-insertion', besideOmitted('insert'), { context: 2 }),
  undecidable('omitted-beside-change', besideOmitted('other'), { context: 2 }),
  { row: 'W2', name: 'insertion-already-there', expects: 'refusal', ...alreadyThere((call) => call) },
  { row: 'W2', name: 'insertion-already-there-misquoted', expects: 'refusal', ...alreadyThere(misquote) },
];

/** How alike a line and its new version are at least, and by how much more than any others. */
const MIN_OWN = 0.65;
const MIN_LEAD = 0.25;

const without = (call, gone) => call.filter((_, at) => at !== gone);

/** A line that the edit replaces is missing in the old text. `alike`: the new text has one line much like it. */
function replacedOmitted(alike) {
  return ({ call, closed }, random) => {
    const runs = runsOf(call).filter((run) => run.old.length === run.new.length);
    const around = places(call, 'same').map((at) => call[at].text);
    const candidates = runs.flatMap((run) =>
      run.old.flatMap((_, index) => (hasTwin(run, index, around) === alike ? run.first + index : [])),
    );
    if (candidates.length === 0) return undefined;
    const gone = random.pick(candidates.filter((at) => call[at].kind === 'old'));
    if (gone === undefined || !isText(call[gone].text)) return undefined;
    return strings(without(call, gone), closed);
  };
}

/** Whether just one new line clearly resembles this old one, and it no other; undefined if that is in doubt. */
function hasTwin(run, index, around) {
  const text = run.old[index];
  const own = likeness(text, run.new[index]);
  const others = [
    ...run.new.filter((_, at) => at !== index).map((line) => likeness(text, line)),
    ...[...run.old.filter((_, at) => at !== index), ...around].map((line) => likeness(line, run.new[index])),
  ];
  const rival = Math.max(0, ...others);
  if (own >= MIN_OWN && own - rival >= MIN_LEAD) return true;
  return own < 0.3 && rival < 0.3 ? false : undefined;
}

/** A whole function goes, and the quotation of its dozen or more lines lacks one. */
function longDeletion(quoted, random) {
  const blocks = wholeBlocks(quoted.lines).filter(([from, to]) => to - from >= 11 && to - from <= 30);
  if (blocks.length === 0) return undefined;
  const [from, to] = random.pick(blocks);
  const about = callAbout(quoted, { from, to, change: quoted.lines.slice(from, to).map(asOld) });
  return omitDeleted(about, random);
}

/** Lines go together and the quotation lacks one of them: it may have been left out on purpose. */
function shortDeletion(quoted, random) {
  const runs = runsOf(quoted.call).filter((run) => run.old.length >= 3 && run.new.length === 0);
  return runs.length > 0 && quoted.call.length < 10 ? omitDeleted(quoted, random) : undefined;
}

function omitDeleted(about, random) {
  const { call } = about;
  const isInside = (text, at) => isText(text) && [at - 1, at + 1].every((one) => call[one]?.kind === 'old');
  const inside = places(call, 'old', isInside);
  if (inside.length === 0) return undefined;
  return { about, ...strings(without(call, random.pick(inside)), about.closed) };
}

/** `[from, to]` of blocks from a line that opens one to the line that ends it, with nothing beside them. */
function wholeBlocks(lines) {
  const depth = (at) => indentOf(lines[at]).length;
  return lines.flatMap((text, from) => {
    if (!/[{:]$/.test(text) || from < 2 || isText(lines[from - 1])) return [];
    let to = from + 1;
    while (to < lines.length && (!isText(lines[to]) || depth(to) > depth(from))) to++;
    if (/^\s*[}\])]+;?$/.test(lines[to] ?? '')) to++;
    while (!isText(lines[to - 1])) to--;
    return to < lines.length - 1 && !isText(lines[to]) ? [[from, to]] : [];
  });
}

/**
 * A line that stays, beside the change, is missing in both texts: whether the new lines come before or after it cannot
 * be known. If exactly one new line is clearly its new version, replacing it is what rule (a) of W1 asks for, and as
 * right as a refusal or the true edit.
 */
function besideOmitted(kind) {
  return (quoted, random) => {
    const { call, closed, lines } = quoted;
    const candidates = runsOf(call).flatMap((run) => {
      const fits = (run.old.length === 0) === (kind === 'insert') && run.new.length > 0;
      return fits ? [run.first - 1, run.last + 1].map((at) => ({ run, at })) : [];
    });
    const inner = candidates.filter(
      ({ at }) => at > 0 && at < call.length - 1 && call[at].kind === 'same' && isText(call[at].text),
    );
    if (inner.length === 0) return undefined;
    const { run, at: gone } = random.pick(inner);
    const left = without(call, gone);
    const alternatives = hasVersion(run, call, gone)
      ? [edited({ ...quoted, call: left }, lines).join('\n')]
      : [];
    return { ...strings(left, closed), alternatives };
  };
}

/** Whether exactly one new line of the run resembles this line, and that one no other line of the call. */
function hasVersion(run, call, gone) {
  const { text } = call[gone];
  const alike = run.new.map((line) => likeness(text, line));
  const own = Math.max(...alike);
  const version = run.new[alike.indexOf(own)];
  const others = [
    ...run.new.filter((line) => line !== version).map((line) => likeness(text, line)),
    ...call
      .filter(({ kind }, at) => kind !== 'new' && at !== gone)
      .map((line) => likeness(line.text, version)),
  ];
  return own >= MIN_OWN && own - Math.max(0, ...others) >= MIN_LEAD;
}

/** The lines to insert are in the file already; the quotation ends before or begins after them. */
function alreadyThere(tell) {
  const make = (quoted, random) => {
    const fresh = places(quoted.call, 'new');
    if (places(quoted.call, 'old').length > 0 || runsOf(quoted.call).length !== 1) return undefined;
    if (!fresh.some((at) => /[A-Za-z]{3}/.test(quoted.call[at].text))) return undefined;
    const part = random.chance(0.5) ? quoted.call.slice(0, fresh.at(-1) + 1) : quoted.call.slice(fresh[0]);
    const told = part.length >= fresh.length + 2 && tell(part, random);
    if (!told) return undefined;
    const done = edited(quoted, quoted.lines).join('\n');
    const meant = oldLines(part).join('\n');
    const both = strings(told, quoted.closed);
    if (done.split(meant).length !== 2 || isElsewhere(done, meant, both.old)) return undefined;
    return { ...both, disk: done, expected: done };
  };
  return { context: 3, mayBeExact: true, mayBeLoose: true, make };
}

/** Whether the file has the misquoted text to the letter, at another place than the one that is meant. */
function isElsewhere(text, meant, told) {
  const [place, found] = [text.indexOf(meant), text.indexOf(told)];
  return found !== -1 && (found + told.length <= place || found >= place + meant.length);
}

function misquote(call, random) {
  const common = indentOf(call[0].text);
  const shift = (text) => (text.startsWith(common) ? text.slice(common.length) : text.trimStart());
  const [at] = random.shuffle(places(call, 'same', (text) => text.trim().length > 12));
  const typo = at !== undefined && misspell(call[at].text, random);
  return random.pick([
    retell(call, ['same'], (text) => (isText(text) ? `${text}  ` : text)),
    ...(common ? [retell(call, ['same', 'new'], shift)] : []),
    ...(typo && call.length > 5 ? [retellOne(call, at, typo)] : []),
  ]);
}

/** A line to delete is misspelt, and what remains of the quotation is in the file. */
function deletionMisquoted(quoted, random) {
  const { call, lines, closed } = quoted;
  const runs = runsOf(call);
  if (runs.some((run) => run.new.length > 0)) return undefined;
  const isFree = (text) => text.trim().length >= 12 && !saysWhichBlock(text, quoted);
  const long = places(call, 'old', isFree);
  if (long.length === 0) return undefined;
  const at = random.pick(long);
  const text = misspell(call[at].text, random);
  if (!text || standsIn(lines, text)) return undefined;
  return { ...strings(retellOne(call, at, text), closed), wild: [oldLines(call.slice(0, at)).length] };
}

const DECLARES =
  /^\s*(?:(?:export|public|private|protected|static|async|pub|override|internal|final) )*(?:def|function|class|fn|func|fun|interface|struct)\s+\w+/;

/** A comment for a function, quoted without the blank line before it: the comment belongs to the function. */
function commentAfterBlank(quoted, random) {
  const { lines, language } = quoted;
  const mark = commentMark(language);
  const isPlace = (text, at) =>
    DECLARES.test(text) && at > 3 && at < lines.length - 3 && !isText(lines[at - 1]) && isText(lines[at - 2]);
  const spots = lines.flatMap((text, at) => (isPlace(text, at) ? [at] : []));
  if (!mark || spots.length === 0) return undefined;
  const from = random.pick(spots);
  const indent = indentOf(lines[from]);
  const comment = [`${indent}${mark} Called once for each request.`, `${indent}${mark} See the manual.`];
  const change = comment.slice(random.below(2)).map(asNew);
  const about = callAbout(quoted, { from, to: from, change, above: 3, below: 2 });
  const blank = about.call.findIndex(({ kind }) => kind === 'new') - 1;
  return { about, ...strings(without(about.call, blank), about.closed) };
}

/** Blank lines are inserted as asked, however many there are already. */
export function blankLineAgain({ lines }, random) {
  const isPlace = (text, at) => at > 0 && isText(text) && !isText(lines[at - 1]) && text.trim().length > 12;
  const spots = lines.flatMap((text, at) =>
    isPlace(text, at) && lines.indexOf(text) === lines.lastIndexOf(text) ? at : [],
  );
  const disk = lines.join('\n');
  const free = spots.filter((at) => disk.split(lines[at]).length === 2);
  if (free.length === 0) return undefined;
  const at = random.pick(free);
  return {
    ...{ old: lines[at], new: `\n${lines[at]}` },
    expected: [...lines.slice(0, at), '', ...lines.slice(at)].join('\n'),
  };
}
