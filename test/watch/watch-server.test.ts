import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { WatchGate } from '../../src/watch/watch-gate.ts';
import { newFolder } from '../corvid-client.ts';
import { startWatch, type Watch } from './watch-client.ts';

// The rules of the page's server: docs/security.md has a line for each.

type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};
type Response = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: string };

/** With exactly these headers, also those that fetch() does not let a program set. */
function send(origin: string, { method = 'GET', path = '/', headers = {}, body }: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers }, (response) => {
      let text = '';
      const done = () => resolve({ status: response.statusCode!, headers: response.headers, body: text });
      response.on('data', (chunk) => {
        text += chunk;
        if (response.headers['content-type'] === 'text/event-stream') {
          done();
          sent.destroy();
        }
      });
      response.on('end', done);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the server of the page', () => {
  let watch: Watch;
  let bearer: Record<string, string>;
  beforeAll(async () => {
    const folder = await newFolder();
    watch = await startWatch(folder);
    bearer = { authorization: `Bearer ${watch.token}` };
    return async () => {
      await watch.end();
      await rm(folder, { recursive: true });
    };
  });
  const status = async (sent: Sent) => (await send(watch.origin, sent)).status;
  const undo = (headers: Record<string, string>) =>
    status({ method: 'POST', path: '/api/undo', headers, body: '{}' });

  test('listens on this machine only', () => {
    expect(watch.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('shows the page to all, under a policy that runs no foreign script', async () => {
    const { status, headers, body } = await send(watch.origin, {});
    expect(status).toBe(200);
    expect(body).toContain('<div id="app">');
    const nonce = /name="style-nonce" content="([\w-]+)"/.exec(body)![1];
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test.each(['localhost', 'example.org', '127.0.0.1'])('refuses the host %s', async (host) => {
    expect(await status({ headers: { host } })).toBe(403);
  });

  test('refuses pages of other origins, of other ports too', async () => {
    expect(await status({ headers: { origin: 'http://127.0.0.1:1' } })).toBe(403);
    expect(await status({ headers: { origin: 'https://example.org' } })).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect(await status({ headers: { 'sec-fetch-site': site } })).toBe(403);
    expect(await status({ headers: { 'sec-fetch-site': 'none' } })).toBe(200);
    expect(await undo({ ...bearer, 'content-type': 'application/json', 'sec-fetch-site': 'none' })).toBe(403);
  });

  test('gives nothing and does nothing without the token', async () => {
    expect(await status({ path: '/api/events' })).toBe(401);
    expect(await status({ path: '/api/events', headers: { authorization: 'Bearer wrong' } })).toBe(401);
    expect(await undo({ 'content-type': 'application/json' })).toBe(401);
    expect(await status({ path: '/api/events', headers: bearer })).toBe(200);
  });

  test('takes acts as JSON only, so that a form of another page can do nothing', async () => {
    expect(await undo({ ...bearer, 'content-type': 'text/plain' })).toBe(415);
    expect(await undo({ ...bearer, 'content-type': 'application/json' })).toBe(409);
    expect(await status({ path: '/api/undo', headers: bearer })).toBe(404);
    expect(
      await status({
        method: 'POST',
        path: '/api/constructor',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: '{}',
      }),
    ).toBe(404);
  });

  test.each(['/../package.json', '/files.json', '/main.js.gz', '/%2e%2e/x', '/constructor'])(
    'has no file %s',
    async (path) => {
      expect(await status({ path })).toBe(404);
    },
  );

  test('refuses a body that is too long or no object', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' };
    const act = (body: string) => status({ method: 'POST', path: '/api/undo', headers, body });
    expect(await act(`"${'x'.repeat(20_000)}"`)).toBe(409);
    expect(await act('null')).toBe(409);
    expect(await act('{')).toBe(409);
  });
});

test('the code that a browser is started with works once, and for half a minute', () => {
  let now = 0;
  const gate = new WatchGate(() => now);
  const code = gate.newCode();
  expect(gate.exchange('wrong')).toBeUndefined();
  expect(gate.exchange(code)).toBe(gate.token);
  expect(gate.exchange(code)).toBeUndefined();
  const late = gate.newCode();
  now = 30_001;
  expect(gate.exchange(late)).toBeUndefined();
});
