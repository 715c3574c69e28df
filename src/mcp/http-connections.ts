import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Keeps clients without the token from taking the connections of those who have it. */
export type Connections = {
  /** A request on this connection had the token: from now on it is not closed for others. */
  trust(socket: Socket): void;
  isTrusted(socket: Socket): boolean;
  /** Whether a request is to be served: of an untrusted one only the first, after whose answer the connection is closed. */
  mayAsk(socket: Socket): boolean;
};

export type ConnectionLimits = { readonly untrusted: number; readonly perAddress: number };

/** Connections on which no request had the token yet, in all and from one address. */
const LIMITS: ConnectionLimits = { untrusted: 1_024, perAddress: 512 };
const MAX_TRUSTED = 1_024;

/** Where there are too many untrusted connections, the oldest is closed for the newest: to refuse that would lock out the owner. */
export function guardConnections(server: Server, limits = LIMITS): Connections {
  const untrusted = new Map<Socket, string>();
  const trusted = new WeakSet<Socket>();
  const asked = new WeakSet<Socket>();
  server.maxConnections = limits.untrusted + MAX_TRUSTED;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    untrusted.set(socket, address);
    socket.once('close', () => untrusted.delete(socket));
    closeOldest(untrusted, address, limits);
  });
  return {
    trust(socket) {
      untrusted.delete(socket);
      trusted.add(socket);
    },
    isTrusted: (socket) => trusted.has(socket),
    mayAsk(socket) {
      const isFirst = !asked.has(socket);
      asked.add(socket);
      return isFirst || trusted.has(socket);
    },
  };
}

function closeOldest(
  untrusted: Map<Socket, string>,
  address: string,
  { untrusted: limit, perAddress }: ConnectionLimits,
): void {
  const ofAddress = [...untrusted].flatMap(([socket, from]) => (from === address ? [socket] : []));
  const [oldest] = ofAddress.length > perAddress ? ofAddress : untrusted.size > limit ? untrusted.keys() : [];
  if (!oldest) return;
  untrusted.delete(oldest);
  oldest.destroy();
}
