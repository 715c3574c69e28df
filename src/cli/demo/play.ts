import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { paint, print } from '../output/output.ts';
import { type Answer, answerOf, mustBe, OtherwiseError } from './answer.ts';
import { FILE } from './project.ts';
import { answerLines, callLines, refusalLines } from './show.ts';
import type { Call, Step } from './story.ts';

export type Stage = {
  readonly client: Client;
  /** The file that the story is about. */
  readonly path: string;
  /** An answer comes no sooner than this, for someone who watches. */
  readonly pauseMs: number;
};

export type Played = { calls: number; milliseconds: number; hasShell: boolean };

export async function play(stage: Stage, steps: readonly Step[]): Promise<Played> {
  const played: Played = { calls: 0, milliseconds: 0, hasShell: true };
  for (const [i, step] of steps.entries()) {
    await delay(2 * stage.pauseMs);
    if (!played.hasShell && step.calls.every(({ tool }) => tool === 'terminal')) {
      print(`\n${paint('bold', `${i + 1}. Left out: there is no shell.`)}`);
      continue;
    }
    print(`\n${paint('bold', `${i + 1}. ${step.title}`)}`);
    for (const [j, call] of step.calls.entries()) {
      // The same call once more needs no words.
      if (call !== step.calls[j - 1]) print(callLines(call));
      await playCall(stage, call, played, i + 1);
    }
  }
  return played;
}

async function playCall(stage: Stage, call: Call, played: Played, step: number): Promise<void> {
  const before = await readFile(stage.path);
  const [answer] = await Promise.all([ask(stage, call, played), delay(stage.pauseMs)]);
  if (answer.refused === 'TERMINAL_UNAVAILABLE') {
    played.hasShell = false;
    print(refusalLines(`${answer.text}\nThe story goes on without a shell.`));
    return;
  }
  print(answerLines(answer));
  mustBe(call.expected, answer, step);
  if (answer.refused !== undefined && !before.equals(await readFile(stage.path)))
    throw new OtherwiseError(step, `${call.tool} was refused and changed ${FILE} all the same`);
}

async function ask({ client, path }: Stage, { tool, input }: Call, played: Played): Promise<Answer> {
  const started = performance.now();
  const result = await client.callTool({
    name: tool,
    arguments: tool === 'terminal' ? input : { path, ...input },
  });
  played.milliseconds += performance.now() - started;
  played.calls += 1;
  return answerOf(result as CallToolResult, path);
}
