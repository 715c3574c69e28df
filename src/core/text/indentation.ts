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

/** The number of units in an indent; undefined if it is not a whole number. */
export function depthIn(indent: string, unit: IndentUnit): number | undefined {
  if (unit === '\t') return /^\t*$/.test(indent) ? indent.length : undefined;
  return /^ *$/.test(indent) && indent.length % unit.length === 0 ? indent.length / unit.length : undefined;
}
