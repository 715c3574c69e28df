import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** An answer to a request for a part of the page. */
export type PageFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** What every answer carries. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** The terminal's view makes style elements, which need the nonce, and sets style attributes. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The files of the page, compressed when the package was built. They hold no secret and need no token. */
export class PageFiles {
  readonly #folder: string;
  readonly #known: ReadonlySet<string>;

  constructor(folder: string) {
    this.#folder = folder;
    const list = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as string[];
    this.#known = new Set(list);
  }

  /** Undefined if the page has no such file. */
  get(path: string): PageFile | undefined {
    const name = path === '/' ? 'index.html' : path.slice(1);
    if (!this.#known.has(name)) return undefined;
    const packed = readFileSync(join(this.#folder, `${name}.gz`));
    const type = { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' };
    if (name === 'index.html') return this.#start(gunzipSync(packed).toString('utf8'), type);
    return { headers: { ...SAFE_HEADERS, ...type, 'content-encoding': 'gzip' }, body: packed };
  }

  #start(html: string, type: Readonly<Record<string, string>>): PageFile {
    const nonce = randomBytes(16).toString('base64url');
    const headers = { ...SAFE_HEADERS, ...type, 'content-security-policy': policyOf(nonce) };
    return { headers, body: Buffer.from(html.replaceAll('NONCE', nonce)) };
  }
}
