import { number, table } from '../../markdown.mjs';

const SERIES = [
  { id: 'floor', title: 'plain pipe' },
  { id: 'corvid', title: 'through corvid acp' },
];

/** What stands between an editor and its agent when `corvid acp` does. */
export const acp = {
  id: 'acp',
  title: 'Between editor and agent',
  sections: ({ rounds, rows }) => [
    {
      title: 'Between editor and agent',
      about: [
        `The same agent, reached through a plain pipe and through \`corvid acp\`, by turns; medians of ${rounds} rounds. A message there and back passes the proxy twice; the throughput is that of an agent that talks without pause.`,
      ],
      chart: {
        id: 'acp',
        title: 'Throughput from agent to editor',
        axis: 'MB/s, median',
        series: SERIES,
        groups: rows.filter(({ unit }) => unit === 'MB/s').map(throughputGroup),
      },
      lines: table(['', 'plain pipe', 'through `corvid acp`', ''], rows.map(rowCells)),
    },
  ],
};

function throughputGroup({ name, direct, proxy }) {
  return {
    label: name,
    bars: [
      { series: 'floor', value: direct, text: number(direct) },
      { series: 'corvid', value: proxy, text: number(proxy) },
    ],
  };
}

function rowCells({ name, unit, direct, proxy, added, ratio }) {
  const digits = unit === 'ms' ? 2 : 0;
  const compared =
    unit === 'ms' ? `${number(added, digits)} ms added a message` : `${number(100 * ratio)} % of the pipe`;
  return [name, `${number(direct, digits)} ${unit}`, `${number(proxy, digits)} ${unit}`, compared];
}
