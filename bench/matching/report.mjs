import { machineLine, percent, table, targetTable } from '../markdown.mjs';
import { diffLines } from './corpus/line-diff.mjs';
import { interval, total, upperBound, wholesOf } from './counts.mjs';

/** What the default policy must keep, in percent: at least so many right, at most so many wrong and harmful. */
const TARGETS = {
  'quoted verbatim': { right: 100 },
  'imprecise, after a read': { right: 95, wrong: 0.3, harmful: 0.05 },
  'imprecise, without a read': { right: 88, wrong: 0.3, harmful: 0.05 },
  'mixtures, after a read': { right: 85, wrong: 0.5 },
  'mixtures, without a read': { right: 85, wrong: 0.5 },
  'to be refused': { wrong: 0 },
};

export function judgeTargets({ rows }) {
  const wholes = wholesOf(rows);
  const judged = wholes.flatMap(({ title, counts }) =>
    Object.entries(TARGETS[title]).map(([verdict, limit]) => {
      const share = (100 * counts[verdict]) / counts.cases;
      return {
        name: `${title}: ${verdict} ${verdict === 'right' ? '≥' : '≤'} ${limit} %`,
        measured: `${percent(counts[verdict], counts.cases)} % (${counts[verdict]} of ${counts.cases})`,
        met: verdict === 'right' ? share >= limit : share <= limit,
      };
    }),
  );
  const all = total(wholes.map(({ counts }) => counts));
  return [
    ...judged,
    { name: 'no internal error', measured: `${all.bugs} of ${all.cases}`, met: all.bugs === 0 },
  ];
}

/** The report as Markdown: the sums with their confidence, then a row for each class. */
export function renderMarkdown({
  machine,
  corpus,
  seeds,
  edits,
  languages,
  packages,
  skipped,
  columns,
  rows,
  targets,
}) {
  const policies = [...new Set(columns.map(({ policy }) => policy))];
  return [
    '# Matching benchmark',
    '',
    machineLine(machine),
    '',
    `Corpus \`${corpus}\`, seed ${seeds.join(', ')}, ${edits} edits.`,
    '',
    `Languages: ${languages.map(({ name, count }) => `${name} ${count}`).join(', ')}.`,
    '',
    `Packages: ${packages.map(({ name, from, to }) => `${name} ${from} → ${to}`).join(', ')}.`,
    '',
    ...skipped.flatMap(({ name, client, reason }) => [`**Skipped** (${client}): ${name}: ${reason}.`, '']),
    ...policies.flatMap((policy) => wholeTable(rows, policy)),
    ...classTable(rows, columns),
    '',
    ...targetTable(targets),
  ].join('\n');
}

/** The sums of a policy in percent, each share with its 95 % interval or what it is below with 95 % confidence. */
function wholeTable(rows, policy) {
  const lines = wholesOf(rows, policy).map(({ title, counts }) => {
    const [low, high] = interval(counts.right, counts.cases);
    const atMost = (count) =>
      `${share(count, counts.cases)} (< ${upperBound(count, counts.cases).toFixed(2)})`;
    const right = `${share(counts.right, counts.cases)} (${low.toFixed(1)}–${high.toFixed(1)})`;
    return [
      title,
      counts.cases,
      right,
      atMost(counts.wrong),
      atMost(counts.harmful),
      share(counts.refused, counts.cases),
    ];
  });
  const head = [
    `\`${policy}\`, in %`,
    'N',
    'right (95 % interval)',
    'wrong (95 % bound)',
    'harmful (95 % bound)',
    'refused',
  ];
  return [...table(head, lines, { right: true }), ''];
}

function classTable(rows, columns) {
  const titles = columns.map(
    ({ policy, mode }) => `\`${policy}\` ${mode === 'read' ? 'after a read' : 'without a read'}`,
  );
  const lines = rows.map(({ name, row, results }) => [
    name,
    row,
    Object.values(results)[0]?.counts.cases ?? 0,
    ...columns.map(({ id }) => cell(results[id])),
  ]);
  return [
    'Right / wrong / harmful / refused in %; † is what must be refused, where an unchanged file is right.',
    '',
    ...table(['class', 'row', 'N', ...titles], lines),
  ];
}

function cell(result) {
  if (!result) return '–';
  const { cases, ...counts } = result.counts;
  const shares = ['right', 'wrong', 'harmful', 'refused'].map((verdict) => share(counts[verdict], cases));
  return shares.join(' / ') + (result.group === 'refuse' ? ' †' : '');
}

function share(count, all) {
  return count === 0 ? '0' : ((100 * count) / all).toFixed(all > 1000 ? 2 : 1);
}

/** One case in full, for those who look for its reason. */
export function renderCase(one, { verdict, harmful, final, message }, column) {
  const call = ({ edits, ...it }) =>
    edits ? edits.flatMap(call) : ['--- old_string', visible(it.old), '--- new_string', visible(it.new)];
  return [
    `=== ${one.class} · ${column} · ${harmful ? 'harmful' : verdict} · ${one.language} · ${one.id}`,
    ...one.calls.flatMap(call),
    ...(one.seen !== undefined && one.seen !== one.disk
      ? ['--- changed on disk since it was read', difference(one.seen, one.disk)]
      : []),
    '--- what is right',
    Object.values(one.expects).every((is) => is === 'refusal')
      ? '(the file as it is)'
      : difference(one.disk, one.expected),
    '--- what was done',
    final === one.disk ? '(nothing)' : difference(one.disk, final),
    '--- what the tool said',
    message.split('\n--- ')[0].slice(0, 700),
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
