import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { TerminalAnswer, TerminalClient } from '../terminal-client.ts';

/** One call, and what its result must have. */
export type Step = {
  readonly run?: string;
  /** Typed into the program. */
  readonly type?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly output?: string | RegExp;
  readonly code?: number;
  /** Why the call returned while the program runs; `waits` for one that waits for input. */
  readonly waits?: true;
  readonly reason?: string;
  readonly text?: RegExp;
  readonly not?: RegExp;
};

export type Scenario = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** A program that may not be installed. */
  readonly needs?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Not for terminals of tmux, with the reason. */
  readonly notInTmux?: string;
};

const installed = new Map<string, boolean>();

export function isInstalled(program: string): boolean {
  if (!installed.has(program))
    installed.set(program, spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);
  return installed.get(program)!;
}

/** Plays a scenario in a terminal of its own, in an empty folder. */
export async function play(client: TerminalClient, scenario: Scenario, terminal: string): Promise<void> {
  const folder = client.path(terminal);
  for (const [name, text] of Object.entries({ '.keep': '', ...scenario.files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { run } = client;
  await run(`cd ${terminal}`, { terminal, reset: true });
  for (const step of scenario.steps) {
    const input = step.type === undefined ? {} : { is_input: true };
    check(step, await run(step.run ?? step.type ?? '', { terminal, ...input, ...step.more }));
  }
  await run(`rm -rf ./${terminal}`, { terminal, reset: true });
}

function check(step: Step, answer: TerminalAnswer): void {
  const { output, exit_code, reason, text } = answer;
  const seen = { step, output, exit_code, reason };
  if (typeof step.output === 'string') expect(seen).toMatchObject({ step, output: step.output });
  if (step.output instanceof RegExp) expect(output, JSON.stringify(seen)).toMatch(step.output);
  if (step.code !== undefined) expect(seen).toMatchObject({ step, exit_code: step.code });
  const expected = step.waits ? 'input' : step.reason;
  if (expected !== undefined) expect(seen).toMatchObject({ step, reason: expected });
  if (step.text) expect(text).toMatch(step.text);
  if (step.not) expect(text).not.toMatch(step.not);
}
