import { machineLine, percent, targetTable } from '../markdown.mjs';
import { diffLines } from './corpus/line-diff.mjs';

const LEAST_RIGHT = 95;
const VERDICTS = ['right', 'wrong', 'refused'];
const TITLES = {
  verbatim: 'verbatim',
  imprecise: 'imprecise calls, to be accepted',
  refuse: 'calls to be refused',
};

const STAND_IN =
  '**This build has no `edit_file`:** `file_editor` stood in for it, which knows no policies, so that all columns measure the same.';

/** Counts of one class or of many: `{ cases, right, wrong, refused, bugs, slowestMs }`. */
export function tally(outcomes) {
  const counts = { cases: outcomes.length, right: 0, wrong: 0, refused: 0, bugs: 0, slowestMs: 0 };
  for (const { verdict, message, ms } of outcomes) {
    counts[verdict]++;
    if (/INTERNAL_ERROR/.test(message)) counts.bugs++;
    counts.slowestMs = Math.max(counts.slowestMs, ms);
  }
  return counts;
}

/** Adds the counts of several classes. */
function total(tallies) {
  const sum = { cases: 0, right: 0, wrong: 0, refused: 0, bugs: 0, slowestMs: 0 };
  for (const one of tallies) {
    for (const key of ['cases', 'bugs', ...VERDICTS]) sum[key] += one[key];
    sum.slowestMs = Math.max(sum.slowestMs, one.slowestMs);
  }
  return sum;
}

/** What the default policy must keep. */
export function judgeTargets({ rows }) {
  const of = (group) =>
    total(rows.filter((row) => row.group === group && row.results.safe).map(({ results }) => results.safe));
  const [verbatim, imprecise, refuse] = ['verbatim', 'imprecise', 'refuse'].map(of);
  const all = total([verbatim, imprecise, refuse]);
  return [
    {
      name: 'text quoted verbatim is always found',
      measured: `${verbatim.right} of ${verbatim.cases}`,
      met: verbatim.cases === 0 ? undefined : verbatim.right === verbatim.cases,
    },
    {
      name: 'no wrong edit where a call must be refused',
      measured: `${refuse.wrong} of ${refuse.cases}`,
      met: refuse.cases === 0 ? undefined : refuse.wrong === 0,
    },
    {
      name: `misquoted edits made right ≥ ${LEAST_RIGHT} %`,
      measured: `${percent(imprecise.right, imprecise.cases)} %`,
      met: imprecise.cases === 0 ? undefined : imprecise.right >= (LEAST_RIGHT / 100) * imprecise.cases,
    },
    { name: 'no internal error', measured: `${all.bugs} of ${all.cases}`, met: all.bugs === 0 },
  ];
}

/** The report as Markdown: a row for each class, with right / wrong / refused in per cent for each policy. */
export function renderMarkdown({
  machine,
  corpus,
  seed,
  hasEditFile,
  edits,
  languages,
  packages,
  policies,
  rows,
  targets,
}) {
  return [
    '# Matching benchmark',
    '',
    machineLine(machine),
    '',
    `Corpus \`${corpus}\`, seed ${seed}, ${edits} edits. Cells: right / wrong / refused in %.`,
    ...(hasEditFile ? [] : ['', STAND_IN]),
    '',
    `Languages: ${languages.map(({ name, count }) => `${name} ${count}`).join(', ')}.`,
    '',
    `Packages: ${packages.map(({ name, from, to }) => `${name} ${from} → ${to}`).join(', ')}.`,
    '',
    ...Object.keys(TITLES).flatMap((group) => renderGroup(group, rows, policies)),
    ...renderNotes(rows, policies),
    ...targetTable(targets),
  ].join('\n');
}

function renderGroup(group, rows, policies) {
  const members = rows.filter((row) => row.group === group);
  if (members.length === 0) return [];
  const line = (name, results) => {
    const first = results[policies[0]];
    return `| ${[name, first.cases, ...policies.map((policy) => cell(results[policy]))].join(' | ')} |`;
  };
  const sums = Object.fromEntries(
    policies.map((policy) => [policy, total(members.map(({ results }) => results[policy]))]),
  );
  return [
    `| ${[TITLES[group], 'N', ...policies].join(' | ')} |`,
    `| ${['---', '---:', ...policies.map(() => '---')].join(' | ')} |`,
    ...members.map(({ name, results }) => line(name, results)),
    ...(members.length > 1 ? [line('**all**', sums)] : []),
    '',
  ];
}

function cell({ cases, right, wrong, refused }) {
  if (cases === 0) return '–';
  const share = (count) => (count === 0 ? '0' : ((100 * count) / cases).toFixed(1));
  return [right, wrong, refused].map(share).join(' / ');
}

function renderNotes(rows, policies) {
  return policies.map((policy) => {
    const { cases, wrong, bugs, slowestMs } = total(rows.map(({ results }) => results[policy]));
    const crashed = bugs > 0 ? `, **${bugs} internal errors**` : '';
    return `\`${policy}\`: ${wrong} wrong edits in ${cases} calls${crashed}, slowest call ${slowestMs.toFixed(0)} ms.\n`;
  });
}

/** One case in full, for those who look for its reason. */
export function renderCase(one, { verdict, final, message }, policy) {
  return [
    `=== ${one.class} · ${policy} · ${verdict} · ${one.id}`,
    '--- old_string',
    visible(one.old),
    '--- new_string',
    visible(one.new),
    ...(one.seen !== undefined && one.seen !== one.disk
      ? ['--- changed on disk since it was read', difference(one.seen, one.disk)]
      : []),
    '--- what is right',
    one.expects === 'refusal' ? '(the file as it is)' : difference(one.disk, one.expected),
    '--- what was done',
    final === one.disk ? '(nothing)' : difference(one.disk, final),
    '--- what the tool said',
    message.slice(0, 1500),
    '',
  ].join('\n');
}

function difference(before, after) {
  const [from, to] = [before.split('\n'), after.split('\n')];
  const hunks = diffLines(from, to);
  if (!hunks) return '(very different)';
  return hunks.map((hunk) => renderHunk(hunk, from, to)).join('\n');
}

function renderHunk(hunk, from, to) {
  const context = (start, end) => from.slice(Math.max(0, start), end).map((text) => `  ${visible(text)}`);
  return [
    `@ line ${hunk.from + 1}`,
    ...context(hunk.from - 2, hunk.from),
    ...from.slice(hunk.from, hunk.to).map((text) => `- ${visible(text)}`),
    ...to.slice(hunk.newFrom, hunk.newTo).map((text) => `+ ${visible(text)}`),
    ...context(hunk.to, hunk.to + 2),
  ].join('\n');
}

function visible(text) {
  return text
    .replaceAll('\r', '\u240d')
    .replaceAll('\t', '\u2192\t')
    .replaceAll(/ +$/gm, (blanks) => '\u00b7'.repeat(blanks.length));
}
