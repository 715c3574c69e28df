import { number, table } from '../../markdown.mjs';

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
      lines: table(['', 'plain pipe', 'through `corvid acp`', ''], rows.map(rowCells)),
    },
  ],
};

function rowCells({ name, unit, direct, proxy, added, ratio }) {
  const digits = unit === 'ms' ? 2 : 0;
  const compared =
    unit === 'ms' ? `${number(added, digits)} ms added a message` : `${number(100 * ratio)} % of the pipe`;
  return [name, `${number(direct, digits)} ${unit}`, `${number(proxy, digits)} ${unit}`, compared];
}
