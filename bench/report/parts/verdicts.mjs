import { percent } from '../../markdown.mjs';

/** What kinds of calls there are. */
export const CALLS = {
  verbatim: 'quoted verbatim',
  imprecise: 'misquoted, to be accepted',
  mixture: 'two or three mistakes at once',
  refuse: 'to be refused',
};

/** Counts of several rows in one; undefined where there are none. */
export function sumOf(counts) {
  const known = counts.filter((one) => one?.n > 0);
  if (known.length === 0) return undefined;
  const sum = (key) => known.reduce((all, one) => all + one[key], 0);
  return Object.fromEntries(['n', 'right', 'wrong', 'harmful', 'refused'].map((key) => [key, sum(key)]));
}

/** `95.1 / 0.2 / 0.1 / 4.7`: right, wrong, of these harmful, refused in percent. */
export function verdictCell(counts) {
  if (!counts?.n) return '–';
  const { n, right, wrong, harmful, refused } = counts;
  return [right, wrong, harmful, refused].map((count) => percent(count, n)).join(' / ');
}
