import { parseAllDocuments } from 'yaml';
import { placesAt, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

/** A line of a Helm or Jinja template, whose output alone is YAML. */
const TEMPLATE_LINE = /^[ \t]*\{[{%]/m;

/** Checks all documents of a YAML file. Duplicate keys are allowed: some programs accept them. */
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
