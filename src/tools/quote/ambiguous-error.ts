import { ToolError } from '../../core/errors.ts';
import { enclosingHeading } from '../../core/match/explain/enclosing.ts';
import { lineEndAt, lineNumbersAt, lineStartAt, withoutEnding } from '../../core/text/lines.ts';
import type { Span } from '../../core/text/span.ts';
import { brief } from '../call/received-value.ts';
import type { Quoting } from './quoting.ts';

const MAX_PLACES = 20;
const MAX_LINES = 50;

/** The quote matches several places: lists them, with what distinguishes each. */
export function ambiguousError(places: readonly Span[], strategy: string, quoting: Quoting): ToolError {
  const { path, text, quoted, name } = quoting;
  const first = places.slice(0, MAX_LINES);
  const numbers = lineNumbersAt(
    text,
    first.map(({ start }) => start),
  );
  const lines = [...new Set(numbers)];
  const isShared = (line: number) => numbers.indexOf(line) !== numbers.lastIndexOf(line);
  const listed = first.slice(0, MAX_PLACES).map((place, i) => {
    const line = numbers[i]!;
    const at = isShared(line) ? inLine(text, line, place) : `line ${line}`;
    return `  ${at}${surroundings(text, place, first)}`;
  });
  const more = places.length > MAX_PLACES ? [`  and ${places.length - MAX_PLACES} more`] : [];
  const how = strategy === 'exact' ? '' : ` (matched by ${strategy})`;
  const all = `${lines.join(', ')}${places.length > MAX_LINES ? ', …' : ''}`;
  return new ToolError(
    'MULTIPLE_MATCHES',
    `No replacement was performed. Multiple occurrences of ${name} \`${brief(quoted)}\`${how} in lines [${all}]. Please ensure it is unique.\n` +
      [...listed, ...more].join('\n') +
      `\n${nextStep(lines.some(isShared), quoting)}`,
    { path, count: places.length, lines },
  );
}

/** Line and column, both from 1. */
function inLine(text: string, line: number, { start }: Span): string {
  return `line ${line}, column ${start - lineStartAt(text, start) + 1}`;
}

function nextStep(isLineShared: boolean, { name, takesReplaceAll }: Quoting): string {
  const all = takesReplaceAll ? ', or set replace_all to replace every one' : '';
  return isLineShared
    ? `Quote more of the line that you mean, in ${name} and in the new text${all}.`
    : `Quote more of the lines around the one that you mean, in ${name} and in the new text.`;
}

/** The block that a place is in, and a neighbouring line that no other place has. */
function surroundings(text: string, place: Span, places: readonly Span[]): string {
  const heading = enclosingHeading(text, place.start);
  const others = places.filter((other) => other !== place);
  const distinct = [neighbour(text, place, -1), neighbour(text, place, 1)].find(
    (found) =>
      found &&
      found.text.trim() !== '' &&
      others.every((other) => neighbour(text, other, found.side)?.text !== found.text),
  );
  const block = heading ? `, in \`${heading}\`` : '';
  const side = distinct && (distinct.side < 0 ? 'after' : 'before');
  return distinct ? `${block}: ${side} \`${brief(distinct.text.trim(), 80)}\`` : block;
}

function neighbour(
  text: string,
  { start, end }: Span,
  side: -1 | 1,
): { text: string; side: -1 | 1 } | undefined {
  const lineStart = lineStartAt(text, start);
  const lastEnd = lineEndAt(text, end > start && text[end - 1] === '\n' ? end - 1 : end);
  const from = side < 0 ? (lineStart === 0 ? undefined : lineStartAt(text, lineStart - 1)) : lastEnd;
  if (from === undefined || from >= text.length) return undefined;
  return { text: withoutEnding(text.slice(from, lineEndAt(text, from))), side };
}
