import { columnsOf, type IndentUnit, indentOf, isBlank, isListItem } from '../text/indentation.ts';

/** The lines with each step of one unit told in the other; what is no step, such as alignment, stays as wide as it is. */
export function translateUnit(lines: readonly string[], from: IndentUnit, to: IndentUnit): string[] {
  const open: { width: number; indent: string }[] = [];
  return lines.map((line) => {
    if (isBlank(line)) return '';
    const width = widthOf(indentOf(line), from);
    while (open.length > 0 && open.at(-1)!.width >= width) open.pop();
    const outer = open.at(-1) ?? { width: 0, indent: '' };
    const indent = outer.indent + translatedStep(width - outer.width, from, to);
    open.push({ width, indent });
    if (isListItem(line)) open.push({ width: width + 2, indent: `${indent}  ` });
    return indent + line.trimStart();
  });
}

function translatedStep(step: number, from: IndentUnit, to: IndentUnit): string {
  const size = widthOf(from, from);
  const rest = step % size;
  return rest > 0 && from !== '\t' ? ' '.repeat(step) : to.repeat((step - rest) / size) + ' '.repeat(rest);
}

/** A tab is as wide as one step. */
function widthOf(indent: string, unit: IndentUnit): number {
  return columnsOf(indent, unit === '\t' ? 8 : unit.length);
}
