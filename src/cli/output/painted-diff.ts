import type { DiffLineKind } from '../../core/edit/diff-line-kinds.ts';
import { type MarkedLine, markWords } from '../../core/edit/word-diff.ts';
import { screen } from '../environment.ts';
import { type Colour, paint, printable } from './output.ts';

const COLOURS: Readonly<Partial<Record<DiffLineKind, Colour>>> = {
  file: 'bold',
  hunk: 'cyan',
  removed: 'red',
  added: 'green',
  note: 'dim',
};

/** A unified diff in colours, changed words reversed; unchanged if no terminal shows it. */
export function paintDiff(diff: string): string {
  if (!screen().showsOutput) return diff;
  const lines = markWords(diff);
  const hidesReturns = hasOnlyCrlf(lines);
  return lines.map((line) => paintLine(line, hidesReturns)).join('\n');
}

/** Carriage returns are shown only if not all lines have one. */
function hasOnlyCrlf(lines: readonly MarkedLine[]): boolean {
  return lines.every(({ kind, text }, i) => {
    const isContent = kind === 'same' || kind === 'removed' || kind === 'added';
    const hasNoEnd = lines[i + 1]?.text.startsWith('\\ No newline');
    return !isContent || hasNoEnd || text.endsWith('\r');
  });
}

function paintLine({ kind, text, changed }: MarkedLine, hidesReturns: boolean): string {
  const line = hidesReturns ? text.replace(/\r$/, '') : text;
  let painted = '';
  let position = 0;
  for (const { start, end } of changed) {
    painted += printable(line.slice(position, start)) + paint('reverse', printable(line.slice(start, end)));
    position = end;
  }
  painted += printable(line.slice(position));
  const colour = COLOURS[kind];
  return colour ? paint(colour, painted) : painted;
}
