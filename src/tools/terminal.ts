import * as z from 'zod/v4';
import { keyBytes, keyNames } from '../core/terminal/keys.ts';
import type { WaitResult } from '../terminals/command-wait.ts';
import type { TerminalReport } from '../terminals/terminal-report.ts';
import type { TerminalSession, WaitOptions } from '../terminals/terminal-session.ts';
import type { TerminalSessions } from '../terminals/terminal-sessions.ts';
import { type CallControl, defineTool, type ToolResult } from './call/define-tool.ts';
import { invalid } from './call/input.ts';

type TerminalContext = CallControl & { readonly terminals: TerminalSessions };

export const terminal = defineTool({
  name: 'terminal',
  title: 'Terminal',
  description:
    'Run a command in a persistent bash: directory, variables, functions and jobs stay. Several lines and heredocs work. A command that takes long or waits for input is returned as running: continue with "", is_input or keys.',
  guidance: [
    'runs commands in a shell that stays.',
    'If a process is still running, read on with "", answer with is_input, or press a key such as C-c.',
    { text: 'Edit files with the tools for edits, not with sed or heredocs.', withEffect: 'edit' },
  ],
  effect: 'run',
  input: z.object({
    command: z
      .string()
      .describe(`Command; "" reads more output of the running one; or a key for it: ${keyNames.join(', ')}`),
    is_input: z.boolean().optional().describe('Type command and Enter into the running program'),
    timeout: z.number().positive().optional().describe('Maximum seconds to wait; nothing is killed'),
    reset: z.boolean().optional().describe('Kill everything and start a new shell first'),
    terminal: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'Use letters, digits, dots, dashes and underscores')
      .optional()
      .describe('Name of the shell, default main; others run beside it'),
  }),
  async run(input, { terminals, signal, progress }: TerminalContext) {
    const { command, is_input: isInput = false, reset = false, timeout, terminal: name = 'main' } = input;
    if (isInput && reset)
      throw invalid('reset and is_input cannot be combined: after a reset nothing runs. Send one of them.');
    const wait = { timeoutMs: timeout === undefined ? undefined : timeout * 1000, signal, progress };
    return terminals.use(name, async (session) => {
      if (!reset) return toResult(await send(session, { command, isInput }, wait));
      const fresh = await session.reset();
      if (command.trim() === '') return resetResult(fresh);
      return toResult(await session.execute(command, wait), [RESET_NOTE]);
    });
  },
});

const RESET_NOTE = '[The terminal was reset: a new shell in the original directory.]';

type Sent = { readonly command: string; readonly isInput: boolean };

function send(
  session: TerminalSession,
  { command, isInput }: Sent,
  wait: WaitOptions,
): Promise<TerminalReport> {
  if (command === '' || (!isInput && command.trim() === '')) return session.readOn(wait);
  const key = keyBytes(command);
  if (key !== undefined) return session.press(key, command.trim(), wait);
  return isInput ? session.type(command, wait) : session.execute(command, wait);
}

const stillRunning: Readonly<Record<Exclude<WaitResult, 'finished' | 'cancelled'>, string>> = {
  soft: '[Process still running (soft timeout)]',
  hard: '[Process still running (timeout)]',
  input: '[Process still running (waits for input)]',
  ignored: '[Process still running (the key did not end it)]',
};

const NEXT_STEPS = 'Send "" to wait for more, is_input: true to type into it, or "C-c" to interrupt it.';
const INPUT_STEPS = 'Answer with is_input: true or a key ("ENTER" presses Enter alone); "C-c" interrupts it.';
const IGNORED_KEY_STEPS = 'Send "" to wait, "C-\\" to quit it, or reset: true to kill everything.';

function nextSteps(end: WaitResult): string {
  if (end === 'input') return INPUT_STEPS;
  return end === 'ignored' ? IGNORED_KEY_STEPS : NEXT_STEPS;
}

function toResult(report: TerminalReport, before: readonly string[] = []): ToolResult {
  const { shown, end, directory, python, exitCode } = report;
  const state =
    end === 'finished'
      ? [`[Command completed with exit code ${exitCode}]`]
      : [stillRunning[end], nextSteps(end)];
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
