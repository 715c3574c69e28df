import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterTest } from '../after-test.ts';
import { type HttpCorvid, serveHttp } from '../http-corvid.ts';
import { closeAll, openConnections } from './many-connections.ts';

// Clients without the token, all on this machine, try to lock out the one who has it.

const CONNECTIONS = 1_500;
const CALLS = 20;

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`;

const attacks: Readonly<Record<string, string>> = {
  'that ask for the health and stay': `${get('/healthz')}Connection: keep-alive\r\n\r\n`,
  'that say nothing': '',
  'that send half of their headers': get('/mcp', 'X-Slow: '),
  'with a wrong token': get('/mcp', 'Authorization: Bearer wrong-wrong-wrong-wrong\r\n\r\n'),
  'that announce a body and do not send it':
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
  'that send a hundred requests at once': get('/healthz', '\r\n').repeat(100),
  'that ask by a foreign name': 'GET /mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'that do not speak HTTP': '\0\x01\x02 rubbish\r\n\r\n',
};

test.each(Object.entries(attacks))(
  `${CONNECTIONS} connections %s do not lock out the owner`,
  async (_, said) => {
    const server = await serveHttp();
    const attack = openConnections(server.url, CONNECTIONS, said);
    const during = await callsOfOwner(server);
    const sockets = await attack;
    afterTest(async () => closeAll(sockets));
    const after = await callsOfOwner(server);
    expect({ during, after }).toEqual({ during: Array(CALLS).fill(200), after: Array(CALLS).fill(200) });
  },
);

test('a client of the owner that is connected stays so while others flood the server', async () => {
  const server = await serveHttp();
  const stream = await server.fetch('/sse', { headers: { accept: 'text/event-stream' } });
  const sockets = await openConnections(server.url, CONNECTIONS, '');
  afterTest(async () => closeAll(sockets));
  const reader = stream.body!.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain('event: endpoint');
  expect(await Promise.race([reader.read().then(() => 'ended'), sleep(500).then(() => 'open')])).toBe('open');
  await reader.cancel();
});

/** Each on a connection of its own: the status, or what went wrong. */
async function callsOfOwner(server: HttpCorvid): Promise<(number | string)[]> {
  const found: (number | string)[] = [];
  for (let i = 0; i < CALLS; i++) {
    found.push(await callOfOwner(server));
    await sleep(10);
  }
  return found;
}

function callOfOwner({ url, token }: HttpCorvid): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(`${url}/metrics`, { headers, agent: false, timeout: 10_000 }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', ({ message }) => resolve(message));
    asked.end();
  });
}
