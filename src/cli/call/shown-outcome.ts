import type { ToolOutcome } from '../../tools/call/outcome.ts';
import { textOf } from '../../tools/call/outcome-text.ts';
import { printable } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';

/** The result of a tool for a person: with its diff in colours, below the text if the text does not contain it. */
export function shownOutcome(outcome: Extract<ToolOutcome, { ok: true }>): string {
  const { summary, diff, remarks, isStructured } = outcome;
  if (!diff?.text) return printable(textOf(outcome));
  if (isStructured || !diff.isInText) return `${printable(textOf(outcome))}\n\n${paintDiff(diff.text)}`;
  return textOf({
    ...outcome,
    summary: printable(summary),
    diff: { ...diff, text: paintDiff(diff.text) },
    remarks: remarks.map(printable),
  });
}
