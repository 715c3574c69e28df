import { number, percent, table } from '../../markdown.mjs';
import { interval, upperBound, wholesOf } from '../../matching/counts.mjs';

const LOW = 0.8;

/** How well misquoted edits of real code are placed, or refused. */
export const matching = {
  id: 'matching',
  title: 'Misquoted edits',
  sections: (data) => [
    {
      title: 'Misquoted edits',
      about: [
        `Real changes between versions of ${data.packages.length} packages in ${data.languages.length} languages, and some made ones (seeds ${data.seeds.join(', ')}), by calls of \`edit_file\` that were spoiled in ${classesOf(data, 'imprecise')} ways that should be accepted, or must be refused where what is meant cannot be known. The packages and seeds are others than those that the matcher was tuned on; bench/matching/README.md says how each class is made. “After a read”: \`file_read\` showed the lines before the call. The final file is the judge, byte for byte. Harmful is a wrong edit that changes more than blank lines and, outside of Python, YAML and Makefiles, indentation.`,
        ...data.skipped.map(({ name, reason }) => `Not fetched: ${name} (${reason}).`),
      ],
      lines: [...wholeTable(data), '', ...lowest(data)],
    },
  ],
};

function classesOf({ rows }, group) {
  return rows.filter(({ results }) => results['safe read']?.group === group).length;
}

function wholeTable({ rows }) {
  const lines = wholesOf(rows).map(({ title, counts: { cases, right, wrong, harmful, refused } }) => {
    const [low, high] = interval(right, cases);
    const below = (count) => `${percent(count, cases)} (< ${upperBound(count, cases).toFixed(2)})`;
    return [
      ...[title, number(cases), `${percent(right, cases)} (${low.toFixed(1)}–${high.toFixed(1)})`],
      ...[below(wrong), below(harmful), percent(refused, cases)],
    ];
  });
  const head = ['in % (with 95 % confidence)', 'N', 'right', 'wrong', 'harmful', 'refused'];
  return table(head, lines, { right: true });
}

/** The classes that are made right less often than four times in five. */
function lowest({ rows }) {
  const low = rows
    .map(({ name, results }) => ({ name, ...results['safe read'] }))
    .filter(
      ({ group, counts }) => ['imprecise', 'mixture'].includes(group) && counts.right < LOW * counts.cases,
    )
    .sort((a, b) => a.counts.right / a.counts.cases - b.counts.right / b.counts.cases);
  const rest = '`npm run bench:matching` lists all classes.';
  if (low.length === 0) return [`Every class is made right in at least 80 % after a read; ${rest}`];
  const named = low.map(({ name, counts }) => `${name} ${percent(counts.right, counts.cases)} %`);
  return [`Made right in less than 80 % after a read: ${named.join(', ')}; ${rest}`];
}
