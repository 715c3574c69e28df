import { ToolError } from '../../core/errors.ts';
import type { WebResult } from '../../ports/web.ts';
import { guardedRequest } from './guarded-request.ts';
import { readBody } from './read-body.ts';

/** Where searches are sent: an instance of SearXNG, or a service with a key. */
export type SearchEngine =
  | { readonly kind: 'searxng'; readonly url: string }
  | ({ readonly kind: 'brave' } & SearchService)
  | ({ readonly kind: 'tavily' } & SearchService);

type SearchService = {
  readonly key: string;
  /** If it is not the usual one. */
  readonly url?: string;
};

type WebQuery = { readonly query: string; readonly limit: number; readonly signal: AbortSignal };

const MAX_BYTES = 2_000_000;
const MAX_EXCERPT = 500;

/** The operator chose the engine's address, so it may be a private one. */
export async function searchWeb(engine: SearchEngine, request: WebQuery): Promise<WebResult[]> {
  const { url, headers, body } = requestTo(engine, request);
  const response = await guardedRequest(url, {
    headers: { accept: 'application/json', ...headers },
    signal: request.signal,
    allowedHosts: [url.host],
    ...(body !== undefined && { method: 'POST', body }),
  });
  const { bytes } = await readBody(response, MAX_BYTES);
  if (response.statusCode !== 200) throw unusable(engine, `it answered with status ${response.statusCode}`);
  return resultsIn(parse(engine, new TextDecoder().decode(bytes))).slice(0, request.limit);
}

function requestTo(engine: SearchEngine, { query, limit }: WebQuery) {
  if (engine.kind === 'tavily') {
    const headers = { authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, max_results: limit });
    return { url: new URL(engine.url ?? 'https://api.tavily.com/search'), headers, body };
  }
  if (engine.kind === 'brave') {
    const url = new URL(engine.url ?? 'https://api.search.brave.com/res/v1/web/search');
    url.search = new URLSearchParams({ q: query, count: String(Math.min(limit, 20)) }).toString();
    return { url, headers: { 'x-subscription-token': engine.key } };
  }
  const url = new URL('search', engine.url.endsWith('/') ? engine.url : `${engine.url}/`);
  url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
  return { url, headers: {} };
}

function parse(engine: SearchEngine, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const hint = engine.kind === 'searxng' ? ' (SearXNG must allow the format `json` in its settings)' : '';
    throw unusable(engine, `its answer is not JSON${hint}`);
  }
}

/** SearXNG and Tavily list `results`, Brave `web.results`; the excerpt is `content` or `description`. */
function resultsIn(answer: unknown): WebResult[] {
  const { results, web } = (answer ?? {}) as { results?: unknown; web?: { results?: unknown } };
  const list = Array.isArray(results) ? results : Array.isArray(web?.results) ? web.results : [];
  return list.flatMap((item: Record<string, unknown> | null) => {
    const { title, url, content, description } = item ?? {};
    if (typeof url !== 'string') return [];
    return [
      { title: plain(title) || url, url, excerpt: plain(content ?? description).slice(0, MAX_EXCERPT) },
    ];
  });
}

/** Brave marks the words that it found with tags. */
function plain(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replace(/<\/?\w+>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : '';
}

function unusable({ kind }: SearchEngine, reason: string): ToolError {
  return new ToolError(
    'WEB_FAILED',
    `The search with ${kind} failed: ${reason}. Check its configuration, or fetch a known address with web_fetch.`,
  );
}
