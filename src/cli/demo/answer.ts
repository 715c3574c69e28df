import { basename } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Expected } from './story.ts';

export type Answer = {
  readonly text: string;
  /** The name of the error. */
  readonly refused: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** A call did not have the expected result. */
export class UnexpectedAnswerError extends Error {
  constructor(step: number, what: string) {
    super(`Step ${step} did not go as expected: ${what}.`);
  }
}

export function answerOf({ content, _meta = {} }: CallToolResult, path: string): Answer {
  const text = content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  const error = _meta['corvid/error'] as { name: string } | undefined;
  const facts = (_meta['corvid/result'] ?? {}) as Answer['facts'];
  // The name of the temporary folder is of no interest.
  return { text: text.replaceAll(path, basename(path)), refused: error?.name, facts };
}

export function expectAnswer(expected: Expected, answer: Answer, step: number): void {
  const difference = firstDifference(expected, answer);
  if (difference !== undefined) throw new UnexpectedAnswerError(step, difference);
}

function firstDifference({ refused, facts = {}, says = [] }: Expected, answer: Answer): string | undefined {
  if (answer.refused !== refused)
    return `expected ${refused ?? 'success'}, got ${answer.refused ?? 'success'}`;
  for (const [name, value] of Object.entries(facts)) {
    const [wanted, got] = [value, answer.facts[name]].map((it) => JSON.stringify(it));
    if (got !== wanted) return `expected ${name} ${wanted}, got ${got}`;
  }
  const missing = says.find((words) => !answer.text.includes(words));
  return missing === undefined ? undefined : `the answer does not say '${missing}'`;
}
