import ruff from '@astral-sh/ruff-wasm-nodejs';
import { findTabIssue } from '../../core/syntax/python-indentation.ts';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

type Diagnostic = { message: string; start_location: { row: number; column: number } };

// Without any rule it reports only syntax errors. Its other methods take much more memory than `check`.
const workspace = new ruff.Workspace({ lint: { select: [] } }, ruff.PositionEncoding.Utf16);
// The first program without an error compiles much of it, which takes up to half a second: it is part of loading.
workspace.check('x = 1\n');

/** Syntax errors as CPython reports them, indentation included. */
export function findPythonIssues(text: string): SyntaxIssue[] {
  const diagnostics = workspace.check(text) as Diagnostic[];
  if (diagnostics.length === 0) return [findTabIssue(text) ?? []].flat();
  return diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
}
