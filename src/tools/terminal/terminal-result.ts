import type { WaitResult } from '../../terminals/command/command-wait.ts';
import type { TerminalReport } from '../../terminals/terminal-report.ts';
import type { ToolResult } from '../call/define-tool.ts';

export const RESET_NOTE = '[The terminal was reset: a new shell in the original directory.]';

/** What a result says of the shell. */
export type ShellPlace = Pick<TerminalReport, 'directory' | 'python'>;

/** What the result depends on besides the report. */
export type ResultContext = {
  /** What the last result of this terminal said of the shell. */
  readonly known: ShellPlace | undefined;
  readonly waitedMs: number;
  readonly before?: readonly string[];
};

const stillRunning: Readonly<Record<Exclude<WaitResult, 'finished' | 'cancelled'>, string>> = {
  soft: '[Process still running (soft timeout)]',
  hard: '[Process still running (timeout)]',
  input: '[Process still running (waits for input)]',
  ignored: '[Process still running (the key did not end it)]',
  until: '[Process still running (until)]',
};

const NEXT_STEPS = 'Send "" to wait for more, is_input: true to type into it, or "C-c" to interrupt it.';
const INPUT_STEPS = 'Answer with is_input: true or a key ("ENTER" presses Enter alone); "C-c" interrupts it.';
const IGNORED_KEY_STEPS = 'Send "" to wait, "C-\\" to quit it, or reset: true to kill everything.';

function nextSteps(end: WaitResult, waitedMs: number): string {
  if (end === 'input') return INPUT_STEPS;
  if (end === 'ignored') return IGNORED_KEY_STEPS;
  const seconds = Number((waitedMs / 1000).toFixed(waitedMs < 10_000 ? 1 : 0));
  return `Waited ${seconds} s; \`timeout\` can be raised to wait longer. ${NEXT_STEPS}`;
}

export function terminalResult(report: TerminalReport, context: ResultContext): ToolResult {
  const { shown, end, exitCode } = report;
  const state =
    end === 'finished'
      ? [`[Command completed with exit code ${exitCode}]`]
      : [stillRunning[end], nextSteps(end, context.waitedMs)];
  const lines = [
    ...(context.before ?? []),
    ...report.notes,
    ...(shown.isScreen ? ['[Screen of the program:]'] : []),
    ...(shown.text === '' ? [] : [shown.text]),
    // Clients cut results in the middle or at their end, where the notice in the output may be lost.
    ...(shown.isTruncated && shown.path ? [`[Output was cut. The whole output: ${shown.path}]`] : []),
    ...untilLines(report),
    ...placeLines(report, context.known),
    ...state,
  ];
  return { summary: lines.join('\n'), data: toData(report) };
}

function untilLines({ until }: TerminalReport): string[] {
  if (!until) return [];
  const { condition, isMet, obstacle } = until;
  return [`[until: ${isMet ? condition : `not met: ${condition}${obstacle ? ` (${obstacle})` : ''}`}]`];
}

/** Where the shell is, if the caller does not know it yet, or if a command has failed there. */
function placeLines(
  { directory, python, exitCode }: TerminalReport,
  known: ShellPlace | undefined,
): string[] {
  const isNewPlace = directory !== known?.directory || exitCode > 0;
  const isNewPython = python !== (known?.python ?? '');
  return [
    ...(isNewPlace ? [`[Current working directory: ${directory}]`] : []),
    ...(isNewPython ? [`[Python interpreter: ${python === '' ? 'none' : python}]`] : []),
  ];
}

export function resetResult(report: TerminalReport): ToolResult {
  const lines = [RESET_NOTE, ...report.notes, `[Current working directory: ${report.directory}]`];
  return { summary: lines.join('\n'), data: toData(report) };
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
    ...(facts.until && { until: facts.until }),
    ...(facts.notes.length > 0 && { notes: facts.notes }),
  };
}
