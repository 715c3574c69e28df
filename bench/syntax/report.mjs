import { machineLine, pair, table, targetTable, time, times } from '../markdown.mjs';

const MOST_MS = { javascript: 10, typescript: 10, python: 45 };
/** Two runs of one build differ by so much. */
const NOISE = 1.05;

/** The whole report as Markdown. Times are median / minimum. */
export function renderMarkdown({ machine, checks, edits, idle, base, targets }) {
  return [
    '# The syntax check: what it costs',
    '',
    `${machineLine(machine)} Times in ms: median / minimum.`,
    ...(checks ? renderChecks(checks) : []),
    ...(edits ? renderEdits(edits) : []),
    ...(idle ? renderIdle(idle, base) : []),
    '',
    '## Targets',
    '',
    ...targetTable(targets),
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

/** What a warm check may cost, and what those pay who need none. */
export function judgeTargets({ checks = [], edits = [], idle }) {
  const isJudged = ({ language, lines }) => MOST_MS[language] && lines === 1_000;
  return [
    ...checks
      .filter(isJudged)
      .map(({ language, later }) => judged(`warm check of 1,000 lines, ${language}`, later.median, language)),
    ...edits
      .filter(isJudged)
      .map(({ language, cells }) =>
        judged(`added to an edit of 1,000 lines, ${language}`, addedMs(cells), language),
      ),
    ...(idle ? idleTargets(idle) : []),
  ];
}

function addedMs({ auto, off }) {
  return auto.wall.median - off.wall.median;
}

function judged(name, ms, language) {
  const most = MOST_MS[language];
  return { name: `${name} < ${most} ms`, measured: `${time(ms)} ms`, met: ms < most };
}

function idleTargets({ start, rss, loaded }) {
  const cpu = start.corvid.cpu ? 'cpu' : 'wall';
  const startRatio = start.corvid[cpu].median / start.base[cpu].median;
  const rssRatio = rss.corvid.median / rss.base.median;
  return [
    { name: `start unchanged (${cpu} ≤ ${NOISE} ×)`, measured: times(startRatio), met: startRatio <= NOISE },
    { name: `idle memory unchanged (≤ ${NOISE} ×)`, measured: times(rssRatio), met: rssRatio <= NOISE },
    { name: 'no parser loaded at start', measured: `${loaded.corvid} times`, met: loaded.corvid === 0 },
  ];
}

function perThousand({ later, actual }) {
  return time((later.median * 1_000) / actual);
}

function mib(value) {
  return value === undefined ? '–' : value.toFixed(1);
}
