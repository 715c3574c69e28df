import { parse, TomlError } from 'smol-toml';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** The first error in TOML. */
export function findTomlIssues(text: string): SyntaxIssue[] {
  try {
    // Its limit of depth would be reported as an error in the text; a stack overflow is not.
    parse(text, { integersAsBigInt: true, maxDepth: Number.POSITIVE_INFINITY });
    return [];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '');
    return [{ line: error.line, column: error.column, message }];
  }
}
