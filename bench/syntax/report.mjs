const MOST_MS = { javascript: 10, typescript: 10, python: 45 };
/** Two runs of one build differ by so much. */
const NOISE = 1.05;

/** The whole report as Markdown. Times are median / minimum. */
export function renderMarkdown({ machine, checks, edits, idle, base }) {
  return [
    '# The syntax check: what it costs',
    '',
    `${machine.date}, Node ${machine.node}, ${machine.platform}, ${machine.cpus} CPUs, load ${machine.loadBefore} → ${machine.loadAfter}, ${machine.seconds} s. Times in ms: median / minimum.`,
    ...(checks ? renderChecks(checks) : []),
    ...(edits ? renderEdits(edits) : []),
    ...(idle ? renderIdle(idle, base) : []),
    ...renderTargets({ checks, edits, idle }),
    '',
  ].join('\n');
}

function renderChecks(checks) {
  const rows = checks.map((row) => [
    row.language,
    row.actual.toLocaleString('en'),
    row.kind,
    pair(row.first),
    pair(row.later),
    perThousand(row),
    mib(row.rss?.median),
    row.failure ?? '',
  ]);
  const head = [
    'language',
    'lines',
    'input',
    'first',
    'later',
    'later per 1,000 lines',
    'process, MiB',
    'not checked',
  ];
  return [
    '',
    '## One check',
    '',
    'Through the port. First: in a fresh process, its start included. Later: the same text again, when warm. The memory is that of the process of the parsers after these checks.',
    '',
    ...table(head, rows),
  ];
}

function renderEdits(edits) {
  const rows = edits.map(({ language, lines, cells: { auto, off }, weights, idle }) => [
    `${language}, ${lines.toLocaleString('en')} lines`,
    pair(off.wall),
    pair(auto.wall),
    `${time(auto.wall.median - off.wall.median)} / ${time(auto.wall.min - off.wall.min)}`,
    times(auto.wall.median / off.wall.median),
    `${time(auto.cpu.median - off.cpu.median)}`,
    mib(idle.server),
    mib(weights.off.server),
    mib(weights.auto.server),
    mib(weights.auto.parsers),
  ]);
  const head = [
    'exact edit over MCP',
    '`off`',
    '`auto`',
    'the check',
    'ratio',
    'its CPU',
    'server idle, MiB',
    'after, `off`',
    'after, `auto`',
    'parsers',
  ];
  return ['', '## An edit', '', 'With a warm server, in turns.', '', ...table(head, rows)];
}

function renderIdle({ start, list, rss, loaded }, base) {
  const cell = (figure, ids) => ids.map((id) => pair(figure[id]));
  const ratio = (figure) => times(figure.corvid.median / figure.base.median);
  const figures = (cells, name) =>
    Object.fromEntries(Object.entries(cells).map(([id, one]) => [id, one[name]]));
  const ids = ['base', 'corvid'];
  const row = (title, figure, floor = '') => [title, floor, ...cell(figure, ids), ratio(figure)];
  return [
    '',
    '## Who never edits a program',
    '',
    `This build beside that of ${base}, which had no check, in turns. Parsers loaded, or a process for them, after \`tools/list\`: ${loaded.corvid} times of ${rss.corvid.samples}.`,
    '',
    ...table(
      ['', 'bare Node', base, 'now', 'ratio'],
      [
        row('start → initialize, wall', figures(start, 'wall'), pair(start.floor.wall)),
        row('start → initialize, CPU', figures(start, 'cpu'), pair(start.floor.cpu)),
        row('start → tools/list, wall', figures(list, 'wall')),
        row('start → tools/list, CPU', figures(list, 'cpu')),
        row('idle memory, MiB', rss),
      ],
    ),
  ];
}

function renderTargets({ checks = [], edits = [], idle }) {
  const rows = [
    ...checks
      .filter(({ language, lines }) => MOST_MS[language] && lines === 1_000)
      .map(({ language, later }) =>
        judged(
          `warm check, ${language}, 1,000 lines < ${MOST_MS[language]} ms`,
          later.median,
          MOST_MS[language],
        ),
      ),
    ...edits
      .filter(({ language }) => MOST_MS[language])
      .map(({ language, cells: { auto, off } }) => {
        const added = auto.wall.median - off.wall.median;
        return judged(`added to an edit, ${language} < ${MOST_MS[language]} ms`, added, MOST_MS[language]);
      }),
    ...(idle ? idleTargets(idle) : []),
  ];
  return ['', '## Targets', '', ...table(['target', 'measured', ''], rows)];
}

function idleTargets({ start, rss, loaded }) {
  const cpu = start.corvid.cpu ? 'cpu' : 'wall';
  const startRatio = start.corvid[cpu].median / start.base[cpu].median;
  const rssRatio = rss.corvid.median / rss.base.median;
  const verdict = (isMet) => (isMet ? 'met' : '**not met**');
  return [
    [`start unchanged (${cpu} ≤ ${NOISE} ×)`, times(startRatio), verdict(startRatio <= NOISE)],
    [`idle memory unchanged (≤ ${NOISE} ×)`, times(rssRatio), verdict(rssRatio <= NOISE)],
    ['no parser loaded at start', `${loaded.corvid} times`, verdict(loaded.corvid === 0)],
  ];
}

function judged(name, ms, most) {
  return [name, `${time(ms)} ms`, ms < most ? 'met' : '**not met**'];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function perThousand({ later, actual }) {
  return time((later.median * 1_000) / actual);
}

function pair(figure) {
  return figure ? `${time(figure.median)} / ${time(figure.min)}` : '–';
}

function time(ms) {
  return ms.toFixed(Math.abs(ms) < 10 ? 2 : 1);
}

function times(ratio) {
  return `${ratio.toFixed(2)} ×`;
}

function mib(value) {
  return value === undefined ? '–' : value.toFixed(1);
}
