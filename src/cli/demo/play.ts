import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { paint, print } from '../output/output.ts';
import { type Answer, answerOf, expectAnswer, UnexpectedAnswerError } from './answer.ts';
import { FILE } from './project.ts';
import { answerLines, callLines, refusalLines } from './show.ts';
import type { DemoCall, Step } from './story.ts';

export type Stage = {
  readonly client: Client;
  /** The file that is edited. */
  readonly path: string;
  /** The minimum time of an answer, so that a viewer can follow. */
  readonly pauseMs: number;
};

export type Played = { calls: number; milliseconds: number; hasShell: boolean };

export async function play(stage: Stage, steps: readonly Step[]): Promise<Played> {
  const played: Played = { calls: 0, milliseconds: 0, hasShell: true };
  for (const [i, step] of steps.entries()) {
    await delay(2 * stage.pauseMs);
    if (!played.hasShell && step.calls.every(({ tool }) => tool === 'terminal')) {
      print(`\n${paint('bold', `${i + 1}. Skipped: there is no shell.`)}`);
      continue;
    }
    print(`\n${paint('bold', `${i + 1}. ${step.title}`)}`);
    for (const [j, call] of step.calls.entries()) {
      // A repeated call is shown once.
      if (call !== step.calls[j - 1]) print(callLines(call));
      await playCall(stage, { call, step: i + 1 }, played);
    }
  }
  return played;
}

type CallOfStep = { readonly call: DemoCall; readonly step: number };

async function playCall(stage: Stage, { call, step }: CallOfStep, played: Played): Promise<void> {
  const before = await readFile(stage.path);
  const [answer] = await Promise.all([ask(stage, call, played), delay(stage.pauseMs)]);
  if (answer.refused === 'TERMINAL_UNAVAILABLE') {
    played.hasShell = false;
    print(refusalLines(`${answer.text}\nThe demo continues without a shell.`));
    return;
  }
  print(answerLines(answer));
  expectAnswer(call.expected, answer, step);
  if (answer.refused !== undefined && !before.equals(await readFile(stage.path)))
    throw new UnexpectedAnswerError(step, `${call.tool} was refused but changed ${FILE}`);
}

async function ask({ client, path }: Stage, { tool, input }: DemoCall, played: Played): Promise<Answer> {
  const started = performance.now();
  const result = await client.callTool({
    name: tool,
    arguments: tool === 'terminal' ? input : { path, ...input },
  });
  played.milliseconds += performance.now() - started;
  played.calls += 1;
  return answerOf(result as CallToolResult, path);
}
