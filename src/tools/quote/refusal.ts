import { ToolError } from '../../core/errors.ts';
import { closestTo, type NearMiss } from '../../core/match/explain/closest.ts';
import { enclosingHeading } from '../../core/match/explain/enclosing.ts';
import type { Refusal } from '../../core/match/plan-edit.ts';
import { linesText } from '../../core/text/counted.ts';
import { lineEndAt, lineNumberAt, lineNumbersAt, lineStartAt, withoutEnding } from '../../core/text/lines.ts';
import type { Span } from '../../core/text/span.ts';
import { brief } from '../call/received-value.ts';

/** What a refusal is about: the file, the quoted text, and the name of its parameter. */
export type Quoting = {
  readonly path: string;
  readonly text: string;
  readonly quoted: string;
  readonly name: string;
  /** The tool can replace all places at once. */
  readonly takesReplaceAll?: boolean;
};

const MAX_PLACES = 20;
const MAX_LINES = 50;
const MAX_COPIED_CHARACTERS = 2000;

/** Says why an edit was not made, and shows what the next call needs. */
export function refusalError(refusal: Refusal, quoting: Quoting): ToolError {
  const { path, name } = quoting;
  switch (refusal.outcome) {
    case 'ambiguous':
      return ambiguous(refusal.places, refusal.strategy, quoting);
    case 'unsure':
      return unsure(refusal.places[0]!, quoting);
    case 'repeated':
      return repeated(refusal.places[0]!, quoting);
    case 'changed-since':
      return changedSince(refusal.lines, quoting);
    case 'elided':
      return new ToolError(
        'INVALID_PARAMS',
        `No replacement was performed: the new text replaces code of ${name} by "..." or a comment such as "rest unchanged". Write that code out, or leave it out of both texts.`,
        { path },
      );
    case 'too-costly':
      return new ToolError(
        'STRING_NOT_FOUND',
        `No replacement was performed: the search for ${name} in ${path} took too long. Quote fewer lines, exactly as they are.`,
        { path },
      );
    default:
      return absent(quoting);
  }
}

function ambiguous(places: readonly Span[], strategy: string, quoting: Quoting): ToolError {
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
    return `  ${placeLine(text, place, isShared(line) ? inLine(text, line, place) : `line ${line}`, first)}`;
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

function unsure({ start, end }: Span, { path, text, name }: Quoting): ToolError {
  const [first, last] = [lineNumberAt(text, start), lineNumberAt(text, Math.max(start, end - 1))];
  return new ToolError(
    'STRING_NOT_FOUND',
    `No replacement was performed: ${name} matches ${linesText(first, last)} of ${path} only approximately, and the new text cannot be fitted to them without a guess. The file has:\n${copied(text.slice(lineStartAt(text, start), end))}\nCopy these lines into ${name}, and indent the new text as it should be in the file.`,
    { path, lines: [first, last] },
  );
}

/** The file has the change already, and a text similar to the old one elsewhere. */
function repeated({ start, end }: Span, { path, text, name }: Quoting): ToolError {
  const [first, last] = [lineNumberAt(text, start), lineNumberAt(text, Math.max(start, end - 1))];
  return new ToolError(
    'STRING_NOT_FOUND',
    `No replacement was performed: ${path} already has this change, and ${name} matches ${linesText(first, last)} only approximately. The file has:\n${copied(text.slice(lineStartAt(text, start), end))}\nIf you mean these lines, copy them into ${name}.`,
    { path, lines: [first, last] },
  );
}

/** One place: its position, the block it is in, and a neighbouring line that no other place has. */
function placeLine(text: string, place: Span, at: string, places: readonly Span[]): string {
  const heading = enclosingHeading(text, place.start);
  const others = places.filter((other) => other !== place);
  const distinct = [neighbour(text, place, -1), neighbour(text, place, 1)].find(
    (found) =>
      found &&
      found.text.trim() !== '' &&
      others.every((other) => neighbour(text, other, found.side)?.text !== found.text),
  );
  const where = heading ? `${at}, in \`${heading}\`` : at;
  return distinct
    ? `${where}: ${distinct.side < 0 ? 'after' : 'before'} \`${brief(distinct.text.trim(), 80)}\``
    : where;
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

function changedSince(lines: readonly number[], { path, text, name }: Quoting): ToolError {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const all = text
    .split('\n')
    .slice(first - 1, last)
    .join('\n');
  return new ToolError(
    'FILE_CHANGED',
    `No replacement was performed: ${path} has changed since you read it, in the lines that ${name} quotes (now ${linesText(first, last)}):\n${copied(all)}\nRead the file again, then repeat the edit.`,
    { path, lines },
  );
}

function absent({ path, text, quoted, name }: Quoting): ToolError {
  const { misses, isScattered } = closestTo(text, quoted);
  const [best] = misses;
  const scattered = isScattered ? ['All of its lines are in the file, but not next to each other.'] : [];
  const near = misses.map((miss) => `${linesText(miss.firstLine, miss.lastLine)}, ${similarityText(miss)}`);
  const nearest = best
    ? [`Nearest: ${near.join('; ')}.`, ...differenceLines(best), `The file has:\n${copied(best.text)}`]
    : [];
  const advice = best
    ? `Copy the file's own text into ${name}, or read the file again.`
    : 'Nothing in the file is similar to it. Read the file again and copy the text from there.';
  return new ToolError(
    'STRING_NOT_FOUND',
    [
      `No replacement was performed, ${name} \`${brief(quoted)}\` did not appear verbatim in ${path}.`,
      ...scattered,
      ...nearest,
      advice,
    ].join('\n'),
    {
      path,
      nearest: misses.map(({ firstLine, lastLine, similarity }) => ({ firstLine, lastLine, similarity })),
    },
  );
}

function similarityText({ similarity, isSameButForSpaces }: NearMiss): string {
  return isSameButForSpaces ? 'the same but for white space' : `${Math.floor(similarity * 100)} % similar`;
}

function differenceLines({ difference }: NearMiss): string[] {
  if (!difference) return [];
  const { line, quoted, inFile } = difference;
  return [
    `First difference, at line ${line}:`,
    `  you quoted: ${quoted === undefined ? '(no such line)' : visible(quoted)}`,
    `  file has:   ${inFile === undefined ? '(no such line)' : visible(inFile)}`,
  ];
}

/** A line with its white space made visible where it could mislead. */
function visible(line: string): string {
  const shown = line
    .replace(/\t/g, '→')
    .replace(/^ +| +$| {2,}/g, (spaces) => '·'.repeat(spaces.length))
    .replace(/\u00a0/g, '⍽');
  return brief(shown, 200);
}

function copied(text: string): string {
  const body = withoutEnding(text).replaceAll('\r\n', '\n');
  if (body.length <= MAX_COPIED_CHARACTERS) return body;
  const lineEnd = body.lastIndexOf('\n', MAX_COPIED_CHARACTERS);
  return `${body.slice(0, lineEnd > 0 ? lineEnd : MAX_COPIED_CHARACTERS)}\n…`;
}
