import { parseAllDocuments } from 'yaml';
import { placesAt, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** A line that Helm or Jinja takes out: only what they make of the file is YAML. */
const TEMPLATE_LINE = /^[ \t]*\{[{%]/m;

/** All documents of a YAML file. A key given twice is left to those who use the file. */
export function findYamlIssues(text: string): SyntaxIssue[] {
  if (TEMPLATE_LINE.test(text)) return [];
  const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const errors = Array.isArray(parsed) ? parsed.flatMap((document) => document.errors) : [];
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) throw exhausted;
  const offsets = errors.map(({ pos: [start] }) => start);
  return placesAt(text, offsets).map((place, i) => ({
    ...place,
    message: errors[i]!.message.split('\n', 1)[0]!,
  }));
}
