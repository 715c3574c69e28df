import ruff from '@astral-sh/ruff-wasm-nodejs';
import { findTabIssue } from '../../core/syntax/python-indentation.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

type Diagnostic = { message: string; start_location: { row: number; column: number } };

// Without any rule only what is no Python at all is left. Its other methods cost much more memory than `check`.
const workspace = new ruff.Workspace({ lint: { select: [] } }, ruff.PositionEncoding.Utf16);
// The first program without a mistake has much of it compiled, which is part of loading and may take half a second.
workspace.check('x = 1\n');

/** Python as CPython's parser sees it, indentation included. */
export function findPythonIssues(text: string): SyntaxIssue[] {
  const diagnostics = workspace.check(text) as Diagnostic[];
  if (diagnostics.length === 0) return [findTabIssue(text) ?? []].flat();
  return diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
}
