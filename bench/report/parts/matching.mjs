import { number, table } from '../../markdown.mjs';
import { CALLS, sumOf, VERDICT_SERIES, verdictCell, verdictGroups } from './verdicts.mjs';

/** How well misquoted edits of real code are placed, or refused, under each policy. */
export const matching = {
  id: 'matching',
  title: 'Misquoted edits',
  sections: (data) => [
    {
      title: 'Misquoted edits, by policy',
      about: [
        `Real changes between versions of ${data.packages.length} packages in ${data.languages.length} languages (seed ${data.seed}), made with \`edit_file\` by calls that were spoiled in ${classes(data, 'imprecise')} ways that should be accepted (blanks, indentation, escapes, quotes, elisions, typos and gaps in the context, …) and ${classes(data, 'refuse')} that must be refused (lines renamed since, two places that could be meant, invented text, …). The final bytes are the judge. \`safe\` is the default; \`permissive\` shows what thresholds that only ask for likeness do.`,
      ],
      chart: chartOf(data),
      lines: [
        ...table(
          ['right / wrong / refused in %', 'N', ...data.policies.map((policy) => `\`${policy}\``)],
          Object.entries(CALLS).map(([group, title]) => groupRow(data, group, title)),
          { right: true },
        ),
        '',
        ...hardest(data),
      ],
    },
  ],
};

/** The counts of a group under a policy. */
function countsOf({ rows }, group, policy) {
  const counts = rows.filter((row) => row.group === group).map(({ results }) => results[policy]);
  return sumOf(counts.map((one) => one && { ...one, n: one.cases }));
}

function classes({ rows }, group) {
  return rows.filter((row) => row.group === group).length;
}

function groupRow(data, group, title) {
  const counts = data.policies.map((policy) => countsOf(data, group, policy));
  return [title, counts[0] ? number(counts[0].n) : '–', ...counts.map(verdictCell)];
}

function chartOf(data) {
  const groups = ['imprecise', 'refuse'].flatMap((group) =>
    verdictGroups(
      CALLS[group],
      data.policies.map((policy) => ({ label: policy, counts: countsOf(data, group, policy) })),
    ),
  );
  return {
    id: 'matching',
    title: 'Misquoted edits of real code',
    axis: 'percent of the calls',
    series: VERDICT_SERIES,
    groups,
    max: 100,
  };
}

/** The classes that the default gets right least often. */
function hardest({ rows }) {
  const worst = rows
    .filter(({ group, results }) => group === 'imprecise' && results.safe?.cases > 0)
    .map(({ name, results: { safe } }) => ({ name, share: safe.right / safe.cases }))
    .filter(({ share }) => share < 1)
    .sort((a, b) => a.share - b.share)
    .slice(0, 4);
  if (worst.length === 0) return ['`safe` got every class right.'];
  const named = worst.map(({ name, share }) => `${name} ${(100 * share).toFixed(0)} %`);
  return [`Hardest for \`safe\`: ${named.join(', ')} right; \`npm run bench:matching\` lists all classes.`];
}
