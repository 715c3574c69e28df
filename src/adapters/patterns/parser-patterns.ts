import { availableParallelism } from 'node:os';
import { ToolError } from '../../core/errors.ts';
import type { Patterns, RewriteAnswer, RewriteRequest, RewrittenText } from '../../ports/patterns.ts';
import { ParserFailure } from '../parsers/ask-process.ts';
import { ParserPool } from '../parsers/parser-pool.ts';
import { createParserProcess, type ParserProcess } from '../parsers/parser-process.ts';

const MAX_PROCESSES = 8;
/** The base, and for each million characters more. Parsers need a twentieth of it, and may parse several times. */
const TIMEOUT_MS = 5_000;
const TIMEOUT_MS_PER_MILLION = 30_000;

/** Rewrites in child processes: one for each concurrent request, up to the number of cores. */
export function parserPatterns(
  maxProcesses = Math.min(MAX_PROCESSES, availableParallelism()),
  start: () => ParserProcess = createParserProcess,
): Patterns {
  const pool = new ParserPool(maxProcesses, start);
  return {
    rewrite: (request, signal) => pool.use((parser) => rewrite(parser, request, signal)),
    close: () => pool.close(),
  };
}

/** If the parser crashes, each text is tried alone, so that only the one at fault fails. */
async function rewrite(
  parser: ParserProcess,
  request: RewriteRequest,
  signal: AbortSignal | undefined,
): Promise<RewriteAnswer> {
  try {
    return await ask(parser, request, signal);
  } catch (error) {
    const { texts } = request;
    const failure = failureIn(error);
    if (texts.length === 0) throw unreadable(failure);
    if (texts.length === 1) return { outcome: 'rewritten', nodeType: '', texts: [{ failure }] };
    return rewriteOneByOne(parser, request, signal);
  }
}

async function rewriteOneByOne(
  parser: ParserProcess,
  request: RewriteRequest,
  signal: AbortSignal | undefined,
): Promise<RewriteAnswer> {
  const done: RewrittenText[] = [];
  let nodeType = '';
  for (const text of request.texts) {
    const answer = await rewrite(parser, { ...request, texts: [text] }, signal);
    if (answer.outcome === 'bad-pattern') return answer;
    nodeType ||= answer.nodeType;
    done.push(...answer.texts);
  }
  return { outcome: 'rewritten', nodeType, texts: done };
}

async function ask(
  parser: ParserProcess,
  request: RewriteRequest,
  signal: AbortSignal | undefined,
): Promise<RewriteAnswer> {
  const characters = request.texts.reduce((sum, text) => sum + text.length, 0);
  const timeoutMs = TIMEOUT_MS + (TIMEOUT_MS_PER_MILLION * characters) / 1e6;
  return (await parser.run('rewrite', request, { timeoutMs, signal })) as RewriteAnswer;
}

/** For a request with no texts. */
function unreadable(failure: string): ToolError {
  return new ToolError(
    'INVALID_PARAMS',
    `Invalid \`pattern\` parameter: ${failure}. Nothing was changed. Give a smaller pattern, or quote the text with edit_file.`,
  );
}

function failureIn(error: unknown): string {
  if (!(error instanceof ParserFailure)) throw error;
  if (error.reason === 'cancelled') throw new ToolError('CANCELLED', 'Cancelled: nothing was changed.');
  return error.reason === 'failed' ? `the parser failed: ${error.message}` : `the parser ${error.message}`;
}
