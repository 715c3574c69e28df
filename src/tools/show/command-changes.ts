import {
  type CommandChanges,
  commandFacts,
  commandReport,
} from '../../core/checkpoints/report/command-report.ts';
import type { ToolResult } from '../call/define-tool.ts';

/** The result of a command, with what it changed. */
export function withCommandChanges(
  result: ToolResult,
  changes: CommandChanges,
  roots: readonly string[] = [],
): ToolResult {
  const remarks = commandReport(changes, (path) => shownPath(path, roots));
  return { ...result, remarks, data: { ...result.data, ...commandFacts(changes) } };
}

/** Relative to the root if there is only one. */
function shownPath(path: string, roots: readonly string[]): string {
  const [root] = roots;
  return roots.length === 1 && path.startsWith(`${root}/`) ? path.slice(root!.length + 1) : path;
}
