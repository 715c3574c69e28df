import type { ToolOutcome } from '../../tools/call/run-tool.ts';
import { FAILED } from '../exit-codes.ts';
import { complain, print, printJson, shown } from '../output/output.ts';

/** The part of a terminal's result that tells of a command that did not end. */
type Unended = {
  readonly running: true;
  readonly output: string;
  readonly notes?: readonly string[];
  readonly reason: string;
};

const MORE_TIME = 'Give it more seconds with --timeout';
const reasons: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  input: ['it waits for input', 'Give it its input inside the command, as in `echo yes | …`'],
  hard: ['its time was over', MORE_TIME],
  soft: ['it printed nothing for a while', MORE_TIME],
};

export function unendedCommand(outcome: ToolOutcome): Unended | undefined {
  return outcome.ok && outcome.data.running === true ? (outcome.data as Unended) : undefined;
}

/** The tool's own advice is for a shell that stays, and the shell of a call does not. */
export function tellUnended(command: Unended, asJson: boolean): number {
  const { output, notes = [], reason } = command;
  const [why, way] = reasons[reason] ?? ['it still ran', MORE_TIME];
  const message = `The command was ended with the call: ${why}.`;
  const hint = `${way}, or run it through \`corvid mcp\`, whose shell stays.`;
  if (asJson) {
    const data = { ...command, running: false };
    printJson({ ok: false, error: { name: 'FAILED', message, hint, data } });
    return FAILED;
  }
  const told = [...notes, output].filter((text) => text !== '');
  if (told.length > 0) print(shown(told.join('\n')));
  complain(`corvid: ${message}`);
  complain(hint);
  return FAILED;
}
