import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens connections to an HTTP server on this machine, a hundred at a time, and says something on each. */
export async function openConnections(url: string, count: number, said: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opening = Array.from({ length: Math.min(100, count - sockets.length) }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).resume();
      await once(socket, 'connect').catch(() => {});
      if (said !== '') socket.write(said);
      return socket;
    });
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}

export function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
