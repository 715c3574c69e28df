/**
 * The hunks that turn one list of lines into another, as `{ from, to, newFrom, newTo }` (ends excluded).
 * Undefined if more than `maxEdits` lines would have to be added or taken away.
 */
export function diffLines(before, after, maxEdits = 400) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const trail = shortestPath(
    before.slice(start, before.length - tail),
    after.slice(start, after.length - tail),
    maxEdits,
  );
  return trail && gather(trail, start);
}

/** Myers: for each number of edits the furthest point on each diagonal, until one reaches the end. */
function shortestPath(a, b, maxEdits) {
  const furthest = new Map([[1, 0]]);
  const rounds = [];
  for (let edits = 0; edits <= maxEdits; edits++) {
    rounds.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepTo(furthest, diagonal, edits);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x === a.length && x - diagonal === b.length) return walkBack(rounds, a.length, b.length);
    }
  }
  return undefined;
}

function stepTo(furthest, diagonal, edits) {
  const right = furthest.get(diagonal - 1) ?? -1;
  const down = furthest.get(diagonal + 1) ?? -1;
  return diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1;
}

/** The single steps, first to last: `[x, y, 'old' | 'new']`. */
function walkBack(rounds, width, height) {
  const steps = [];
  let [x, y] = [width, height];
  for (let edits = rounds.length - 1; edits > 0; edits--) {
    const furthest = rounds[edits];
    const diagonal = x - y;
    const right = furthest.get(diagonal - 1) ?? -1;
    const down = furthest.get(diagonal + 1) ?? -1;
    const wentDown = diagonal === -edits || (diagonal !== edits && right < down);
    const previous = diagonal + (wentDown ? 1 : -1);
    x = furthest.get(previous);
    y = x - previous;
    steps.push([x, y, wentDown ? 'new' : 'old']);
  }
  return steps.reverse();
}

function gather(steps, shift) {
  const hunks = [];
  for (const [x, y, kind] of steps) {
    let hunk = hunks.at(-1);
    if (hunk?.to !== x + shift || hunk?.newTo !== y + shift) {
      hunk = { from: x + shift, to: x + shift, newFrom: y + shift, newTo: y + shift };
      hunks.push(hunk);
    }
    if (kind === 'old') hunk.to++;
    else hunk.newTo++;
  }
  return hunks;
}
