import { ToolError } from '../../core/errors.ts';
import { closestTo, type NearMiss } from '../../core/match/explain/closest.ts';
import { linesText } from '../../core/text/lines.ts';
import { brief } from '../call/received-value.ts';
import { copied, type Quoting } from './quoting.ts';

/** The quote is not in the file: shows the nearest text. */
export function absentError({ path, text, quoted, name }: Quoting): ToolError {
  const { misses, isScattered, isUnknown } = closestTo(text, quoted);
  const [best] = misses;
  const scattered = isScattered ? ['All of its lines are in the file, but not next to each other.'] : [];
  const near = misses.map((miss) => `${linesText(miss.firstLine, miss.lastLine)}, ${similarityText(miss)}`);
  const nearest = best
    ? [`Nearest: ${near.join('; ')}.`, ...differenceLines(best), `The file has:\n${copied(best.text)}`]
    : [];
  const advice = best
    ? `Copy the file's own text into ${name}, or read the file again.`
    : `${isUnknown ? '' : 'Nothing in the file is similar to it. '}Read the file again and copy the text from there.`;
  const error = new ToolError(
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
  return best ? Object.assign(error, { nearestText: copied(best.text) }) : error;
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
