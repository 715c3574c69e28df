import * as z from 'zod/v4';
import { keyBytes } from '../core/terminal/keys.ts';
import { literalCommand } from '../core/terminal/literal-command.ts';
import { parseUntil, type Until } from '../core/terminal/until.ts';
import type { CommandRecord, CommandRecords } from '../terminals/command-records.ts';
import type { WaitOptions } from '../terminals/session-parts.ts';
import type { TerminalReport } from '../terminals/terminal-report.ts';
import type { TerminalSession } from '../terminals/terminal-session.ts';
import type { TerminalSessions } from '../terminals/terminal-sessions.ts';
import { type CallControl, defineTool } from './call/define-tool.ts';
import { invalid } from './call/input.ts';
import { brief } from './call/received-value.ts';
import { withCommandChanges } from './show/command-changes.ts';
import { RESET_NOTE, resetResult, type ShellPlace, terminalResult } from './terminal/terminal-result.ts';

type TerminalContext = CallControl & {
  readonly terminals: TerminalSessions;
  readonly records: CommandRecords;
  readonly files: { readonly roots: readonly string[] | undefined };
};

export const terminal = defineTool({
  name: 'terminal',
  title: 'Terminal',
  description:
    'Run a command in a persistent bash. One that takes long or waits for input is returned as running: continue with "", is_input or keys.',
  guidance: [
    'runs commands in a shell that stays.',
    'If a process is still running, read on with "", answer with is_input, or press a key such as C-c.',
    { text: 'Edit files with the tools for edits, not with sed or heredocs.', withEffect: 'edit' },
  ],
  effect: 'run',
  input: z.object({
    command: z
      .string({ error: 'It should be one text, such as "ls -la"' })
      .describe(
        'Command; "" reads more output of the running one; or a key for it: C-c, ENTER, TAB, ESC, UP, PGDN …',
      ),
    is_input: z.boolean().optional().describe('Type command and Enter into the running program'),
    enter: z.boolean().optional().describe('false: no Enter'),
    until: z.string().optional().describe('Return at output text, /regex/ or "port 3000"'),
    timeout: z.number().positive().optional().describe('Seconds to wait; nothing is killed'),
    reset: z.boolean().optional().describe('Kill everything and start a new shell first'),
    terminal: z
      .string()
      .refine((name) => /^[\w.-]{1,64}$/.test(name), 'Use letters, digits, dots, dashes and underscores')
      .optional()
      .describe('Name of another shell (default main)'),
  }),
  async run(input, { terminals, records, files, signal, progress }: TerminalContext) {
    const {
      command,
      is_input: isInput = false,
      enter = true,
      until,
      reset = false,
      timeout,
      terminal: name = 'main',
    } = input;
    if (isInput && reset)
      throw invalid('reset and is_input cannot be combined: after a reset nothing runs. Send one of them.');
    if (!isInput) refuseLiteral(command);
    const record = records.forCall(name);
    const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
    const wait = { timeoutMs, until: untilOf(until), signal, progress, record };
    const called = terminals.use(name, async (session) => {
      const startedAt = performance.now();
      const result = (report: TerminalReport, before: readonly string[] = []) => {
        const known = lastPlaces.get(session);
        lastPlaces.set(session, report);
        return terminalResult(report, { known, before, waitedMs: performance.now() - startedAt });
      };
      if (!reset) return result(await send(session, { command, isInput, enter }, wait));
      const fresh = await resetShell(session, record);
      lastPlaces.delete(session);
      if (command.trim() === '') return resetResult(fresh);
      return result(await session.execute(command, wait), [RESET_NOTE]);
    });
    // A call that failed does not wait for the command any more.
    const result = await called.finally(() => record.settle(true));
    record.noteJobs(result.data.pid !== null);
    return withCommandChanges(result, record.changes, files.roots);
  },
});

function untilOf(wish: string | undefined): Until | undefined {
  const until = wish ? parseUntil(wish) : undefined;
  if (until?.kind !== 'pattern') return until;
  try {
    new RegExp(until.source, until.flags);
    return until;
  } catch (error) {
    throw invalid(`Invalid \`until\` parameter: ${(error as Error).message}. Nothing was run.`);
  }
}

/** What the last result of each terminal said of its shell. */
const lastPlaces = new WeakMap<TerminalSession, ShellPlace>();

/** What the running command changed before it was killed is its own. */
async function resetShell(session: TerminalSession, record: CommandRecord): Promise<TerminalReport> {
  await record.resume();
  const report = await session.reset();
  await record.settle(false);
  return report;
}

function refuseLiteral(command: string): void {
  const literal = literalCommand(command);
  if (!literal) return;
  const instead =
    literal.meant === undefined ? 'Give a command, such as `ls -la`' : `Give \`${literal.meant}\``;
  throw invalid(
    `Invalid \`command\` parameter: ${brief(command)}. It is a value and not a command, so nothing was run. ${instead}; "" reads on from a running command.`,
  );
}

type Sent = { readonly command: string; readonly isInput: boolean; readonly enter: boolean };

function send(
  session: TerminalSession,
  { command, isInput, enter }: Sent,
  wait: WaitOptions,
): Promise<TerminalReport> {
  if (command === '' || (!isInput && command.trim() === '')) return session.readOn(wait);
  const key = keyBytes(command);
  if (key !== undefined) return session.press(key, command.trim(), wait);
  return isInput ? session.type({ text: command, withEnter: enter }, wait) : session.execute(command, wait);
}
