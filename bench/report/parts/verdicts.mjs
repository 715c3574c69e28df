import { percent } from '../../markdown.mjs';

/** What kinds of calls there are. */
export const CALLS = {
  verbatim: 'quoted verbatim',
  imprecise: 'misquoted, to be accepted',
  refuse: 'to be refused',
};

export const VERDICT_SERIES = [
  { id: 'right', title: 'as meant' },
  { id: 'refused', title: 'refused, nothing changed' },
  { id: 'wrong', title: 'wrong: another edit than meant' },
];

/** Counts of several rows in one; undefined where there are none. */
export function sumOf(counts) {
  const known = counts.filter((one) => one?.n > 0);
  if (known.length === 0) return undefined;
  const sum = (key) => known.reduce((all, one) => all + one[key], 0);
  return { n: sum('n'), right: sum('right'), wrong: sum('wrong'), refused: sum('refused') };
}

/** `97.6 / 0.1 / 2.2`: right, wrong, refused in percent. */
export function verdictCell(counts) {
  if (!counts?.n) return '–';
  const { n, right, wrong, refused } = counts;
  return [right, wrong, refused].map((count) => percent(count, n)).join(' / ');
}

/** A heading for a chart and below it a bar for each `{ label, counts }` that was measured. */
export function verdictGroups(heading, ones) {
  const known = ones.filter(({ counts }) => counts);
  if (known.length === 0) return [];
  const bars = known.map(({ label, counts }) => ({ label, bars: [verdictBar(counts)] }));
  return [{ label: heading, bars: [] }, ...bars];
}

/** A bar of a hundred percent in its three colours. */
function verdictBar(counts) {
  const { n, right, wrong, refused } = counts;
  const share = (count) => (100 * count) / n;
  return {
    parts: [
      { series: 'right', value: share(right) },
      { series: 'refused', value: share(refused) },
      { series: 'wrong', value: share(wrong) },
    ],
    text: `${percent(right, n)} % · ${wrong} wrong`,
  };
}
