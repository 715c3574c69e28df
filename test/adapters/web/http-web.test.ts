import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpWeb } from '../../../src/adapters/web/http-web.ts';
import type { SearchEngine } from '../../../src/adapters/web/search-engines.ts';

// A server of our own on loopback, which is allowed by its name; another one is not.

const article = `<html><head><title>Guide - Site</title></head><body><nav><a href="/x">Menu</a></nav>
<article><h1>Guide</h1><p>${'Some words about the matter, and a <a href="sub/page">link</a>. '.repeat(20)}</p>
<pre class="language-js"><code>const a = 1;
  const b = 2;
</code></pre><table><tr><th>Name</th><th>Value</th></tr><tr><td>a|b</td><td>1</td></tr></table>
<script>alert(1)</script><img src="x.png" alt="a raven"><p>${'More words. '.repeat(30)}</p></article></body></html>`;

const answers: Record<string, RequestListener> = {
  '/robots.txt': (_, response) => response.writeHead(200).end('User-agent: *\nDisallow: /private'),
  '/article': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(article),
  '/gzip': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync('zipped')),
  '/bomb': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(200_000_000, 'a'))),
  '/latin1': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' })
      .end(Buffer.from('caf\xe9', 'latin1')),
  '/json': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
  '/image': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/missing': (_, response) => response.writeHead(404).end('no'),
  '/private/page': (_, response) => response.end('secret'),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/moved': (_, response) => response.writeHead(301, { location: '/json' }).end(),
  '/inside': (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${portOf(other)}/` }).end(),
  '/metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/silent': () => {},
  '/deep': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<body>${'<div>'.repeat(200_000)}deep`),
  '/search': (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams.get('q');
    response.end(
      JSON.stringify({
        results: [{ title: `About ${query}`, url: 'https://example.org/', content: 'An <b>excerpt</b>.' }],
      }),
    );
  },
  '/brave': (request, response) =>
    response.end(
      JSON.stringify({
        web: {
          results: [{ title: request.headers['x-subscription-token'], url: 'https://b/', description: 'd' }],
        },
      }),
    ),
  '/tavily': (request, response) =>
    response.end(
      JSON.stringify({
        results: [
          { title: `${request.method} ${request.headers.authorization}`, url: 'https://t/', content: 'c' },
        ],
      }),
    ),
};

let server: Server;
let other: Server;
let base: string;

function portOf(one: Server): number {
  return (one.address() as AddressInfo).port;
}

async function listen(listener: RequestListener): Promise<Server> {
  const one = createServer(listener);
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return one;
}

beforeAll(async () => {
  server = await listen((request, response) => {
    const answer = answers[new URL(request.url!, 'http://x').pathname];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  other = await listen((_, response) => response.end('inside'));
  base = `http://127.0.0.1:${portOf(server)}`;
});

afterAll(() => {
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
});

async function withWeb<T>(
  use: (web: ReturnType<typeof httpWeb>) => Promise<T>,
  searchEngine?: SearchEngine,
): Promise<T> {
  const web = httpWeb({ allowedHosts: [new URL(base).host], searchEngine });
  try {
    return await use(web);
  } finally {
    await web.close();
  }
}

function fetched(path: string) {
  return withWeb((web) => web.fetchPage(`${base}${path}`));
}

describe('a page', () => {
  test('of HTML is its main content as Markdown', async () => {
    const { title, text, mediaType } = await fetched('/article');
    expect([title, mediaType]).toEqual(['Guide - Site', 'text/html']);
    expect(text).toContain(`[link](${base}/sub/page)`);
    expect(text).toContain('```js\nconst a = 1;\n  const b = 2;\n```');
    expect(text).toContain('| Name | Value |\n| --- | --- |\n| a\\|b | 1 |');
    expect(text).toContain('[image: a raven]');
    expect(text).not.toMatch(/alert|Menu/);
  });

  test('of text, JSON and other encodings is what was sent', async () => {
    expect((await fetched('/json')).text).toBe('{"a":1}');
    expect((await fetched('/gzip')).text).toBe('zipped');
    expect((await fetched('/latin1')).text).toBe('café');
  });

  test('is found after a redirect', async () => {
    expect(await fetched('/moved')).toMatchObject({ url: `${base}/json`, text: '{"a":1}' });
  });

  test('is cut at 5 MB, however small it was sent', async () => {
    const { text, isCut } = await fetched('/bomb');
    expect([text.length, isCut]).toEqual([5_000_000, true]);
  });

  test('that nests too deeply to be read is refused, and the next one is read', async () => {
    await withWeb(async (web) => {
      await expect(web.fetchPage(`${base}/deep`)).rejects.toThrow('converting the page to text failed');
      expect((await web.fetchPage(`${base}/article`)).text).toContain('Some words');
    });
  });
});

describe('refused', () => {
  test.each([
    ['/missing', 'WEB_FAILED', 'the server answered with status 404 Not Found.'],
    [
      '/image',
      'WEB_REFUSED',
      'its content is image/png, not text. Download it with a command in the terminal',
    ],
    ['/private/page', 'WEB_REFUSED', 'robots.txt of 127.0.0.1'],
    ['/loop', 'WEB_FAILED', 'more than 5 redirects'],
    [
      '/inside',
      'WEB_REFUSED',
      'its address 127.0.0.1 is private, loopback or reserved. The user can allow this host with --web-allow-host 127.0.0.1:',
    ],
    ['/metadata', 'WEB_REFUSED', 'its address 169.254.169.254 is private'],
    ['/file', 'WEB_REFUSED', 'only http and https addresses can be fetched'],
  ])('%s', async (path, name, message) => {
    await expect(fetched(path)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });

  test.each([
    ['not an address', 'INVALID_PARAMS', 'Give a whole address'],
    ['http://127.0.0.1/', 'WEB_REFUSED', 'its address 127.0.0.1 is private'],
    ['http://[::1]/', 'WEB_REFUSED', 'its address ::1 is private'],
    ['http://0x7f.1/', 'WEB_REFUSED', 'its address 127.0.0.1 is private'],
    ['http://2130706433/', 'WEB_REFUSED', 'its address 127.0.0.1 is private'],
    ['http://localhost/', 'WEB_REFUSED', 'is private, loopback or reserved'],
    ['ftp://example.org/', 'WEB_REFUSED', 'only http and https'],
    ['http://user:pass@example.org/', 'WEB_REFUSED', 'contains a user name or password'],
  ])('%s', async (url, name, message) => {
    const failure = withWeb((web) => web.fetchPage(url));
    await expect(failure).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });

  test('a call that is cancelled', async () => {
    const controller = new AbortController();
    const failure = withWeb((web) => web.fetchPage(`${base}/silent`, controller.signal));
    setTimeout(() => controller.abort(), 50);
    await expect(failure).rejects.toMatchObject({ name: 'CANCELLED' });
  });
});

describe('a search', () => {
  const search = (engine: SearchEngine) => withWeb((web) => web.search('ravens', { limit: 5 }), engine);

  test('with SearXNG, Brave and Tavily', async () => {
    expect(await search({ kind: 'searxng', url: base })).toEqual([
      { title: 'About ravens', url: 'https://example.org/', excerpt: 'An excerpt.' },
    ]);
    expect((await search({ kind: 'brave', key: 'k1', url: `${base}/brave` }))[0]?.title).toBe('k1');
    expect((await search({ kind: 'tavily', key: 'k2', url: `${base}/tavily` }))[0]?.title).toBe(
      'POST Bearer k2',
    );
  });

  test('without an engine says how to configure one', async () => {
    await expect(withWeb((web) => web.search('x', { limit: 1 }))).rejects.toMatchObject({
      name: 'WEB_SEARCH_UNAVAILABLE',
      message: expect.stringContaining('--web-search searxng=URL'),
    });
  });

  test('whose engine does not send JSON says so', async () => {
    await expect(search({ kind: 'brave', key: 'k', url: `${base}/article` })).rejects.toThrow(
      'its answer is not JSON',
    );
  });
});
