import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Handler, openPeer, type Peer } from './socket-peer.ts';

/** Sockets cannot have longer names. */
const LONGEST_PATH = 100;
const HELLO_MS = 5_000;

export type Guest = {
  /** What it is told when it comes in. */
  readonly facts: object;
  readonly handlers: Readonly<Record<string, Handler>>;
  leave(): void;
};

export type EditorDoor = {
  readonly socketPath: string;
  close(): Promise<void>;
};

/**
 * A socket in a folder that only this user can enter. Whoever comes in shows a ticket first; `welcome` gives what
 * its holder may ask for, or undefined.
 */
export async function openEditorDoor(
  welcome: (ticket: string, peer: Peer) => Guest | undefined,
): Promise<EditorDoor> {
  const folder = process.platform === 'win32' ? undefined : await privateFolder();
  const socketPath = folder ? join(folder, 'editor') : `\\\\.\\pipe\\corvid-${crypto.randomUUID()}`;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    receive(socket, welcome);
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

function receive(socket: Socket, welcome: (ticket: string, peer: Peer) => Guest | undefined): void {
  let guest: Guest | undefined;
  const stranger = setTimeout(() => socket.destroy(), HELLO_MS);
  const hello: Handler = ({ ticket }) => {
    clearTimeout(stranger);
    guest = welcome(String(ticket), peer);
    if (!guest) peer.close();
    return guest?.facts;
  };
  const peer = openPeer(
    socket,
    (method) => (guest ? guest.handlers[method] : method === 'hello' ? hello : undefined),
    () => {
      clearTimeout(stranger);
      guest?.leave();
    },
  );
}

async function privateFolder(): Promise<string> {
  const base = join(tmpdir(), 'corvid-XXXXXX', 'editor').length > LONGEST_PATH ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(base, 'corvid-'));
  await chmod(folder, 0o700);
  return folder;
}
