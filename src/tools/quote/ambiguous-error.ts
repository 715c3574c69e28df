import { ToolError } from '../../core/errors.ts';
import { enclosingHeading } from '../../core/match/explain/enclosing.ts';
import { MAX_COUNTED } from '../../core/match/strategies/exact.ts';
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
  const neighbours = new Map(first.map((place) => [place, neighboursOf(text, place)]));
  const listed = first.slice(0, MAX_PLACES).map((place, i) => {
    const line = numbers[i]!;
    const at = isShared(line) ? inLine(text, line, place) : `line ${line}`;
    return `  ${at}${surroundings(text, place, neighbours)}`;
  });
  const atLeast = places.length === MAX_COUNTED ? 'at least ' : '';
  const more = places.length > MAX_PLACES ? [`  and ${atLeast}${places.length - MAX_PLACES} more`] : [];
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
function surroundings(text: string, place: Span, neighbours: ReadonlyMap<Span, Neighbours>): string {
  const heading = enclosingHeading(text, place.start);
  const own = neighbours.get(place)!;
  const others = [...neighbours.values()].filter((one) => one !== own);
  const side = (['before', 'after'] as const).find((one) => {
    const line = own[one];
    return line !== undefined && line.trim() !== '' && others.every((other) => other[one] !== line);
  });
  const block = heading ? `, in \`${heading}\`` : '';
  if (!side) return block;
  return `${block}: ${side === 'before' ? 'after' : 'before'} \`${brief(own[side]!.trim(), 80)}\``;
}

/** The lines before and after a place. Lines that are far away or long do not help to find it. */
type Neighbours = { readonly before: string | undefined; readonly after: string | undefined };

const MAX_REACH = 4_000;

function neighboursOf(text: string, { start, end }: Span): Neighbours {
  const head = text.slice(Math.max(0, start - MAX_REACH), start);
  const tail = text.slice(end > start && text[end - 1] === '\n' ? end - 1 : end, end + MAX_REACH);
  const [lineStart, lineEnd] = [head.lastIndexOf('\n') + 1, tail.indexOf('\n') + 1];
  const before = head.slice(lineStartAt(head, Math.max(0, lineStart - 1)), lineStart);
  const after = tail.slice(lineEnd, lineEndAt(tail, lineEnd));
  return {
    before: lineStart === 0 ? undefined : withoutEnding(before),
    after: lineEnd === 0 || lineEnd === tail.length ? undefined : withoutEnding(after),
  };
}
