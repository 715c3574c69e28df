import type { DiffText } from '../../core/edit/diff.ts';
import type { ToolResult } from './define-tool.ts';
import type { ToolFailure, ToolOutcome } from './outcome.ts';

/** An outcome with its parts joined into text: what a library's caller gets. `ok` decides which parts it has. */
export type CallOutcome = CallSuccess | CallRefusal;

export type CallSuccess = {
  readonly ok: true;
  /** What the model reads. */
  readonly text: string;
  readonly diff?: DiffText;
  readonly error?: undefined;
} & Required<Pick<ToolResult, 'data' | 'changes'>> &
  Pick<ToolResult, 'image'>;

export type CallRefusal = {
  readonly ok: false;
  readonly text: string;
  readonly error: ToolFailure;
} & { readonly [Part in 'diff' | 'data' | 'changes' | 'image']?: undefined };

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
