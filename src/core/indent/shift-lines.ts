import { counted } from '../text/counted.ts';
import { columnsOf, type IndentUnit, indentOf, isBlank, isListItem } from '../text/indentation.ts';

/** New lines, indented in one way. */
export type Fitted = {
  readonly lines: readonly string[];
  /** What was done to the lines, in words. */
  readonly notes: readonly string[];
};

/** The lines with the first at another indent and the others moved as far. */
export function moved({ lines, notes }: Fitted, to: string): Fitted {
  const from = indentOf(lines.find((line) => !isBlank(line))!);
  if (from === to) return { lines, notes };
  const note = shiftNote(from, to);
  const shifted = lines.map((line) => (isBlank(line) ? '' : shiftedLine(line, from, to)));
  return { lines: shifted, notes: note ? [note, ...notes] : notes };
}

/** Adds or removes the same indentation in each line; lines that mix tabs and spaces change more. */
function shiftedLine(line: string, from: string, to: string): string {
  if (to.endsWith(from)) return to.slice(0, to.length - from.length) + line;
  const indent = indentOf(line);
  if (from.endsWith(to)) {
    const less = from.slice(0, from.length - to.length);
    return line.slice(line.startsWith(less) ? less.length : Math.min(less.length, indent.length));
  }
  if (indent.startsWith(from)) return to + line.slice(from.length);
  const shallower = from.startsWith(indent) ? from.length - indent.length : 0;
  return to.slice(0, Math.max(0, to.length - shallower)) + line.slice(indent.length);
}

/** Blank lines that stay keep their spaces. */
export function withBlankLinesOf(replaced: readonly string[], lines: readonly string[]): readonly string[] {
  if (replaced.length !== lines.length) return lines;
  return lines.map((line, at) => (isBlank(line) && isBlank(replaced[at]!) ? replaced[at]! : line));
}

function shiftNote(from: string, to: string): string | undefined {
  const unit = /^\t*$/.test(from + to) ? 'tab' : 'space';
  if (unit === 'space' && /\t/.test(from + to)) return 'indented as the lines there';
  const by = to.length - from.length;
  const amount = counted(Math.abs(by), unit);
  return by > 0 ? `indented by ${amount} to fit` : `indented by ${amount} less to fit`;
}

/** Converts each indentation step from one unit to the other; alignment keeps its width. */
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
