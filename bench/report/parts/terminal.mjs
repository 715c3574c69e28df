import { number, table, time, times } from '../../markdown.mjs';

const SERIES = [
  { id: 'corvid', title: 'Corvid' },
  { id: 'second', title: 'Corvid, tmux', cell: 'corvid-tmux' },
  { id: 'floor', title: 'raw PTY', cell: 'raw' },
  { id: 'peer', title: 'polling every 0.5 s', cell: 'polling' },
  { id: 'desktop-commander', title: 'Desktop Commander' },
];
const cellIn = ({ cells }, { id, cell = id }) => cells[cell];

/** A shell that stays: what a command costs beside what it costs in a bare terminal. */
export const terminal = {
  id: 'terminal',
  title: 'Terminal',
  sections: ({ rows, throughput, absent }) => {
    const present = SERIES.filter((series) => rows.some((row) => cellIn(row, series)));
    return [
      {
        title: 'Terminal',
        about: [
          'A command in a shell that stays, from the call to its result. The raw PTY, which only writes the command and waits for a marker, is what nobody can be faster than; polling is how many tools wait. A step of a prompt is the time from an answer typed into a program to its next question: Corvid waits a little to be sure that the program does. × is the median divided by that of Corvid.',
          ...absent.map(({ id, reason }) => `**${id} did not take part:** ${reason}`),
        ],
        lines: [...timeTable(rows, present), '', throughputLine(throughput)],
      },
    ];
  },
};

function timeTable(rows, present) {
  const cell = (row, series) => {
    const figure = cellIn(row, series);
    if (!figure) return '–';
    const ratio = series.id === 'corvid' ? '' : ` · ${times(figure.median / row.cells.corvid.median)}`;
    return `${time(figure.median)} / ${time(figure.p99)}${ratio}`;
  };
  const lines = rows.map((row) => [row.title, ...present.map((series) => cell(row, series))]);
  return table(['median / p99, ms', ...present.map(({ title }) => title)], lines);
}

function throughputLine({ megabytes, rawMbS, corvidMbS, growthMib }) {
  const share = number((100 * corvidMbS) / rawMbS);
  return `${megabytes} MB by \`cat\`: ${number(corvidMbS)} MB/s as a result of the tool, ${share} % of a raw PTY reader (${number(rawMbS)} MB/s); meanwhile memory grew by ${number(growthMib)} MiB.`;
}
