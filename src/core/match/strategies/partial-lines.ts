import { isBlank } from '../../text/indentation.ts';
import { blockPlacements } from '../apply/block-placement.ts';
import type { Matcher, Source } from '../matcher.ts';
import { createQuotation, type Quotation } from '../quotation.ts';
import { cutsWordAt } from '../word-part.ts';

const MIN_CHARACTERS = 12;
const WORD = /[\p{L}\p{N}]/u;

/** Lines with other white space at their ends, the first and the last of them quoted only in part. */
export const partialLines: Matcher = {
  name: 'partial-lines',
  overlooks: 'the rest of its first and last line, and indentation',
  find(source, quotation) {
    const { oldLines, oldText } = quotation;
    if (oldLines.length < 2 || oldText.trim().length < MIN_CHARACTERS) return [];
    if (isBlank(oldLines[0]!) || isBlank(oldLines.at(-1)!)) return [];
    return startsOf(source, quotation).flatMap((first) =>
      blockPlacements(source, completed(source, quotation, first), [oldLines.map((_, i) => first + i)], 0.95),
    );
  },
};

/** The lines of the file at which such a block begins. */
function startsOf({ lines, budget }: Source, { oldLines, oldText }: Quotation): number[] {
  const last = oldLines.length - 1;
  const [head, foot] = [oldLines[0]!.trim(), oldLines[last]!.trim()];
  budget.spend(lines.count * 8);
  const starts: number[] = [];
  for (let first = 0; first + last < lines.count; first++) {
    if (!endsWithWords(lines.trimmed(first), head)) continue;
    const end = lines.trimmed(first + last);
    // A line break at the end of the quote means a line break in the file.
    if (oldText.endsWith('\n') ? end !== foot : !startsWithWords(end, foot)) continue;
    budget.spend(oldText.length);
    if (oldLines.every((line, i) => i === 0 || i === last || line.trim() === lines.trimmed(first + i)))
      starts.push(first);
  }
  return starts;
}

function endsWithWords(line: string, part: string): boolean {
  return (
    line === part || (WORD.test(part) && line.endsWith(part) && !cutsWordAt(line, line.length - part.length))
  );
}

function startsWithWords(line: string, part: string): boolean {
  return line === part || (WORD.test(part) && line.startsWith(part) && !cutsWordAt(line, part.length));
}

/** Both texts with the rest of the first and of the last line, as the file has it. */
function completed({ lines }: Source, { oldLines, newLines }: Quotation, first: number): Quotation {
  const [inFirst, inLast] = [lines.lineAt(first).trimEnd(), lines.lineAt(first + oldLines.length - 1)];
  const before = inFirst.slice(0, inFirst.length - oldLines[0]!.trim().length);
  const foot = oldLines.at(-1)!.trim();
  const after = inLast.slice(inLast.indexOf(foot) + foot.length);
  const lead = oldLines[0]!.length - oldLines[0]!.trimStart().length;
  const complete = (all: readonly string[]) => {
    const text = all.map((line, i) => (i === 0 ? withoutLead(line, lead) : line)).join('\n');
    return before + (after === '' ? text : text.trimEnd() + after);
  };
  return createQuotation(complete(oldLines), complete(newLines));
}

function withoutLead(line: string, length: number): string {
  return line.slice(0, length).trim() === '' ? line.slice(length) : line.trimStart();
}
