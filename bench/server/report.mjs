import { machineLine, number, pair, table, targetTable, times } from '../markdown.mjs';
import { FLOOR } from './contestants.mjs';

/** The whole report as Markdown. Times are median / minimum. */
export function renderMarkdown({ machine, columns, absent, sections, targets }) {
  return [
    '# Corvid benchmark',
    '',
    `${machineLine(machine)} Times in ms: median / minimum.`,
    ...machine.notes.map((note) => `\n${note}`),
    ...absent.map(({ title, reason }) => `\n**${title} did not take part:** ${reason}`),
    ...sections.flatMap((section) => renderSection(section, columns)),
    '',
    '## Targets',
    '',
    'Ratios of medians.',
    '',
    ...targetTable(targets),
    '',
  ].join('\n');
}

function renderSection({ title, about, rows }, columns) {
  return [
    '',
    `## ${title}`,
    '',
    about,
    '',
    ...table(['', ...columns.map((column) => column.title)], tableRows(rows, columns)),
  ];
}

function tableRows(rows, columns) {
  return rows
    .flatMap(linesOf)
    .map(({ title, cell, cells }) => [
      title,
      ...columns.map(({ id, absent }) => cellText(cells[id], absent, (value) => cell(value))),
    ]);
}

function cellText(cell, absent, render) {
  if (!cell) return absent ? 'absent' : '–';
  return cell.error ? `failed: ${cell.error.replaceAll(/[|\n]/g, ' ').slice(0, 160)}` : render(cell);
}

/** A measured row takes a line for each of its figures. */
function linesOf({ kind, title, cells, digits, withBytes }) {
  if (kind === 'value') return [{ title, cells, cell: ({ value }) => number(value, digits) }];
  const floor = cells[FLOOR];
  const lines = [
    { title: `${title}, wall`, cells, cell: ({ wall, part }) => pair(wall) + (part ? ' (part)' : '') },
  ];
  lines.push({ title: `${title}, CPU`, cells, cell: ({ cpu }) => pair(cpu) });
  if (floor && !floor.error) {
    const byFloor = (figure, cell) =>
      cell[figure] ? times(cell[figure].median / floor[figure].median) : '–';
    lines.push({
      title: '– by the floor, wall · CPU',
      cells,
      cell: (cell) => `${byFloor('wall', cell)} · ${byFloor('cpu', cell)}`,
    });
  }
  if (withBytes) lines.push({ title: '– answer, bytes', cells, cell: ({ bytes }) => number(bytes, 0) });
  return lines;
}
