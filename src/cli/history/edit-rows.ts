import { relative } from 'node:path';
import { displayColumns, shortenedPath } from '../../core/text/columns.ts';
import type { HistoryEntry } from '../../ports/history.ts';
import { screen } from '../environment.ts';
import { type Colour, paint, printableLine } from '../output/output.ts';

/** One edit in a list. */
export type EditRow = {
  readonly entry: Pick<HistoryEntry, 'time' | 'tool' | 'path' | 'linesAdded' | 'linesRemoved'>;
  /** The first cell. */
  readonly lead?: string;
  /** The last cell. */
  readonly note?: { readonly text: string; readonly colour: Colour } | undefined;
};

type Cells = Record<'lead' | 'time' | 'tool' | 'path' | 'counts' | 'note', string>;
type Widths = Record<keyof Cells, number>;

/** The longest name in the history. */
const TOOL_COLUMNS = 'file_editor str_replace'.length;
/** A shorter path would be useless; the terminal may wrap the line instead. */
const MIN_PATH_COLUMNS = 12;
const GAP = '  ';

/** One line per edit. On a terminal, in columns that fit its width; elsewhere nothing is shortened. */
export function editRows(rows: readonly EditRow[], { areAll = true } = {}): string[] {
  const { columns } = screen();
  // Later rows may need more room, or be from another day.
  const isTable = areAll && columns !== undefined;
  const withDate = !isTable || !rows.every(({ entry }) => isOfToday(entry.time));
  const table = rows.map((row) => cellsOf(row, withDate));
  const toolColumns = isTable ? 0 : TOOL_COLUMNS;
  const widths = widthsOf(table, toolColumns, columns);
  return table.map((cells, i) => lineOf(cells, widths, rows[i]!));
}

function isOfToday(time: number): boolean {
  return new Date(time).toDateString() === new Date().toDateString();
}

function cellsOf({ entry, lead = '', note }: EditRow, withDate: boolean): Cells {
  const time = new Date(entry.time);
  return {
    lead,
    time: withDate ? time.toLocaleString('sv-SE') : time.toLocaleTimeString('sv-SE'),
    tool: printableLine(entry.tool),
    path: printableLine(fromHere(entry.path)),
    counts: `+${entry.linesAdded} -${entry.linesRemoved}`,
    note: note?.text ?? '',
  };
}

function fromHere(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}

function widthsOf(table: readonly Cells[], toolColumns: number, columns: number | undefined): Widths {
  const widest = (name: keyof Cells) => Math.max(0, ...table.map((cells) => displayColumns(cells[name])));
  const tool = Math.max(toolColumns, widest('tool'));
  const [lead, path, counts, note] = [widest('lead'), widest('path'), widest('counts'), widest('note')];
  const widths = { lead, time: widest('time'), tool, path, counts, note };
  if (columns === undefined) return { ...widths, path: Number.POSITIVE_INFINITY, counts: 0, note: 0 };
  const used = Object.values(widths).filter((width) => width > 0);
  const others = used.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - path;
  const room = Math.max(MIN_PATH_COLUMNS, columns - others);
  const shortened = table.map((cells) => displayColumns(shortenedPath(cells.path, room)));
  return { ...widths, path: Math.max(...shortened) };
}

function lineOf(cells: Cells, widths: Widths, { entry, note }: EditRow): string {
  const counts = `${paint('green', `+${entry.linesAdded}`)} ${paint('red', `-${entry.linesRemoved}`)}`;
  const path = shortenedPath(cells.path, widths.path);
  const painted = [
    cells.lead.padStart(widths.lead),
    paint('dim', cells.time),
    cells.tool + padding(cells.tool, widths.tool),
    path + padding(path, widths.path),
    counts + (cells.note === '' ? '' : padding(cells.counts, widths.counts)),
    note ? paint(note.colour, note.text) : '',
  ];
  return painted.filter((cell) => cell !== '').join(GAP);
}

function padding(text: string, columns: number): string {
  return Number.isFinite(columns) ? ' '.repeat(Math.max(0, columns - displayColumns(text))) : '';
}
