import { number, table, time, times } from '../../markdown.mjs';

const SERIES = [
  { id: 'floor', title: 'first check, start of the parsers included' },
  { id: 'corvid', title: 'later checks' },
];

/** What the syntax check costs alone and within an edit. */
export const syntax = {
  id: 'syntax',
  title: 'Syntax check',
  sections: ({ checks = [], edits = [] }) => [
    {
      title: 'Syntax check',
      about: [
        'Parsers run in a process of their own, which is started by the first edit of a program: who edits none pays nothing. The first check includes that start. “Added to an edit” compares the same exact edit over MCP with `--syntax auto` and `--syntax off`, by turns; × is the whole edit with the check divided by that without.',
      ],
      chart: {
        id: 'syntax',
        title: 'Checking the syntax of a file',
        axis: 'milliseconds, median',
        series: SERIES,
        groups: checks.map(checkGroup),
      },
      lines: [...checkTable(checks), '', ...editTable(edits)],
    },
  ],
};

function checkGroup({ language, lines, first, later }) {
  return {
    label: `${language}, ${number(lines)} lines`,
    bars: [
      { series: 'floor', value: first.median, text: time(first.median) },
      { series: 'corvid', value: later.median, text: time(later.median) },
    ],
  };
}

function checkTable(checks) {
  const rows = checks.map(({ language, lines, kind, first, later, rss }) => [
    `${language}, ${number(lines)} lines (${kind})`,
    time(first.median),
    time(later.median),
    rss ? number(rss.median) : '–',
  ]);
  return table(['one check', 'first, ms', 'later, ms', 'process of the parsers, MiB'], rows, { right: true });
}

function editTable(edits) {
  const rows = edits.map(({ language, lines, cells: { auto, off } }) => [
    `${language}, ${number(lines)} lines`,
    time(off.wall.median),
    time(auto.wall.median),
    time(auto.wall.median - off.wall.median),
    times(auto.wall.median / off.wall.median),
  ]);
  const head = ['an edit over MCP', 'unchecked, ms', 'checked, ms', 'added, ms', 'ratio'];
  return rows.length > 0 ? table(head, rows, { right: true }) : [];
}
