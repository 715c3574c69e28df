import { createHash, timingSafeEqual } from 'node:crypto';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { refused } from './http-answers.ts';

export type GateRules = {
  readonly token: string;
  /** Names besides this machine's own under which the server may be asked. */
  readonly allowedHosts: readonly string[];
  /** Host names of web pages besides local ones that may ask. */
  readonly allowedOrigins: readonly string[];
};

/** Who is let in. Each check gives the refusal, or nothing. */
export type Gate = {
  /** Browsers and names: keeps web pages, also by a name made to point here, from reaching the server. */
  place(request: Request, localAddress: string | undefined): Response | undefined;
  token(request: Request): Response | undefined;
};

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export function createGate(rules: GateRules): Gate {
  const expected = digest(rules.token);
  const origins = [...LOCAL_NAMES, ...rules.allowedOrigins];

  function host(request: Request, localAddress: string | undefined): Response | undefined {
    // An address cannot be made to point elsewhere as a name can, so the one that was reached is good.
    const hosts = [...LOCAL_NAMES, ...rules.allowedHosts, ...asHost(localAddress)];
    const result = validateHostHeader(request.headers.get('host'), hosts);
    if (result.ok) return undefined;
    const name = result.hostname;
    if (name === undefined) return refused(403, `${result.message}. Give the name of the server there.`);
    return refused(
      403,
      `Host ${name} is not served here. If the name is right, start Corvid with \`--allow-host ${name}\`.`,
    );
  }

  function origin(request: Request): Response | undefined {
    const result = validateOriginHeader(request.headers.get('origin') ?? undefined, origins);
    if (result.ok) return undefined;
    const name = result.hostname;
    if (name === undefined) return refused(403, `${result.message}. Leave the header out.`);
    return refused(
      403,
      `Web pages of ${name} may not ask here. If they should, start Corvid with \`--allow-origin ${name}\`.`,
    );
  }

  return {
    place: (request, localAddress) => host(request, localAddress) ?? origin(request),
    token(request) {
      const [, given] = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
      const what = given === undefined ? 'A token is required' : 'The token is wrong';
      return refused(401, `${what}: send the header \`Authorization: Bearer TOKEN\` with Corvid's token.`, {
        'www-authenticate': `Bearer realm="corvid"${given === undefined ? '' : ', error="invalid_token"'}`,
      });
    },
  };
}

/** Of one length whatever was given, as a comparison in constant time needs it. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function asHost(address: string | undefined): string[] {
  if (address === undefined) return [];
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return [plain.includes(':') ? `[${plain}]` : plain];
}
