/** A name and its description. */
export type Row = readonly [name: string, text: string];

/** Two columns; a description wraps within its own column. */
export function twoColumns(rows: readonly Row[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows
    .flatMap(([name, text]) => {
      const [first = '', ...rest] = wrapped(text, width - left);
      return [`  ${name.padEnd(left - 2)}${first}`, ...rest.map((line) => ' '.repeat(left) + line)];
    })
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Wraps a paragraph to a terminal's width; unchanged without a terminal, or if it fits. */
export function wrapToWidth(text: string, columns: number | undefined): string {
  return columns === undefined || text.length <= columns ? text : wrapped(text, columns).join('\n');
}

/** The lines of a text broken at spaces, not within `code`; a word too long for a line gets its own line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
