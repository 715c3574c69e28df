import { ToolError } from '../../core/errors.ts';
import { parseRobots, type RobotsRules } from '../../core/web/robots.ts';
import { guardedRequest } from './guarded-request.ts';
import { acceptedEncodings, readBody } from './read-body.ts';

const MAX_BYTES = 500_000;
const MAX_AGE_MS = 600_000;
const MAX_ORIGINS = 100;
const MAX_REDIRECTS = 5;

const allowAll: RobotsRules = { isAllowed: () => true };
const allowNothing: RobotsRules = { isAllowed: () => false };

type Entry = { readonly rules: RobotsRules; readonly expiresAt: number };

/** The rules of robots.txt by origin, kept for ten minutes. */
export class RobotsCache {
  readonly #agent: string;
  readonly #allowedHosts: readonly string[];
  readonly #entries = new Map<string, Entry>();

  constructor(agent: string, allowedHosts: readonly string[]) {
    this.#agent = agent;
    this.#allowedHosts = allowedHosts;
  }

  async expectAllowed(url: URL, signal: AbortSignal): Promise<void> {
    const { rules } = this.#known(url.origin) ?? (await this.#load(url, signal));
    if (rules.isAllowed(url.pathname + url.search)) return;
    throw new ToolError(
      'WEB_REFUSED',
      `Cannot fetch ${url.href}: robots.txt of ${url.host} does not allow it, or cannot be read. Use another source.`,
    );
  }

  #known(origin: string): Entry | undefined {
    const entry = this.#entries.get(origin);
    return entry && entry.expiresAt > Date.now() ? entry : undefined;
  }

  async #load(url: URL, signal: AbortSignal): Promise<Entry> {
    const entry = {
      rules: await this.#rulesAt(new URL('/robots.txt', url), signal),
      expiresAt: Date.now() + MAX_AGE_MS,
    };
    if (this.#entries.size >= MAX_ORIGINS) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(url.origin, entry);
    return entry;
  }

  /** No robots.txt allows everything; a server that fails to say allows nothing. */
  async #rulesAt(url: URL, signal: AbortSignal, redirects = 0): Promise<RobotsRules> {
    const headers = { 'user-agent': this.#agent, 'accept-encoding': acceptedEncodings };
    const response = await guardedRequest(url, { headers, signal, allowedHosts: this.#allowedHosts });
    const { statusCode = 0 } = response;
    const { location } = response.headers;
    if (statusCode >= 300 && statusCode < 400 && location !== undefined && redirects < MAX_REDIRECTS) {
      response.destroy();
      return URL.canParse(location, url.href)
        ? this.#rulesAt(new URL(location, url.href), signal, redirects + 1)
        : allowAll;
    }
    if (statusCode !== 200) {
      response.destroy();
      return statusCode >= 500 ? allowNothing : allowAll;
    }
    const { bytes } = await readBody(response, MAX_BYTES);
    return parseRobots(new TextDecoder().decode(bytes), this.#agent);
  }
}
