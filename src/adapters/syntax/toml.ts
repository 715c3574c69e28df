import { parse, TomlError } from 'smol-toml';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** TOML, up to its first mistake. */
export function findTomlIssues(text: string): SyntaxIssue[] {
  try {
    // Its own limit of depth would look like a mistake in the text; the stack's does not.
    parse(text, { integersAsBigInt: true, maxDepth: Number.POSITIVE_INFINITY });
    return [];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '');
    return [{ line: error.line, column: error.column, message }];
  }
}
