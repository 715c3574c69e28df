/** The white space that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

/** How far an indent reaches; tabs go to multiples of eight, as compilers see them. */
export function columnsOf(indent: string, tabWidth = 8): number {
  let columns = 0;
  for (const blank of indent) columns += blank === '\t' ? tabWidth - (columns % tabWidth) : 1;
  return columns;
}

/** The indent that reaches least far. */
export function shallowest(indents: readonly string[]): string {
  return indents.reduce((a, b) => (columnsOf(b) < columnsOf(a) ? b : a));
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** An item of a list whose own lines stand behind its dash, two columns deeper. */
export function isListItem(line: string): boolean {
  return line.trimStart().startsWith('- ');
}

/** One step of indentation, as text: a tab, or some spaces. */
export type IndentUnit = string;

const SPACES = [2, 4, 8, 3] as const;

/** The unit that most steps between neighbouring lines speak for; undefined if no line is deeper than another. */
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

/** How many steps deep an indent is in a unit; undefined if it is not a whole number of them. */
export function depthIn(indent: string, unit: IndentUnit): number | undefined {
  if (unit === '\t') return /^\t*$/.test(indent) ? indent.length : undefined;
  return /^ *$/.test(indent) && indent.length % unit.length === 0 ? indent.length / unit.length : undefined;
}
