import { type ParserOptions, parseSync } from 'oxc-parser';
import { placesAt, type SyntaxIssue } from '../../core/syntax/syntax-issue.ts';

type Lang = NonNullable<ParserOptions['lang']>;

/** JavaScript and TypeScript. It stops at the first error that it cannot recover from. */
export function loadOxc(lang: Lang): (text: string) => SyntaxIssue[] {
  return (text) => {
    const issues = issuesOf(text, { lang, sourceType: 'module' });
    // CommonJS allows more at the top level than a module does.
    return issues.length > 0 ? fewest(issues, issuesOf(text, { lang, sourceType: 'commonjs' })) : issues;
  };
}

function issuesOf(text: string, options: ParserOptions): SyntaxIssue[] {
  const { errors } = parseSync('file', text, options);
  const real = errors.filter(({ severity }) => severity === 'Error');
  if (real.some(({ message }) => message.startsWith('Flow is not supported'))) return [];
  const offsets = real.map(({ labels }) => labels[0]?.start ?? 0);
  return placesAt(text, offsets).map((place, i) => ({ ...place, message: real[i]!.message }));
}

function fewest(a: SyntaxIssue[], b: SyntaxIssue[]): SyntaxIssue[] {
  return b.length < a.length ? b : a;
}
