import type { IncomingMessage } from 'node:http';
import { ToolError } from '../../core/errors.ts';
import type { WebPage } from '../../ports/web.ts';
import { guardedRequest } from './guarded-request.ts';
import type { HtmlPage, MarkdownPage } from './html-to-markdown.ts';
import { decodePage, isHtml, isText, mediaTypeOf } from './page-text.ts';
import { acceptedEncodings, readBody } from './read-body.ts';
import type { RobotsCache } from './robots-cache.ts';

export const USER_AGENT = 'corvid';
const MAX_REDIRECTS = 5;
const MAX_BYTES = 5_000_000;

export type PageParts = {
  readonly allowedHosts: readonly string[];
  readonly robots: RobotsCache;
  readonly toMarkdown: (page: HtmlPage, signal: AbortSignal) => Promise<MarkdownPage>;
};

/** Fetches a page, following redirects; each address on the way is checked as the first one. */
export async function fetchPage(address: string, parts: PageParts, signal: AbortSignal): Promise<WebPage> {
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    await parts.robots.expectAllowed(url, signal);
    const headers = {
      'user-agent': USER_AGENT,
      accept: 'text/html, text/*;q=0.9, */*;q=0.5',
      'accept-encoding': acceptedEncodings,
    };
    const response = await guardedRequest(url, { headers, signal, allowedHosts: parts.allowedHosts });
    const next = redirectOf(response, url);
    if (!next) return toPage(response, url, parts, signal);
    response.destroy();
    url = next;
  }
  throw new ToolError(
    'WEB_FAILED',
    `Cannot fetch ${address}: more than ${MAX_REDIRECTS} redirects, the last one to ${url.href}.`,
  );
}

function parseAddress(address: string): URL {
  if (!URL.canParse(address))
    throw new ToolError(
      'INVALID_PARAMS',
      `Invalid \`url\` parameter: ${JSON.stringify(address)}. Give a whole address, such as https://example.org/page.`,
    );
  return new URL(address);
}

function redirectOf(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  if (URL.canParse(location, from.href)) return new URL(location, from.href);
  throw new ToolError(
    'WEB_FAILED',
    `Cannot fetch ${from.href}: it redirects to ${JSON.stringify(location)}, which is not an address.`,
  );
}

async function toPage(
  response: IncomingMessage,
  url: URL,
  parts: PageParts,
  signal: AbortSignal,
): Promise<WebPage> {
  const { statusCode: status = 0, headers } = response;
  const { mediaType, charset } = mediaTypeOf(headers['content-type']);
  if (status >= 400) {
    response.destroy();
    throw new ToolError(
      'WEB_FAILED',
      `Cannot fetch ${url.href}: the server answered with status ${status} ${response.statusMessage ?? ''}.`.replace(
        ' .',
        '.',
      ),
      { status },
    );
  }
  if (!isText(mediaType) && !isHtml(mediaType)) {
    response.destroy();
    throw new ToolError(
      'WEB_REFUSED',
      `Cannot show ${url.href}: its content is ${mediaType}, not text. Download it with a command in the terminal if you need it.`,
    );
  }
  const { bytes, isCut } = await readBody(response, MAX_BYTES);
  const text = decodePage(bytes, charset, mediaType);
  const page = { url: url.href, status, mediaType, isCut };
  return isHtml(mediaType)
    ? { ...page, ...(await parts.toMarkdown({ html: text, url: url.href }, signal)) }
    : { ...page, text };
}
