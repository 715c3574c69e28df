import * as z from 'zod/v4';
import { keyBytes } from '../core/terminal/keys.ts';
import type { WaitEnd } from '../terminals/command-wait.ts';
import type { TerminalReport } from '../terminals/terminal-report.ts';
import type { CallWish, TerminalSession } from '../terminals/terminal-session.ts';
import type { TerminalSessions } from '../terminals/terminal-sessions.ts';
import { type CallControl, defineTool, type ToolResult } from './call/define-tool.ts';
import { invalid } from './call/input.ts';

type TerminalContext = CallControl & { readonly terminals: TerminalSessions };

export const terminal = defineTool({
  name: 'terminal',
  title: 'Terminal',
  description:
    'Runs a command in a persistent bash: directory, variables, functions and jobs stay. Several lines and heredocs work. A command that takes long or waits for input is returned as running: go on with "", is_input or keys.',
  guidance: [
    'runs commands in a shell that stays.',
    'If a result says that a process is still running, read on with "", answer with is_input, or press a key such as C-c.',
    { text: 'Edit files with the tools for edits, not with sed or heredocs.', withEffect: 'edit' },
  ],
  effect: 'run',
  input: z.object({
    command: z
      .string()
      .describe(
        'Command; "" reads on from the running one; or a key for it: C-c, C-d, C-z, ENTER, TAB, ESC, UP, DOWN, LEFT, RIGHT, BS, HOME, END, PGUP, PGDN',
      ),
    is_input: z.boolean().optional().describe('Type command and Enter into the running program'),
    timeout: z.number().positive().optional().describe('Seconds to wait at most; nothing is killed'),
    reset: z.boolean().optional().describe('First kill everything and start a new shell'),
    terminal: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'Use letters, digits, dots, dashes and underscores')
      .optional()
      .describe('Name of the shell to use, default main; others run beside it'),
  }),
  async run(input, { terminals, signal, progress }: TerminalContext) {
    const { command, is_input: isInput = false, reset = false, timeout, terminal: name = 'main' } = input;
    if (isInput && reset)
      throw invalid('reset and is_input exclude each other: after a reset nothing runs. Send one of them.');
    const session = terminals.get(name);
    const wish = { timeoutMs: timeout === undefined ? undefined : timeout * 1000, signal, progress };
    if (!reset) return toResult(await send(session, command, isInput, wish));
    const fresh = await session.reset();
    if (command.trim() === '') return resetResult(fresh);
    return toResult(await session.execute(command, wish), [RESET_NOTE]);
  },
});

const RESET_NOTE = '[The terminal was reset: a new shell in the original directory.]';

function send(
  session: TerminalSession,
  command: string,
  isInput: boolean,
  wish: CallWish,
): Promise<TerminalReport> {
  if (command === '' || (!isInput && command.trim() === '')) return session.readOn(wish);
  const key = keyBytes(command);
  if (key !== undefined) return session.press(key, command.trim(), wish);
  return isInput ? session.type(command, wish) : session.execute(command, wish);
}

const stillRunning: Readonly<Record<Exclude<WaitEnd, 'finished' | 'cancelled'>, string>> = {
  soft: '[Process still running (soft timeout)]',
  hard: '[Process still running (timeout)]',
  input: '[Process still running (waits for input)]',
  ignored: '[Process still running (the key did not end it)]',
};

const WAYS_ON = 'Send "" to wait for more, is_input: true to type into it, or "C-c" to interrupt it.';
const INPUT_WAYS = 'Answer with is_input: true or a key ("ENTER" presses Enter alone); "C-c" interrupts it.';
const IGNORED_WAYS = 'Send "" to wait, "C-\\" to quit it, or reset: true to kill everything.';

function waysOn(end: WaitEnd): string {
  if (end === 'input') return INPUT_WAYS;
  return end === 'ignored' ? IGNORED_WAYS : WAYS_ON;
}

function toResult(report: TerminalReport, before: readonly string[] = []): ToolResult {
  const { shown, end, directory, python, exitCode } = report;
  const state =
    end === 'finished'
      ? [`[Command completed with exit code ${exitCode}]`]
      : [stillRunning[end], waysOn(end)];
  const lines = [
    ...before,
    ...report.notes,
    ...(shown.isScreen ? ['[Screen of the program:]'] : []),
    ...(shown.text === '' ? [] : [shown.text]),
    `[Current working directory: ${directory}]`,
    ...(python === '' ? [] : [`[Python interpreter: ${python}]`]),
    ...state,
  ];
  return { summary: lines.join('\n'), data: toData(report) };
}

function resetResult(report: TerminalReport): ToolResult {
  const summary = [RESET_NOTE, ...report.notes, `[Current working directory: ${report.directory}]`].join(
    '\n',
  );
  return { summary, data: toData(report) };
}

function toData({ shown, end, ...facts }: TerminalReport): Record<string, unknown> {
  return {
    output: shown.text,
    exit_code: facts.exitCode,
    working_dir: facts.directory,
    py_interpreter_path: facts.python === '' ? null : facts.python,
    pid: facts.backgroundPid ?? null,
    hostname: facts.host,
    username: facts.user,
    running: end !== 'finished',
    truncated: shown.isTruncated,
    full_output_path: shown.path ?? null,
    ...(end !== 'finished' && { reason: end }),
    ...(facts.notes.length > 0 && { notes: facts.notes }),
  };
}
