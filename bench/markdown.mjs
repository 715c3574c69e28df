/** A table as lines of Markdown; columns after the first are aligned to the right where told. */
export function table(head, rows, { right = false } = {}) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (right && at > 0 ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)];
}

/** `{ name, measured, met }` each; `met` is undefined where this run cannot tell. */
export function targetTable(targets) {
  const rows = targets.map(({ name, measured, met }) => [name, measured, verdict(met)]);
  return rows.length > 0 ? table(['target', 'measured', ''], rows) : ['Nothing to judge in this run.'];
}

export function verdict(met) {
  if (met === undefined) return 'not measured';
  return met ? 'met' : '**not met**';
}

export function machineLine({ date, node, platform, cpus, memoryGib, loadBefore, loadAfter, seconds }) {
  return `${date}, Node ${node}, ${platform}, ${cpus} CPUs, ${memoryGib} GiB, load ${loadBefore} → ${loadAfter}, ${duration(seconds)}.`;
}

export function duration(seconds) {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}

/** Median and minimum in milliseconds. */
export function pair(figure) {
  return figure ? `${time(figure.median)} / ${time(figure.min)}` : '–';
}

export function time(ms) {
  if (!Number.isFinite(ms)) return '–';
  return ms.toFixed(Math.abs(ms) < 10 ? 2 : Math.abs(ms) < 1000 ? 1 : 0);
}

export function times(ratio) {
  if (!Number.isFinite(ratio)) return 'not measured';
  return `${ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0)} ×`;
}

export function number(value, digits = 0) {
  if (value === undefined) return '–';
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A part of a hundred; rounded neither to none nor to all of them. */
export function percent(part, all) {
  if (!all) return '–';
  if (part === 0 || part === all) return part === 0 ? '0' : '100';
  const share = Math.round((1000 * part) / all) / 10;
  return String(Math.min(99.9, Math.max(0.1, share)));
}
