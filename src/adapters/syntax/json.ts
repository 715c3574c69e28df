import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { placesAt, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** Standard JSON. Node's own parser is the fastest for a text without errors. */
export function findJsonIssues(text: string): SyntaxIssue[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const issues = issuesOf(text, { disallowComments: true });
    return issues.length > 0 ? issues : [{ line: 1, column: 1, message: (error as Error).message }];
  }
}

/** JSON with comments and trailing commas, as many tools accept it in their settings. */
export function findJsoncIssues(text: string): SyntaxIssue[] {
  return issuesOf(text, { allowTrailingComma: true, allowEmptyContent: true });
}

function issuesOf(text: string, options: Parameters<typeof parse>[2]): SyntaxIssue[] {
  const errors: ParseError[] = [];
  parse(text, errors, options);
  const offsets = errors.map(({ offset }) => offset);
  return placesAt(text, offsets).map((place, i) => ({ ...place, message: inWords(errors[i]!.error) }));
}

/** `CommaExpected` → `Comma expected`. */
function inWords(error: ParseError['error']): string {
  const words = printParseErrorCode(error).replace(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );
  return words.startsWith('<') ? 'Invalid JSON' : words;
}
