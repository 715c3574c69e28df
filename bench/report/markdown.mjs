import { FLOOR } from '../server/contestants.mjs';

/** The whole report as Markdown. Times are median / minimum. */
export function renderMarkdown({ machine, columns, absent, sections, targets }) {
  return [
    '# Corvid benchmark',
    '',
    `${machine.date}, Node ${machine.node}, ${machine.platform}, ${machine.cpus} CPUs, load ${machine.loadBefore} → ${machine.loadAfter}, ${machine.seconds} s. Times in ms: median / minimum.`,
    ...machine.notes.map((note) => `\n${note}`),
    ...absent.map(({ title, reason }) => `\n**${title} did not take part:** ${reason}`),
    ...sections.flatMap((section) => renderSection(section, columns)),
    ...renderTargets(targets),
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
    const times = (figure, cell) =>
      cell[figure] ? `${(cell[figure].median / floor[figure].median).toFixed(2)} ×` : '–';
    lines.push({
      title: '– by the floor, wall · CPU',
      cells,
      cell: (cell) => `${times('wall', cell)} · ${times('cpu', cell)}`,
    });
  }
  if (withBytes) lines.push({ title: '– answer, bytes', cells, cell: ({ bytes }) => number(bytes, 0) });
  return lines;
}

function renderTargets(targets) {
  const rows = targets.map(({ name, measured, met }) => [name, measured, met ? 'met' : '**not met**']);
  const body = rows.length > 0 ? table(['target', 'measured', ''], rows) : ['Nothing to judge in this run.'];
  return ['', '## Targets', '', 'Ratios of medians.', '', ...body];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function pair(figure) {
  return figure ? `${time(figure.median)} / ${time(figure.min)}` : '–';
}

function time(ms) {
  return ms.toFixed(ms < 10 ? 2 : 1);
}

function number(value, digits) {
  if (value === undefined) return '–';
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
