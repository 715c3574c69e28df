import { availableParallelism } from 'node:os';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { Syntax, SyntaxCheck } from '../../ports/syntax.ts';
import { createParserPool } from '../parsers/parser-pool.ts';
import { createParserProcess, ParserFailure } from '../parsers/parser-process.ts';

const TIMEOUT_MS = 1000;
/** Only a change of many files needs more than one, and each takes its memory. */
const MOST_PROCESSES = 4;

/** Checks in processes of their own, which may crash or hang as they like. */
export function parserSyntax(most = Math.min(MOST_PROCESSES, availableParallelism())): Syntax {
  const pool = createParserPool(most, createParserProcess);
  return {
    async check(request, signal): Promise<SyntaxCheck> {
      try {
        const options = { timeoutMs: TIMEOUT_MS, signal };
        const issues = await pool.use((parser) => parser.run('check', request, options));
        return { outcome: 'checked', issues: issues as SyntaxIssue[] };
      } catch (error) {
        return { outcome: 'not-checked', reason: reasonOf(error) };
      }
    },
    close: pool.close,
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ParserFailure)) return String(error);
  return error.reason === 'failed' ? `the parser failed: ${error.message}` : `the parser ${error.message}`;
}
