import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is refused, or undefined. */
export type GateRefusal = { readonly status: 401 | 403 | 415; readonly message: string };

const CODE_MS = 30_000;

/** Decides which requests reach the page's interface: it can undo changes, so it is stricter than that of MCP. */
export class WatchGate {
  readonly token = randomBytes(32).toString('base64url');
  readonly #now: () => number;
  #code: { readonly value: string; readonly madeAt: number } | undefined;
  #host = '';

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The only address under which the page may be asked for. */
  listensOn(port: number): void {
    this.#host = `127.0.0.1:${port}`;
  }

  get origin(): string {
    return `http://${this.#host}`;
  }

  /** A code for the address that a browser is started with: other users can read the arguments of a process. */
  newCode(): string {
    this.#code = { value: randomBytes(32).toString('base64url'), madeAt: this.#now() };
    return this.#code.value;
  }

  /** The token for a code, which is accepted once and not for long. */
  exchange(given: unknown): string | undefined {
    const code = this.#code;
    if (typeof given !== 'string' || !code || !isSame(given, code.value)) return undefined;
    this.#code = undefined;
    return this.#now() - code.madeAt <= CODE_MS ? this.token : undefined;
  }

  /** Whether the request comes from the page itself, or from a person who typed the address. */
  refusePlace({ method, headers }: IncomingMessage): GateRefusal | undefined {
    const { host, origin, 'sec-fetch-site': site = 'same-origin' } = headers;
    if (host !== this.#host) return refused(403, `Ask for ${this.origin}, not for ${host ?? 'no host'}.`);
    if (origin !== undefined && origin !== this.origin)
      return refused(403, 'Other web pages may not ask here.');
    const isTyped = site === 'none' && method === 'GET';
    if (site !== 'same-origin' && !isTyped) return refused(403, 'Other web pages may not ask here.');
    return undefined;
  }

  refuseToken({ headers }: IncomingMessage): GateRefusal | undefined {
    const [, given = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    return isSame(given, this.token)
      ? undefined
      : refused(401, 'The token is missing or wrong. Open the address that `corvid watch` prints.');
  }

  /** A form of another page cannot send JSON. */
  refuseForm({ headers }: IncomingMessage): GateRefusal | undefined {
    return headers['content-type'] === 'application/json'
      ? undefined
      : refused(415, 'Send application/json.');
  }
}

function refused(status: GateRefusal['status'], message: string): GateRefusal {
  return { status, message };
}

/** In constant time, whatever the lengths are. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
