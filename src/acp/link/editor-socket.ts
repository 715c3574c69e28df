import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Handler, SocketPeer } from './socket-peer.ts';

/** Unix sockets cannot have longer paths. */
const MAX_PATH_LENGTH = 100;
/** A connection that does not send its token within this time is closed. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

/** What the other end of an accepted connection may do. */
export type AcceptedConnection = {
  /** The response to the handshake. */
  readonly capabilities: object;
  readonly handlers: Readonly<Record<string, Handler>>;
  onClose(): void;
};

/** Undefined for a token that is not known. */
type Accept = (token: string, peer: SocketPeer) => AcceptedConnection | undefined;

export type EditorSocket = {
  readonly socketPath: string;
  close(): Promise<void>;
};

/** Listens on a socket in a folder that only this user can enter. A connection must first send a token. */
export async function openEditorSocket(accept: Accept): Promise<EditorSocket> {
  const folder = process.platform === 'win32' ? undefined : await createPrivateFolder();
  const socketPath = folder ? join(folder, 'editor') : `\\\\.\\pipe\\corvid-${crypto.randomUUID()}`;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, accept);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  server.unref();
  return {
    socketPath,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(socket: Socket, accept: Accept): void {
  let accepted: AcceptedConnection | undefined;
  const handshakeTimeout = setTimeout(() => socket.destroy(), HANDSHAKE_TIMEOUT_MS);
  const onHello: Handler = ({ token }) => {
    clearTimeout(handshakeTimeout);
    accepted = accept(String(token), peer);
    if (!accepted) peer.close();
    return accepted?.capabilities;
  };
  const peer = new SocketPeer(socket, {
    findHandler: (method) =>
      accepted ? accepted.handlers[method] : method === 'hello' ? onHello : undefined,
    onClose() {
      clearTimeout(handshakeTimeout);
      accepted?.onClose();
    },
  });
}

async function createPrivateFolder(): Promise<string> {
  const base = join(tmpdir(), 'corvid-XXXXXX', 'editor').length > MAX_PATH_LENGTH ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(base, 'corvid-'));
  await chmod(folder, 0o700);
  return folder;
}
