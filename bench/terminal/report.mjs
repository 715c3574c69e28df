import { machineLine, targetTable, time } from '../markdown.mjs';

const titles = {
  corvid: 'Corvid',
  'corvid-tmux': 'Corvid, tmux',
  raw: 'raw PTY',
  polling: 'polling 0.5 s',
  'desktop-commander': 'Desktop Commander',
};

export function renderReport({ machine, absent, rows, throughput, targets }) {
  const columns = Object.keys(titles);
  const head = `| median / p99 in ms | ${columns.map((id) => titles[id]).join(' | ')} |`;
  const lines = rows.map(
    ({ title, cells }) => `| ${title} | ${columns.map((id) => cell(cells[id])).join(' | ')} |`,
  );
  const { megabytes, rawMbS, corvidMbS, before, growthMib } = throughput;
  const share = Math.round((corvidMbS / rawMbS) * 100);
  return [
    machineLine(machine),
    '',
    head,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...lines,
    '',
    `${megabytes} MB by \`cat\`: ${rawMbS.toFixed(0)} MB/s by a raw PTY reader, ${corvidMbS.toFixed(0)} MB/s as a result of the tool (${share} %);`,
    `memory of the server and its shell ${before.toFixed(0)} MiB before, ${growthMib.toFixed(0)} MiB more at most meanwhile.`,
    ...absent.map(({ id, reason }) => `Not measured: ${titles[id]} (${reason}).`),
    '',
    ...targetTable(targets),
  ].join('\n');
}

function cell(value) {
  return value ? `${value.median.toFixed(2)} / ${value.p99.toFixed(2)}` : '–';
}

/** Each with what was measured; the peer's may be unknown. */
export function judgeTargets({ rows: [trues], throughput: { rawMbS, corvidMbS, growthMib } }) {
  const corvid = trues.cells.corvid.median;
  const peer = trues.cells['desktop-commander']?.median;
  const share = (100 * corvidMbS) / rawMbS;
  return [
    { name: '`true` in the shell < 2 ms', measured: `${time(corvid)} ms`, met: corvid < 2 },
    {
      name: '`true` in the shell < a fiftieth of Desktop Commander',
      measured: peer === undefined ? '–' : `1/${Math.floor(peer / corvid)}`,
      met: peer === undefined ? undefined : corvid < peer / 50,
    },
    { name: 'output ≥ half as fast as a raw reader', measured: `${share.toFixed(0)} %`, met: share >= 50 },
    {
      name: 'memory grows by < 60 MiB meanwhile',
      measured: `${growthMib.toFixed(1)} MiB`,
      met: growthMib < 60,
    },
  ];
}
