import type { ToolOutcome } from '../../tools/call/outcome.ts';
import { FAILED } from '../errors/exit-codes.ts';
import { print, printable, printError, printJson } from '../output/output.ts';

/** The facts of a terminal's result about a command that has not ended. */
type UnfinishedCommand = {
  readonly running: true;
  readonly output: string;
  readonly notes?: readonly string[];
  readonly reason: string;
};

const MORE_TIME = 'Allow more seconds with --timeout';
const reasons: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  input: ['it waits for input', 'Pass the input in the command, as in `echo yes | …`'],
  hard: ['it reached its timeout', MORE_TIME],
  soft: ['it printed nothing for a while', MORE_TIME],
};

export function unfinishedCommand(outcome: ToolOutcome): UnfinishedCommand | undefined {
  return outcome.ok && outcome.data.running === true ? (outcome.data as UnfinishedCommand) : undefined;
}

/** Replaces the tool's own advice, which is for a shell that keeps running. */
export function reportUnfinished(command: UnfinishedCommand, asJson: boolean): number {
  const { output, notes = [], reason } = command;
  const [why, advice] = reasons[reason] ?? ['it was still running', MORE_TIME];
  const message = `The command ended with the call: ${why}.`;
  const hint = `${advice}, or run it through \`corvid mcp\`, whose shell keeps running.`;
  if (asJson) {
    const data = { ...command, running: false };
    printJson({ ok: false, error: { name: 'FAILED', message, hint, data } });
    return FAILED;
  }
  const texts = [...notes, output].filter((text) => text !== '');
  if (texts.length > 0) print(printable(texts.join('\n')));
  printError(`corvid: ${message}`);
  printError(hint);
  return FAILED;
}
