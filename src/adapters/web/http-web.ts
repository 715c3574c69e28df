import { ToolError } from '../../core/errors.ts';
import type { Web } from '../../ports/web.ts';
import { ParserFailure } from '../parsers/ask-process.ts';
import { createParserProcess } from '../parsers/parser-process.ts';
import { fetchPage, USER_AGENT } from './fetch-page.ts';
import type { HtmlPage, MarkdownPage } from './html-to-markdown.ts';
import { RobotsCache } from './robots-cache.ts';
import { type SearchEngine, searchWeb } from './search-engines.ts';

const TIMEOUT_MS = 30_000;
const CONVERT_MS = 10_000;

export type WebOptions = {
  /** Hosts whose address may be private, such as `localhost:8080`. */
  readonly allowedHosts: readonly string[];
  readonly searchEngine?: SearchEngine | undefined;
};

/** Pages by HTTP. They are converted in a process of their own, which a hostile page may hang or crash. */
export function httpWeb({ allowedHosts, searchEngine }: WebOptions): Web {
  const converter = createParserProcess('web-host');
  const robots = new RobotsCache(USER_AGENT, allowedHosts);
  const toMarkdown = (page: HtmlPage, signal: AbortSignal) =>
    converter.run('markdown', page, { timeoutMs: CONVERT_MS, signal }) as Promise<MarkdownPage>;
  return {
    fetchPage: (url, signal) =>
      inTime(url, signal, (limited) => fetchPage(url, { allowedHosts, robots, toMarkdown }, limited)),
    search: (query, { limit, signal }) =>
      inTime('the search engine', signal, (limited) => {
        if (!searchEngine) throw noEngine();
        return searchWeb(searchEngine, { query, limit, signal: limited });
      }),
    close: () => converter.close(),
  };
}

async function inTime<T>(
  what: string,
  signal: AbortSignal | undefined,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await work(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (signal?.aborted) throw new ToolError('CANCELLED', `Cancelled: ${what} was not read.`);
    if (timeout.aborted)
      throw new ToolError(
        'WEB_FAILED',
        `Cannot read ${what}: no answer within ${TIMEOUT_MS / 1000} seconds. Try again later, or use another source.`,
      );
    if (error instanceof ParserFailure)
      throw new ToolError(
        'WEB_FAILED',
        `Cannot read ${what}: converting the page to text failed (${error.message}). Use another source.`,
      );
    throw error;
  }
}

function noEngine(): ToolError {
  return new ToolError(
    'WEB_SEARCH_UNAVAILABLE',
    'No search engine is configured. The user can give one with --web-search searxng=URL, or with --web-search brave or tavily and a key in BRAVE_API_KEY or TAVILY_API_KEY.',
  );
}
