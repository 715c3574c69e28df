import { number, percent, table, time, times } from '../markdown.mjs';
import { factRows, peerCounts } from './parts/peers.mjs';
import { rowOf } from './parts/server.mjs';

const KEEPS = 'keeps ';
const COLUMNS = [
  { id: 'corvid', title: 'Corvid', names: ['corvid'] },
  { id: 'filesystem', title: 'server-filesystem', names: ['filesystem', 'server-filesystem'] },
  { id: 'desktop-commander', title: 'Desktop Commander', names: ['desktop-commander', 'desktopcommander'] },
  { id: 'opencode', title: 'OpenCode', names: ['opencode'] },
  { id: 'codex', title: 'Codex', names: ['codex'] },
  { id: 'gemini', title: 'Gemini CLI', names: ['gemini', 'gemini-cli'] },
  { id: 'openhands', title: 'OpenHands', names: ['openhands'] },
];

/**
 * What a reader compares first, from all parts of a run: `{ columns, rows: [{ name, cells }] }`, a text for each
 * column. What was not measured is "–"; a column without anything is left out.
 */
export function comparisonOf({ parts }) {
  const rows = [
    ...peerRows(parts.peers),
    ...serverRows(parts.server),
    shellRow(parts.terminal),
    ...factsOf(parts.peers),
  ].filter((row) => row && Object.keys(row.cells).length > 0);
  const columns = COLUMNS.filter(({ id }) => rows.some(({ cells }) => cells[id]));
  return { columns: columns.map(({ id, title }) => ({ id, title })), rows };
}

/** The comparison as lines of Markdown. */
export function comparisonTable(results) {
  return tableOf(comparisonOf(results));
}

/** What the README shows of it. */
const README_ROWS = [
  /^misquoted edits/,
  /must be refused/,
  /^of \d+ kinds of files/,
  /breaks the syntax/,
  /undo after a restart/,
];

export function readmeComparison(results) {
  const { columns, rows } = comparisonOf(results);
  return tableOf({
    columns,
    rows: rows.filter(({ name }) => README_ROWS.some((pattern) => pattern.test(name))),
  });
}

function tableOf({ columns, rows }) {
  const lines = rows.map(({ name, cells }) => [name, ...columns.map(({ id }) => cells[id] ?? '–')]);
  return table(['', ...columns.map(({ title }) => title)], lines);
}

function cellsBy(read) {
  return Object.fromEntries(COLUMNS.map((column) => [column.id, read(column)]).filter(([, text]) => text));
}

function peerRows(data) {
  if (!data?.rows) return [];
  const row = (group, name, keys) => ({
    name,
    cells: cellsBy((column) => {
      const counts = peerCounts(data, group, columnIn(data, column));
      return counts && keys.map((key) => `${percent(counts[key], counts.n)} %`).join(' · ');
    }),
  });
  return [
    row('imprecise', 'misquoted edits: made right · wrong · of these harmful', ['right', 'wrong', 'harmful']),
    row('mixture', 'two or three mistakes at once: right · wrong · harmful', ['right', 'wrong', 'harmful']),
    row('refuse', 'calls that must be refused: refused · edited all the same', ['right', 'wrong']),
  ];
}

/** Two benchmarks need not give a tool the same name. */
function columnIn({ columns }, { names }) {
  return columns.find(({ id }) => names.includes(id))?.id;
}

function serverRows(data) {
  if (!data?.sections) return [];
  const row = (name, section, id, read) => {
    const { cells = {}, digits } = rowOf(data, section, id) ?? {};
    return { name, cells: cellsBy((column) => cells[column.id] && read(cells[column.id], digits)) };
  };
  const timed = (name, section, id) => {
    const cells = rowOf(data, section, id)?.cells ?? {};
    return { name, cells: timesOf((column) => cells[column.id]?.wall?.median) };
  };
  const value = ({ value: one }, digits) => number(one, digits);
  return [
    timed('start to list of tools', 'start', 'tools'),
    row('tokens of the list of tools', 'footprint', 'tokens', value),
    row('idle memory, MiB', 'footprint', 'rss', value),
    row('on disk, MiB', 'install', 'disk', value),
    timed('an exact edit, 100 KB', 'edits', 'edit 100 KB'),
    timed('an exact edit, 5 MB', 'edits', 'edit 5 MB'),
  ];
}

function shellRow(data) {
  const trues = data?.rows?.find(({ title }) => title === '`true`');
  return (
    trues && {
      name: '`true` in the shell',
      cells: timesOf(({ id }) => trues.cells[id]?.median),
    }
  );
}

/** Corvid's time, and how many times as long others take. */
function timesOf(read) {
  const own = read(COLUMNS[0]);
  return cellsBy((column) => {
    const ms = read(column);
    if (ms === undefined) return undefined;
    return column.id === 'corvid' || !own ? `${time(ms)} ms` : times(ms / own);
  });
}

/** What an edit must leave as it is makes one row of counts; every other fact has its own. */
function factsOf(data) {
  if (!data?.rows) return [];
  const facts = factRows(data);
  const kept = facts.filter(({ name }) => name.startsWith(KEEPS));
  const others = facts.filter(({ name }) => !name.startsWith(KEEPS));
  return [
    {
      name: `of ${kept.length} kinds of files (encodings, line ends, …): kept as they are · changed`,
      cells: cellsBy((column) => keptText(kept.map(({ cells }) => cells[columnIn(data, column)]))),
    },
    ...others.map(({ name, cells }) => ({
      name,
      cells: cellsBy((column) => cells[columnIn(data, column)]?.text),
    })),
  ];
}

function keptText(cells) {
  const known = cells.filter((cell) => cell?.value);
  const count = (wanted) => known.filter(({ value }) => value === wanted).length;
  return known.length > 0 ? `${count('kept')} · ${count('changed')}` : undefined;
}
