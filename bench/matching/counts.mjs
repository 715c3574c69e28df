const KEYS = ['cases', 'right', 'wrong', 'harmful', 'refused', 'bugs'];

/** Counts of the outcomes of one class: `{ cases, right, wrong, harmful, refused, bugs, slowestMs }`. */
export function tally(outcomes) {
  const counts = {
    cases: outcomes.length,
    right: 0,
    wrong: 0,
    harmful: 0,
    refused: 0,
    bugs: 0,
    slowestMs: 0,
  };
  for (const { verdict, harmful, message, ms } of outcomes) {
    counts[verdict]++;
    if (harmful) counts.harmful++;
    if (/^Error -\d+ INTERNAL_ERROR/.test(message)) counts.bugs++;
    counts.slowestMs = Math.max(counts.slowestMs, ms);
  }
  return counts;
}

/** Adds the counts of several classes. */
export function total(tallies) {
  const sum = { cases: 0, right: 0, wrong: 0, harmful: 0, refused: 0, bugs: 0, slowestMs: 0 };
  for (const one of tallies) {
    for (const key of KEYS) sum[key] += one[key];
    sum.slowestMs = Math.max(sum.slowestMs, one.slowestMs);
  }
  return sum;
}

const TWO_SIDED = 1.96;
const ONE_SIDED = 1.645;

/** The 95 % interval (Wilson) of a share, in percent. */
export function interval(count, all) {
  return all === 0 ? [0, 100] : [wilson(count, all, -TWO_SIDED), wilson(count, all, TWO_SIDED)];
}

/** What a share is below with 95 % confidence, in percent. */
export function upperBound(count, all) {
  return all === 0 ? 100 : wilson(count, all, ONE_SIDED);
}

function wilson(count, all, z) {
  const share = count / all;
  const middle = share + (z * z) / (2 * all);
  const width = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return Math.max(0, Math.min(100, (100 * (middle + width)) / (1 + (z * z) / all)));
}

/** The rows of the whole: which classes, in which column of the default policy, count in each. */
const WHOLES = [
  { id: 'verbatim', title: 'quoted verbatim', modes: ['read', 'unread'] },
  { id: 'imprecise', title: 'imprecise, after a read', modes: ['read'] },
  { id: 'imprecise', title: 'imprecise, without a read', modes: ['unread'] },
  { id: 'mixture', title: 'mixtures, after a read', modes: ['read'] },
  { id: 'mixture', title: 'mixtures, without a read', modes: ['unread'] },
  { id: 'refuse', title: 'to be refused', modes: ['read', 'unread'] },
];

/** The sums of a policy: `{ id, title, counts }` each. */
export function wholesOf(rows, policy = 'safe') {
  return WHOLES.map(({ id, title, modes }) => ({
    id,
    title,
    modes,
    counts: total(
      rows.flatMap(({ results }) =>
        modes.flatMap((mode) => {
          const one = results[`${policy} ${mode}`];
          return one && one.group === id ? one.counts : [];
        }),
      ),
    ),
  })).filter(({ counts }) => counts.cases > 0);
}

/** What a call of this class counts as: one that is not to be accepted counts among those to be refused. */
export function groupOf({ group, expects }, mode) {
  return expects[mode] === 'edit' ? group : 'refuse';
}
