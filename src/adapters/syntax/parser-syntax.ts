import { availableParallelism } from 'node:os';
import type { SyntaxIssue } from '../../core/syntax/syntax-issue.ts';
import type { Syntax, SyntaxCheck } from '../../ports/syntax.ts';
import { ParserFailure } from '../parsers/ask-process.ts';
import { ParserPool } from '../parsers/parser-pool.ts';
import { createParserProcess } from '../parsers/parser-process.ts';

const TIMEOUT_MS = 1000;
/** Only a change of many files uses more than one. */
const MAX_PROCESSES = 4;

/** Checks in child processes, so that a crashing or hanging parser does not affect this one. */
export function parserSyntax(maxProcesses = Math.min(MAX_PROCESSES, availableParallelism())): Syntax {
  const pool = new ParserPool(maxProcesses, createParserProcess);
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
    close: () => pool.close(),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ParserFailure)) return String(error);
  return error.reason === 'failed' ? `the parser failed: ${error.message}` : `the parser ${error.message}`;
}
