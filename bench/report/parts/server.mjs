import { number, table, time, times } from '../../markdown.mjs';

const FLOOR = 'floor';
const PLACED = ['start', 'calls', 'reads', 'edits', 'footprint', 'install'];

/** The MCP server beside two peers and beside what Node and the disk themselves cost. */
export const server = {
  id: 'server',
  title: 'Server',
  sections: ({ columns, sections, absent }) => [
    startSection(columns, sections, absent),
    callSection(columns, sections),
    editSection(columns, sections),
    footprintSection(columns, sections),
  ],
};

/** A row by its section and name, wherever a peer could not be measured too. */
export function rowOf({ sections }, section, id) {
  return sections.find((one) => one.id === section)?.rows.find((row) => row.id === id);
}

function rowsOf(sections, ...ids) {
  return PLACED.filter((id) => ids.includes(id)).flatMap(
    (id) => sections.find((section) => section.id === id)?.rows ?? [],
  );
}

function startSection(columns, sections, absent) {
  const measured = rowsOf(sections, 'start');
  const floor = measured[0]?.cells[FLOOR];
  const rows = measured.map((row) => ({
    ...row,
    cells: floor ? { [FLOOR]: floor, ...row.cells } : row.cells,
  }));
  return {
    title: 'Start',
    about: [
      'From the start of the process to its first answer (`initialize`) and to its list of tools. The floor is a bare Node program that answers one line: no server in Node can be faster. Each cell has the median in ms and how many times the floor it is.',
      ...absent.map(({ title, reason }) => `**${title} did not take part:** ${reason}`),
    ],
    lines: timeTable(columns, rows, ['wall', 'cpu']),
  };
}

function callSection(columns, sections) {
  const rows = rowsOf(sections, 'calls', 'reads');
  return {
    title: 'Calls and reading',
    about: [
      'A call over MCP, from the request to the complete answer, with all servers warm and by turns. × is the time divided by that of Corvid. The trivial call is the cheapest that a server has, so that row compares unlike things. A plain read lets each server decide how much to return: (part) marks an answer without the file’s end. Like with like are the first lines and the files that all return whole.',
    ],
    lines: timeTable(columns, rows, ['wall'], { withFloor: false }),
  };
}

function editSection(columns, sections) {
  const rows = rowsOf(sections, 'edits');
  return {
    title: 'Editing',
    about: [
      'One exact replacement, back and forth, over MCP. The floor is done in the benchmark’s own process, without a protocol: read, write a temporary file, fsync, rename. Corvid also keeps what the edit replaced, so that it can be undone. The peers neither fsync nor keep a history; after each turn the benchmark flushes the edited file, unmeasured, so that nobody pays for what another left unwritten.',
    ],
    lines: timeTable(columns, rows, ['wall', 'cpu']),
  };
}

function footprintSection(columns, sections) {
  const rows = rowsOf(sections, 'footprint', 'install');
  return {
    title: 'Footprint',
    about: [
      'Tokens (o200k) are those of name, description and input schema of every tool and of the instructions: what a model is shown in every conversation. Memory is that of the process tree, 2 s after `tools/list`. On disk is what an installation into an empty folder leaves there, without install scripts.',
    ],
    lines: table(
      ['', ...columns.map(({ title }) => title)],
      rows.map((row) => [row.title, ...columns.map((column) => valueCell(row, column))]),
    ),
  };
}

function valueCell({ cells, digits }, { id, absent }) {
  const cell = cells[id];
  if (!cell) return absent ? 'absent' : '–';
  if (cell.error) return failed(cell);
  return number(cell.value, digits);
}

/** A line for each row and figure: the median and how many times it is the floor, or else Corvid. */
function timeTable(columns, rows, figures, { withFloor = true } = {}) {
  const shown = withFloor ? columns : columns.filter(({ id }) => id !== FLOOR);
  const lines = rows.flatMap((row) =>
    figures.map((figure) => [
      figures.length > 1 ? `${row.title}, ${figure === 'cpu' ? 'CPU' : figure}` : row.title,
      ...shown.map((column) => timeCell(row, column, figure)),
    ]),
  );
  return table(['ms', ...shown.map(({ title }) => title)], lines);
}

function timeCell({ cells }, { id, absent }, figure) {
  const cell = cells[id];
  if (!cell) return absent ? 'absent' : '–';
  if (cell.error) return failed(cell);
  if (!cell[figure]) return '–';
  const { median } = cell[figure];
  const unit = cells[FLOOR]?.[figure] ? FLOOR : 'corvid';
  const ratio =
    unit === id || !cells[unit]?.[figure] ? '' : ` · ${times(median / cells[unit][figure].median)}`;
  return `${time(median)}${ratio}${cell.part ? ' (part)' : ''}`;
}

function failed({ error }) {
  return `failed: ${error.replaceAll(/[|\n]/g, ' ').slice(0, 120)}`;
}
