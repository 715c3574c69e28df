import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ToolError } from '../../core/errors.ts';
import { isPublicAddress } from './public-address.ts';

export type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Hosts, with their port if it is not the usual one, whose address may be private. */
  readonly allowedHosts: readonly string[];
};

/** Sends one request, without following redirects. The address is checked and then used: it is not resolved again. */
export function guardedRequest(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = options;
  refuseUnusable(url);
  const isAllowed = options.allowedHosts.includes(url.host);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowed && isIP(host) && !isPublicAddress(host)) throw privateAddress(url, host);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method, headers, signal, agent: false, lookup: isAllowed ? lookup : publicLookup(url) },
      resolve,
    );
    request.on('error', (error) => reject(error instanceof ToolError ? error : failed(url, error)));
    request.end(body);
  });
}

function refuseUnusable(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ToolError(
      'WEB_REFUSED',
      `Cannot fetch ${url.href}: only http and https addresses can be fetched.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new ToolError(
      'WEB_REFUSED',
      `Cannot fetch from ${url.host}: the address contains a user name or password. Leave it out.`,
    );
}

/** Refuses a name if any of its addresses is private: which of them is used must not matter. */
function publicLookup(url: URL): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
      if (error) return callback(error, '', 0);
      if (hidden) return callback(privateAddress(url, hidden.address) as Error, '', 0);
      if ('all' in options && options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function privateAddress({ host }: URL, address: string): ToolError {
  return new ToolError(
    'WEB_REFUSED',
    `Cannot fetch from ${host}: its address ${address} is private, loopback or reserved. The user can allow this host with --web-allow-host ${host}.`,
  );
}

function failed({ host }: URL, error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') return error;
  const reason = error.code === 'ENOTFOUND' ? 'the host name was not found' : error.message;
  return new ToolError(
    'WEB_FAILED',
    `Cannot fetch from ${host}: ${reason}. Check the address, or try again later.`,
  );
}
