import { parseAllDocuments } from 'yaml';
import { placeAt, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** All documents of a YAML file. A key given twice is left to those who use the file. */
export function findYamlIssues(text: string): SyntaxIssue[] {
  const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? parsed : [];
  return documents.flatMap(({ errors }) =>
    errors.map(({ message, pos: [start] }) => ({
      ...placeAt(text, start),
      message: message.split('\n', 1)[0]!,
    })),
  );
}
