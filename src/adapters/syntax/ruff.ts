import ruff from '@astral-sh/ruff-wasm-nodejs';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

type Diagnostic = { message: string; start_location: { row: number; column: number } };

// Without any rule only what is no Python at all is left. Its other methods cost much more memory than `check`.
const workspace = new ruff.Workspace({ lint: { select: [] } }, ruff.PositionEncoding.Utf16);

/** Python as CPython's parser sees it, indentation included. */
export function findPythonIssues(text: string): SyntaxIssue[] {
  const diagnostics = workspace.check(text) as Diagnostic[];
  return diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
}
