import { percent } from '../markdown.mjs';
import { renderCase } from '../matching/report.mjs';

const GROUPS = {
  verbatim: 'quoted verbatim',
  imprecise: 'quoted imprecisely, to be accepted',
  mixture: 'two or three mistakes at once, to be accepted',
  refuse: 'to be refused',
  fact: 'what an edit keeps, and what else there is',
};

export function renderMarkdown({ machine, seeds, cases, columns, rows }) {
  const absent = columns.filter(({ id }) => rows[0].cells[id].absent);
  const present = columns.filter((column) => !absent.includes(column));
  return [
    '# Editing tools side by side',
    '',
    `${machine.date}, Node ${machine.node}, ${machine.platform}, ${machine.cpus} processors; corpus \`report\`, seed ${seeds.join(', ')}, ${cases} cases.`,
    'bench/peers/README.md says how each tool was driven. The file was read before each edit. The authors of Corvid wrote the classes.',
    '',
    '**Cells:** right / wrong (of these harmful) / refused, as counts, judged by the file afterwards. In `to be refused` an unchanged file is right.',
    '',
    ...absent.map(
      ({ id, title, version }) => `${title} ${version}: not measured: ${rows[0].cells[id].absent}.\n`,
    ),
    ...Object.keys(GROUPS).flatMap((group) => renderGroup(group, rows, present)),
    ...renderReasons(rows, present),
  ].join('\n');
}

function renderGroup(group, rows, columns) {
  const members = rows.filter((row) => row.group === group && !(row.name === 'all' && isAlone(group, rows)));
  if (members.length === 0) return [];
  const hasCounts = group !== 'fact';
  const heads = columns.map(({ title, version }) => `${title} ${version}`);
  const line = ({ name, cells }) => {
    const label = name === 'all' ? '**all**' : name;
    const count = hasCounts ? [Object.values(cells).find(({ n }) => n)?.n ?? ''] : [];
    return `| ${[label, ...count, ...columns.map(({ id }) => renderCell(cells[id], name))].join(' | ')} |`;
  };
  return [
    `| ${[GROUPS[group], ...(hasCounts ? ['N'] : []), ...heads].join(' | ')} |`,
    `| ${['---', ...(hasCounts ? ['---:'] : []), ...heads.map(() => '---')].join(' | ')} |`,
    ...members.map(line),
    '',
  ];
}

function isAlone(group, rows) {
  return rows.filter((row) => row.group === group).length <= 2;
}

function renderCell(cell, name) {
  if (cell.absent) return 'not measured';
  if (cell.text) return cell.text;
  const shown = (of) => `${of(cell.right)} / ${of(cell.wrong)} (${of(cell.harmful)}) / ${of(cell.refused)}`;
  if (name !== 'all') return shown(String);
  return `${shown(String)} = ${shown((count) => percent(count, cell.n))} %`;
}

/** Why a tool has no figure where others have one. */
function renderReasons(rows, columns) {
  return columns.flatMap(({ id, title }) => {
    const names = new Map();
    for (const { name, cells } of rows) {
      const reason = cells[id].absent;
      if (reason) names.set(reason, [...(names.get(reason) ?? []), name]);
    }
    return [...names].map(([reason, all]) => `${title}, ${all.join(' and ')}: not measured: ${reason}.\n`);
  });
}

/** Some of the cases that went wrong, of each class. */
export function renderWrong(wrong, count) {
  const shown = new Map();
  return wrong
    .filter(([one]) => {
      shown.set(one.class, (shown.get(one.class) ?? 0) + 1);
      return shown.get(one.class) <= count;
    })
    .map(([one, outcome]) => `${renderCase(one, outcome, 'as it is')}\n`)
    .join('');
}
