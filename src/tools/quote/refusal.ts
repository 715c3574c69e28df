import { ToolError } from '../../core/errors.ts';
import type { Refusal } from '../../core/match/plan-edit.ts';
import { MAX_RESULT_CHARACTERS } from '../../core/match/search-limits.ts';
import { lineNumberAt, lineStartAt, linesText } from '../../core/text/lines.ts';
import type { Span } from '../../core/text/span.ts';
import { absentError } from './absent-error.ts';
import { ambiguousError } from './ambiguous-error.ts';
import { copied, type Quoting } from './quoting.ts';

/** Says why an edit was not made, and shows what the next call needs. */
export function refusalError(refusal: Refusal, quoting: Quoting): ToolError {
  const { path, name } = quoting;
  switch (refusal.outcome) {
    case 'ambiguous':
      return ambiguousError(refusal.places, refusal.strategy, quoting);
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
    case 'too-long':
      return new ToolError(
        'FILE_TOO_LARGE',
        `No replacement was performed: ${path} would have ${refusal.length} characters or more, and an edit makes at most ${MAX_RESULT_CHARACTERS}. Replace fewer places.`,
        { path, length: refusal.length },
      );
    case 'too-costly':
      return new ToolError(
        'STRING_NOT_FOUND',
        `No replacement was performed: ${name} is not in ${path} exactly as quoted, and the search for similar text would take too long. Quote fewer lines, exactly as they are.`,
        { path },
      );
    default:
      return absentError(quoting);
  }
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
