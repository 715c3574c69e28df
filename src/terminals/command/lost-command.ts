import { recoveryLine } from '../../core/terminal/shell/shell-script.ts';
import type { Foreground } from '../../ports/terminals.ts';
import type { RunningShell } from '../start-shell.ts';
import type { Command } from './terminal-command.ts';

const RECOVER_AFTER_MS = 250;
const INTERRUPTED = 130;

/** Looks at the foreground; a shell that waits for a command while one counts as running is brought back on track. */
export async function lookAt(shell: RunningShell, command: Command, quietMs: number): Promise<Foreground> {
  const foreground = await shell.terminal.foreground();
  const isAtPrompt = foreground.isShell && foreground.waitsFor === 'line';
  const isLost = isAtPrompt && (command.wasInterrupted || !command.hasStarted);
  if (!isLost || !command.isRunning) return foreground;
  if (quietMs >= RECOVER_AFTER_MS) recover(shell, command);
  return { ...foreground, waitsFor: 'nothing' };
}

/** The shell waits for a command although one was typed: the line was lost. A number runs only once. */
export function retype(shell: RunningShell, command: Command): void {
  if (command.wasInterrupted || command.wasRetyped) command.finish(INTERRUPTED);
  else {
    command.wasRetyped = true;
    shell.trigger(command.number, command.text);
  }
}

function recover(shell: RunningShell, command: Command): void {
  if (command.hasStarted) {
    // An interrupt can drop the end of the typed line, and the user may have replaced the prompt.
    command.wasInterrupted = false;
    shell.terminal.type(`${recoveryLine}\n`);
  } else retype(shell, command);
}
