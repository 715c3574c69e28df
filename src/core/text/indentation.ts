/** The white space that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

/** The width of an indent; a tab goes to the next multiple of `tabWidth`. */
export function columnsOf(indent: string, tabWidth = 8): number {
  let columns = 0;
  for (const space of indent) columns += space === '\t' ? tabWidth - (columns % tabWidth) : 1;
  return columns;
}

/** The indent with the smallest width. */
export function shallowest(indents: readonly string[]): string {
  return indents.reduce((a, b) => (columnsOf(b) < columnsOf(a) ? b : a));
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** An item of a list; its other lines are indented two columns deeper than the dash. */
export function isListItem(line: string): boolean {
  return line.trimStart().startsWith('- ');
}

/** One step of indentation: a tab or some spaces. */
export type IndentUnit = string;

const SPACES = [2, 4, 8, 3] as const;

/** The most frequent unit of the steps between neighbouring lines; undefined if all have the same indent. */
export function inferUnit(lines: Iterable<string>): IndentUnit | undefined {
  const votes = new Map<IndentUnit, number>();
  let previous: string | undefined;
  let first = '';
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    const step = previous === undefined ? undefined : stepBetween(previous, indent);
    first ||= indent;
    if (step) votes.set(step, (votes.get(step) ?? 0) + 1);
    previous = indent;
  }
  return mostVoted(votes) ?? mostVoted(new Map([[first, 1]]));
}

function stepBetween(a: string, b: string): string | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.startsWith(short) ? long.slice(short.length) : undefined;
}

function mostVoted(votes: ReadonlyMap<string, number>): IndentUnit | undefined {
  let best: { unit: string; count: number } | undefined;
  for (const [step, count] of votes) {
    const unit = step.startsWith('\t') ? '\t' : spacesUnit(step);
    if (unit !== undefined && (best === undefined || count > best.count)) best = { unit, count };
  }
  return best?.unit;
}

function spacesUnit(step: string): string | undefined {
  return SPACES.some((size) => size === step.length) && !step.includes('\t') ? step : undefined;
}

/** The number of units in an indent; undefined if it is not a whole number. */
export function depthIn(indent: string, unit: IndentUnit): number | undefined {
  if (unit === '\t') return /^\t*$/.test(indent) ? indent.length : undefined;
  return /^ *$/.test(indent) && indent.length % unit.length === 0 ? indent.length / unit.length : undefined;
}
