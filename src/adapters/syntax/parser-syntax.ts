import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { Syntax, SyntaxCheck } from '../../ports/syntax.ts';
import { createParserProcess, ParserFailure } from '../parsers/parser-process.ts';

const TIMEOUT_MS = 1000;

/** Checks in a process of its own, which may crash or hang as it likes. */
export function parserSyntax(): Syntax {
  const parsers = createParserProcess();
  return {
    async check(request, signal): Promise<SyntaxCheck> {
      try {
        const issues = await parsers.run('check', request, { timeoutMs: TIMEOUT_MS, signal });
        return { outcome: 'checked', issues: issues as SyntaxIssue[] };
      } catch (error) {
        return { outcome: 'not-checked', reason: reasonOf(error) };
      }
    },
    close: () => parsers.close(),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ParserFailure)) return String(error);
  return error.reason === 'failed' ? `the parser failed: ${error.message}` : `the parser ${error.message}`;
}
