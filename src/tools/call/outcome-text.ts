import type { DiffText } from '../../core/edit/diff.ts';
import type { ToolResult } from './define-tool.ts';
import type { ToolFailure, ToolOutcome } from './run-tool.ts';

/** An outcome with its parts joined into text: what a library's caller gets. */
export type CallOutcome =
  | ({
      readonly ok: true;
      /** What the model reads. */
      readonly text: string;
      readonly diff?: DiffText;
    } & Required<Pick<ToolResult, 'data' | 'changes'>> &
      Pick<ToolResult, 'image'>)
  | { readonly ok: false; readonly text: string; readonly error: ToolFailure };

export function withText(outcome: ToolOutcome): CallOutcome {
  const text = textOf(outcome);
  if (!outcome.ok) return { ...outcome, text };
  const { ok, data, changes, diff, image } = outcome;
  return {
    ok,
    text,
    ...(diff && { diff: { text: diff.text, isCut: diff.isCut } }),
    data,
    changes,
    ...(image && { image }),
  };
}

/** An outcome as the model reads it. */
export function textOf(outcome: ToolOutcome): string {
  if (!outcome.ok) {
    const { code, name, message, data } = outcome.error;
    return [`Error ${code} ${name}: ${message}`, ...(typeof data.hint === 'string' ? [data.hint] : [])].join(
      '\n',
    );
  }
  if (outcome.isStructured) return JSON.stringify(outcome.data);
  const { summary, diff, remarks } = outcome;
  const parts = [
    summary,
    diff?.isInText ? diff.text.replace(/\n$/, '') : '',
    ...remarks.map((remark) => `[${remark}]`),
  ];
  return parts.filter((part) => part !== '').join('\n');
}
