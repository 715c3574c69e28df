import { number, table, time, times } from '../../markdown.mjs';

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
      lines: [...checkTable(checks), '', ...editTable(edits)],
    },
  ],
};

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
