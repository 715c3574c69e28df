import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Listener } from '../../ports/terminals.ts';
import { childrenOf, readOr } from './process-table.ts';

const run = promisify(execFile);
const LISTENING = '0A';

/** Who listens on a TCP port, in the network of this process or of one below it. */
export async function listenersOn(port: number, root: number): Promise<Listener[]> {
  const pids = treeOf(root);
  if (process.platform !== 'linux') return listenersByLsof(port, pids);
  const sockets = new Set(onePerNetwork(pids).flatMap((pid) => socketsOn(port, pid)));
  if (sockets.size === 0) return [];
  const own = new Set(pids.flatMap(socketsOf));
  return [...sockets].map((socket) => ({ socket, isOwn: own.has(socket) }));
}

function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

function onePerNetwork(pids: readonly number[]): number[] {
  return [...new Map(pids.map((pid) => [linkOf(`/proc/${pid}/ns/net`), pid])).values()];
}

/** The numbers of the sockets, as the kernel lists them for the network of a process. */
function socketsOn(port: number, pid: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['tcp', 'tcp6']
    .flatMap((table) => readOr(`/proc/${pid}/net/${table}`).split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && local?.endsWith(wanted))
    .map((fields) => fields[9] ?? '');
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).flatMap((name) => /^socket:\[(\d+)\]$/.exec(linkOf(`${folder}/${name}`))?.[1] ?? []);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function listenersByLsof(port: number, pids: readonly number[]): Promise<Listener[]> {
  try {
    const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp']);
    const found = stdout.split('\n').flatMap((line) => /^p(\d+)$/.exec(line)?.[1] ?? []);
    return found.map((pid) => ({ socket: pid, isOwn: pids.includes(Number(pid)) }));
  } catch {
    // It fails if nothing listens.
    return [];
  }
}
