import { number, percent, table } from '../../markdown.mjs';
import { CALLS, sumOf, verdictCell } from './verdicts.mjs';

/** The name of a row that adds up those of its group. */
const SUM = 'all';

/** The same misquoted edits, made with the editing tools of other agents and servers. */
export const peers = {
  id: 'peers',
  title: 'Misquoted edits, beside others',
  targets: judgeTargets,
  sections: (data) => [
    {
      title: 'Misquoted edits, beside other tools',
      about: [
        `Calls of all classes above${data.cases ? ` (${number(data.cases)} in all, seeds ${data.seeds.join(', ')})` : ''}, made with the editing tools that other agents and servers bring: their own code, driven as they drive it, the file read before each edit. **We wrote the classes of mistakes**, from what models get wrong and from what Corvid itself got wrong; each counts alike, and models quote verbatim most of the time, so these are not the shares of daily work. Space at line ends does not count. An edit that lands elsewhere, or brings other text than meant, is wrong, and harmful if it differs in more than blank lines and indentation (which counts in Python, YAML and Makefiles); one that is refused costs a call and destroys nothing.`,
        ...absentOnes(data),
      ],
      lines: [...groupTable(data), ...factTable(data)],
    },
  ],
};

/** Judged here, because only beside the others can be said whether Corvid is ahead. */
function judgeTargets(data) {
  const refuse = peerCounts(data, 'refuse', 'corvid');
  const shares = data.columns.flatMap(({ id, title }) => {
    const counts = peerCounts(data, 'imprecise', id);
    return counts ? { id, title, share: counts.right / counts.n } : [];
  });
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return [
    {
      name: 'no wrong edit where a call must be refused',
      measured: refuse ? `${refuse.wrong} of ${refuse.n}` : '–',
      met: refuse && refuse.wrong === 0,
    },
    {
      name: 'more misquoted edits made right than by any other tool',
      measured: best ? `most: ${best.title}, ${percent(best.share, 1)} %` : '–',
      met: best && best.id === 'corvid',
    },
  ];
}

/** The counts of a group for one tool. */
export function peerCounts({ rows }, group, id) {
  const classes = rows.filter((row) => row.group === group && row.name !== SUM);
  return sumOf(classes.map(({ cells }) => cells[id]));
}

/** The rows that hold a fact instead of counts. */
export function factRows({ rows }) {
  return rows.filter(({ cells }) => Object.values(cells).some((cell) => isFact(cell)));
}

function isFact(cell) {
  return cell?.text !== undefined;
}

function titleOf({ title, version }) {
  return version && !title.includes(version) ? `${title} ${version}` : title;
}

function absentOnes({ columns, rows }) {
  return columns.flatMap((column) => {
    const reasons = rows.map(({ cells }) => cells[column.id]?.absent).filter(Boolean);
    return reasons.length === rows.length && rows.length > 0
      ? `**${titleOf(column)} did not take part:** ${reasons[0]}`
      : [];
  });
}

function groupsIn({ rows }) {
  const present = [
    ...new Set(rows.filter(({ cells }) => Object.values(cells).some(({ n }) => n)).map(({ group }) => group)),
  ];
  return present.map((group) => [group, CALLS[group] ?? group]);
}

function groupTable(data) {
  const groups = groupsIn(data);
  const rows = data.columns.map((column) => [
    titleOf(column),
    ...groups.map(([group]) => verdictCell(peerCounts(data, group, column.id))),
  ]);
  return table(
    ['right / wrong / of these harmful / refused in %', ...groups.map(([, title]) => title)],
    rows,
    { right: true },
  );
}

function factTable(data) {
  const facts = factRows(data);
  if (facts.length === 0) return [];
  const cell = (one) => one?.text ?? '–';
  const rows = facts.map(({ name, cells }) => [name, ...data.columns.map(({ id }) => cell(cells[id]))]);
  return ['', ...table(['', ...data.columns.map(({ title }) => title)], rows)];
}
