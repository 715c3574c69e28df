import { basename } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Expected } from './story.ts';

export type Answer = {
  readonly text: string;
  /** The name of the error. */
  readonly refused: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** It went otherwise than told. */
export class OtherwiseError extends Error {
  constructor(step: number, what: string) {
    super(`Step ${step} went otherwise than told: ${what}.`);
  }
}

export function answerOf({ content, _meta = {} }: CallToolResult, path: string): Answer {
  const text = content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  const error = _meta['corvid/error'] as { name: string } | undefined;
  const facts = (_meta['corvid/result'] ?? {}) as Answer['facts'];
  // The name of a temporary folder says nothing to anyone.
  return { text: text.replaceAll(path, basename(path)), refused: error?.name, facts };
}

export function mustBe(expected: Expected, answer: Answer, step: number): void {
  const difference = firstDifference(expected, answer);
  if (difference !== undefined) throw new OtherwiseError(step, difference);
}

function firstDifference({ refused, facts = {}, says = [] }: Expected, answer: Answer): string | undefined {
  if (answer.refused !== refused)
    return `expected ${refused ?? 'success'}, got ${answer.refused ?? 'success'}`;
  for (const [name, value] of Object.entries(facts)) {
    const [wanted, got] = [value, answer.facts[name]].map((it) => JSON.stringify(it));
    if (got !== wanted) return `expected ${name} ${wanted}, got ${got}`;
  }
  const unsaid = says.find((words) => !answer.text.includes(words));
  return unsaid === undefined ? undefined : `the answer does not say '${unsaid}'`;
}
