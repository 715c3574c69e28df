const titles = {
  corvid: 'Corvid',
  'corvid-tmux': 'Corvid, tmux',
  raw: 'raw PTY',
  polling: 'polling 0.5 s',
  'desktop-commander': 'Desktop Commander',
};

export function renderReport({ node, cpus, loadBefore, absent, rows, throughput }) {
  const columns = Object.keys(titles);
  const head = `| median / p99 in ms | ${columns.map((id) => titles[id]).join(' | ')} |`;
  const lines = rows.map(
    ({ title, cells }) => `| ${title} | ${columns.map((id) => cell(cells[id])).join(' | ')} |`,
  );
  const { megabytes, rawMbS, corvidMbS, before, growthMib } = throughput;
  const share = Math.round((corvidMbS / rawMbS) * 100);
  return [
    `Node ${node}, ${cpus} processors, load ${loadBefore.toFixed(2)} at the start.`,
    '',
    head,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...lines,
    '',
    `${megabytes} MB by \`cat\`: ${rawMbS.toFixed(0)} MB/s by a raw PTY reader, ${corvidMbS.toFixed(0)} MB/s as a result of the tool (${share} %);`,
    `memory of the server and its shell ${before.toFixed(0)} MiB before, ${growthMib.toFixed(0)} MiB more at most meanwhile.`,
    ...absent.map(({ id, reason }) => `Not measured: ${titles[id]} (${reason}).`),
    '',
    ...targets(rows, throughput),
  ].join('\n');
}

function cell(value) {
  return value ? `${value.median.toFixed(2)} / ${value.p99.toFixed(2)}` : '–';
}

function targets([trues], { rawMbS, corvidMbS, growthMib }) {
  const corvid = trues.cells.corvid.median;
  const peer = trues.cells['desktop-commander']?.median;
  const goals = [
    ['`true` under 2 ms', corvid < 2],
    ['`true` under a fiftieth of Desktop Commander', peer === undefined ? undefined : corvid < peer / 50],
    ['throughput at least half of a raw reader', corvidMbS >= rawMbS / 2],
    ['memory grows by less than 60 MiB', growthMib < 60],
  ];
  return goals.map(
    ([goal, met]) => `- ${met === undefined ? 'not measured' : met ? 'met' : 'MISSED'}: ${goal}`,
  );
}
