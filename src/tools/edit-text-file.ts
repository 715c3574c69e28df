import * as z from 'zod/v4';
import { cutDiff } from '../core/edit/diff.ts';
import { ToolError } from '../core/errors.ts';
import { planEdit } from '../core/match/plan-edit.ts';
import { MAX_COUNTED } from '../core/match/strategies/exact.ts';
import { lineNumberAt, lineNumbersAt } from '../core/text/lines.ts';
import type { Span } from '../core/text/span.ts';
import { defineTool } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { brief } from './call/received-value.ts';
import { pathParameter } from './call/schema.ts';
import { QUOTE_ADVICE } from './quote/quote-advice.ts';
import { unmaskQuote } from './quote/unmask-quote.ts';
import { remarksOn } from './show/edited-result.ts';

const MAX_LINES = 50;
const MAX_QUOTED_CHARACTERS = 2_000;

const HINT = {
  absent:
    'Read the file and quote its text exactly, including white space, or use edit_file, which tolerates small differences.',
  ambiguous: 'Quote more of the lines around the one that you mean.',
  ambiguousInLine: 'A line has it more than once: quote more of the line that you mean.',
  identical: 'Change new_string.',
};

export const editTextFile = defineTool({
  name: 'edit_text_file',
  title: 'Replace one exact text',
  description:
    'Replace a text that occurs exactly once in a file, matched character by character. Returns the diff and the lines as JSON.',
  guidance: ['takes only an exact match of one place.', QUOTE_ADVICE],
  effect: 'edit',
  input: z.object({
    path: pathParameter('Absolute path to the file'),
    old_string: z.string().describe('Exact text to replace; it must be unique in the file'),
    new_string: z.string().describe('Replacement text'),
  }),
  requiresAbsolutePaths: true,
  output: z.object({
    success: z.boolean(),
    diff: z.string(),
    line_range: z.object({ start: z.number(), end: z.number() }),
    warning: z.string().optional(),
  }),

  async run({ path, old_string: oldText, new_string: newText }, { files, signal }: FileContext) {
    if (oldText === newText) {
      throw new ToolError(
        'INVALID_PARAMS',
        'old_string and new_string are identical',
        { path },
        HINT.identical,
      );
    }
    if (oldText === '')
      throw invalid('Invalid `old_string` parameter: it is empty. Quote the text to replace.');
    const edited = await files.edit(path, { tool: 'edit_text_file', signal }, ({ text }) => {
      const quote = unmaskQuote({ path, text, masker: files.masker }, { oldText, newText });
      const plan = planEdit(text, { ...quote, policy: 'exact' });
      if (plan.outcome === 'ambiguous') throw ambiguous(text, oldText, plan.places);
      if (plan.outcome !== 'edit') {
        throw new ToolError(
          'STRING_NOT_FOUND',
          `String not found in file: ${brief(oldText, MAX_QUOTED_CHARACTERS)}`,
          { path },
          HINT.absent,
        );
      }
      return { edits: plan.edits, quoted: [{ oldText, newText }], place: plan.places[0]! };
    });
    const { place } = edited.plan;
    const range = { start: lineNumberAt(edited.before, place.start), end: lastLineOf(edited.before, place) };
    const remarks = remarksOn(edited);
    const diff = cutDiff(edited.diff, files.limits.viewCharacters);
    const warning = remarks.join('\n');
    return {
      summary: `Edited ${path}.`,
      diff: { ...diff, isInText: true },
      remarks,
      data: { success: true, diff: diff.text, line_range: range, ...(warning && { warning }) },
      changes: [edited.change],
    };
  },
});

function ambiguous(text: string, quoted: string, places: readonly Span[]): ToolError {
  const first = places.slice(0, MAX_LINES).map(({ start }) => start);
  const lines = [...new Set(lineNumbersAt(text, first))];
  const advice = lines.length < first.length ? HINT.ambiguousInLine : HINT.ambiguous;
  return new ToolError(
    'MULTIPLE_MATCHES',
    `String appears ${places.length === MAX_COUNTED ? 'at least ' : ''}${places.length} times (must be unique): ${brief(quoted, MAX_QUOTED_CHARACTERS)}`,
    { count: places.length, lines },
    `It occurs in lines [${lines.join(', ')}${places.length > MAX_LINES ? ', …' : ''}]. ${advice}`,
  );
}

function lastLineOf(text: string, { start, end }: Span): number {
  return lineNumberAt(text, end > start && text[end - 1] === '\n' ? end - 1 : end);
}
