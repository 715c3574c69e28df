import { oldLines, places, retellOne, runsOf, strings } from '../call.mjs';
import { misspell, otherName, otherNumber, paraphrase, standsIn } from '../slips.mjs';
import { saysWhichBlock } from './blocks.mjs';

const inTarget = (name, make) => ({ row: 'A1', name, context: 2, unread: 'either', make });

/** Slips in the very lines that change. Without a previous read they look like lines that were changed since. */
export const targetMistakes = [
  inTarget('typo-in-target', (quoted, random) => slipped(quoted, random, misspell)),
  inTarget('identifier-in-target', (quoted, random) => slipped(quoted, random, otherName)),
  inTarget('number-in-target', (quoted, random) => slipped(quoted, random, otherNumber)),
  inTarget('comment-in-target', (quoted, random) => slipped(quoted, random, paraphrase)),
  inTarget('typos-in-two-target-lines', (quoted, random) => slipped(quoted, random, misspell, 2)),
  inTarget('slip-in-old-and-new', carried),
  inTarget('slips-in-target-and-context', targetAndContext),
];

const isLong = (text) => text.replaceAll(/\s/g, '').length >= 14;

/** Only in the old text: lines that go are misquoted, and the new ones are right. */
function slipped(quoted, random, slip, count = 1) {
  const { call, lines, closed } = quoted;
  const replaces = call.some(({ kind }) => kind === 'new');
  const isFree = (text) => isLong(text) && (replaces || !saysWhichBlock(text, quoted));
  const fresh = places(call, 'new').map((at) => call[at].text);
  const candidates = random
    .shuffle(places(call, 'old', isFree))
    .map((at) => [at, slip(call[at].text, random)])
    .filter(([at, text]) => text && text !== call[at].text && !standsIn([...lines, ...fresh], text))
    .slice(0, count);
  if (candidates.length < count) return undefined;
  return told(call, candidates, closed);
}

function told(call, slips, closed) {
  let retold = call;
  for (const [at, text] of slips) retold = retellOne(retold, at, text);
  const quoted = slips.filter(([at]) => call[at].kind !== 'new');
  return {
    ...strings(retold, closed),
    wild: quoted.map(([at]) => oldLines(call.slice(0, at)).length),
    call: retold,
  };
}

/** The slip is in what a line keeps: the same in the old and the new text, so that the file's own word stays. */
function carried({ call, lines, closed }, random) {
  const pairs = runsOf(call).flatMap((run) =>
    run.old.length === run.new.length
      ? run.old.map((_, index) => [run.first + index, run.first + run.old.length + index])
      : [],
  );
  const found = random.shuffle(pairs).flatMap(([old, fresh]) => {
    const slip = inCommon(call[old].text, call[fresh].text, random);
    return slip && !standsIn(lines, slip[0])
      ? [
          [
            [old, slip[0]],
            [fresh, slip[1]],
          ],
        ]
      : [];
  });
  return found.length > 0 ? told(call, found[0], closed) : undefined;
}

/** A misspelling in what two lines begin or end with alike. */
function inCommon(old, fresh, random) {
  let head = 0;
  while (head < old.length && old[head] === fresh[head]) head++;
  while (head > 0 && /\w/.test(old[head - 1])) head--;
  const typo = head >= 12 ? misspell(old.slice(0, head), random) : undefined;
  return typo && isLong(old) && old !== fresh
    ? [typo + old.slice(head), typo + fresh.slice(head)]
    : undefined;
}

function targetAndContext(quoted, random) {
  const first = slipped(quoted, random, misspell);
  const isFree = (text) => isLong(text) && !saysWhichBlock(text, quoted);
  const around = first && random.shuffle(places(quoted.call, 'same', isFree));
  if (!around?.length) return undefined;
  const text = misspell(quoted.call[around[0]].text, random);
  if (!text || standsIn(quoted.lines, text)) return undefined;
  const both = told(first.call, [[around[0], text]], quoted.closed);
  return { ...both, wild: [...both.wild, ...first.wild] };
}
