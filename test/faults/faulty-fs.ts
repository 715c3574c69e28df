import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';

// Node's fs, below everything of ours, in which one call of many can be made to fail. Runs in a child process.

/** What the calls of fs do, as far as a fault must know. */
type Doing = 'create' | 'open' | 'list' | 'look' | 'read' | 'write' | 'sync' | 'close' | 'make' | 'change';

const everything: readonly Doing[] = [
  ...(['create', 'open', 'list', 'look', 'read', 'write', 'sync', 'close', 'make', 'change'] as const),
];

/** Which calls can meet which fault. */
const targets = {
  ENOSPC: ['create', 'write', 'sync', 'make'],
  EACCES: ['create', 'open', 'list', 'look', 'make', 'change'],
  EIO: everything,
  EMFILE: ['create', 'open', 'list'],
  'short write': ['write'],
  'short write, then ENOSPC': ['write'],
  'short read': ['read'],
  // Between two calls that only read the disk is the same.
  kill: ['create', 'write', 'sync', 'make', 'change'],
  'torn write, then kill': ['write'],
} as const satisfies Record<string, readonly Doing[]>;

export type FaultKind = keyof typeof targets;

export type Fault = {
  readonly kind: FaultKind;
  /** The how manieth call that can meet it, from 1. */
  readonly step: number;
  /** Whether all those after it meet it too. */
  readonly lasting: boolean;
};

type Armed = { readonly folder: string; readonly fault: Fault; steps: number; where: string | undefined };

let armed: Armed | undefined;
let syncsUnderWay = 0;
/** The files below the folder that are open. */
const openFiles = new Map<number, string>();

/** From now on calls for something below the folder count. */
export function arm(folder: string, fault: Fault): void {
  armed = { folder, fault, steps: 0, where: undefined };
}

/** Where the fault struck; undefined if there was no such step. */
export function disarm(): string | undefined {
  const where = armed?.where;
  armed = undefined;
  return where;
}

/** Resolves when nothing that nobody waits for is under way. */
export async function idle(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (syncsUnderWay > 0);
}

function pathOf(target: unknown): string | undefined {
  if (typeof target === 'number') return openFiles.get(target);
  const held = /^\/proc\/self\/fd\/(\d+)(.*)$/s.exec(String(target));
  return held ? `${openFiles.get(Number(held[1])) ?? ''}${held[2]}` : String(target);
}

function isWatched(target: unknown): boolean {
  return armed !== undefined && (pathOf(target)?.startsWith(armed.folder) ?? false);
}

/** Whether this call meets the fault. */
function strikes(name: string, doing: Doing, target: unknown): FaultKind | undefined {
  if (!armed || !isWatched(target)) return undefined;
  const { kind, step, lasting } = armed.fault;
  if (!(targets[kind] as readonly Doing[]).includes(doing)) return undefined;
  armed.steps++;
  const isHit = lasting ? armed.steps >= step : armed.steps === step;
  if (!isHit) return undefined;
  armed.where ??= `${name} ${pathOf(target)!.slice(armed.folder.length)}`;
  return kind;
}

function failure(code: 'ENOSPC' | 'EACCES' | 'EIO' | 'EMFILE', call: string, target: unknown): Error {
  const errno = -constants.errno[code];
  const words = getSystemErrorMap().get(errno)?.[1] ?? code;
  const message = `${code}: ${words}, ${call} '${target}'`;
  return Object.assign(new Error(message), { errno, code, syscall: call, path: String(target) });
}

/** Ends the process or throws, if the fault is of such a kind; otherwise the call goes on. */
function suffer(kind: FaultKind | undefined, name: string, target: unknown): void {
  if (kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (kind === 'ENOSPC' || kind === 'EACCES' || kind === 'EIO' || kind === 'EMFILE')
    throw failure(kind, name, target);
}

type Call = (...given: unknown[]) => unknown;
const table = fs as unknown as Record<string, Call>;
const real = { ...table };

/** Puts a call in the place of one of fs. */
function patch(name: string, call: Call): void {
  table[name] = Object.assign(call, real[name]);
}

function patchPlain(name: string, doing: Doing): void {
  patch(name, (...given) => {
    suffer(strikes(name, doing, given[0]), name, given[0]);
    return real[name]!(...given);
  });
}

const plain: Partial<Record<Doing, readonly string[]>> = {
  list: ['readdirSync'],
  look: ['accessSync', 'fstatSync', 'lstatSync', 'readlinkSync', 'realpathSync', 'statSync'],
  make: ['linkSync', 'mkdirSync', 'mkdtempSync', 'renameSync'],
  change: ['chmodSync', 'fchmodSync', 'fchownSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'utimesSync'],
  sync: ['fsyncSync'],
};

for (const [doing, names] of Object.entries(plain)) {
  for (const name of names) patchPlain(name, doing as Doing);
}
patch('symlinkSync', (target, path, ...more) => {
  suffer(strikes('symlink', 'make', path), 'symlink', path);
  return real.symlinkSync!(target, path, ...more);
});

const realNative = fs.realpathSync.native;
fs.realpathSync.native = ((path: string) => {
  suffer(strikes('realpath', 'look', path), 'realpath', path);
  return realNative(path);
}) as typeof fs.realpathSync.native;

patch('openSync', (path, flags = 'r', ...more) => {
  const creates =
    typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : !/^r/.test(String(flags));
  suffer(strikes('open', creates ? 'create' : 'open', path), 'open', path);
  const fd = real.openSync!(path, flags, ...more) as number;
  openFiles.set(fd, pathOf(path) ?? '');
  return fd;
});

patch('closeSync', (fd) => {
  const kind = strikes('close', 'close', fd);
  openFiles.delete(fd as number);
  // A close that fails has closed all the same.
  real.closeSync!(fd);
  suffer(kind, 'close', fd);
});

patch('writeSync', (fd, from, at = 0, length = (from as Uint8Array).length - (at as number), ...more) => {
  const kind = strikes('write', 'write', fd);
  suffer(kind, 'write', fd);
  if (kind === undefined) return real.writeSync!(fd, from, at, length, ...more);
  const written = real.writeSync!(fd, from, at, Math.ceil((length as number) / 2), ...more);
  if (kind === 'torn write, then kill') process.kill(process.pid, 'SIGKILL');
  if (kind === 'short write, then ENOSPC')
    armed = { ...armed!, fault: { kind: 'ENOSPC', step: 0, lasting: true } };
  return written;
});

patch('readSync', (fd, into, at, length, ...more) => {
  const kind = strikes('read', 'read', fd);
  suffer(kind, 'read', fd);
  const asked = kind === 'short read' ? Math.ceil((length as number) / 3) : length;
  return real.readSync!(fd, into, at, asked, ...more);
});

patch('fsync', (fd, done) => {
  const tell = done as (error: Error | null) => void;
  syncsUnderWay++;
  const finish = (error: Error | null) => {
    syncsUnderWay--;
    tell(error);
  };
  try {
    suffer(strikes('fsync', 'sync', fd), 'fsync', fd);
    real.fsync!(fd, finish);
  } catch (error) {
    setImmediate(() => finish(error as Error));
  }
});

// These two are several calls to the system, and each of them can fail.

patch('writeFileSync', (path, data, options) => {
  if (!isWatched(path)) return real.writeFileSync!(path, data, options);
  const { flag = 'w', mode } = (options ?? {}) as { flag?: string; mode?: number };
  const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Uint8Array);
  const fd = typeof path === 'number' ? path : fs.openSync(path as string, flag, mode);
  try {
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at, bytes.length - at);
  } finally {
    if (fd !== path) fs.closeSync(fd);
  }
});

patch('readFileSync', (path, options) => {
  if (!isWatched(path)) return real.readFileSync!(path, options);
  const fd = typeof path === 'number' ? path : fs.openSync(path as string, 'r');
  const pieces: Buffer[] = [];
  try {
    for (;;) {
      const piece = Buffer.alloc(65_536);
      const length = fs.readSync(fd, piece, 0, piece.length, null);
      if (length === 0) break;
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    if (fd !== path) fs.closeSync(fd);
  }
  const bytes = Buffer.concat(pieces);
  return typeof options === 'string' ? bytes.toString(options as BufferEncoding) : bytes;
});

syncBuiltinESMExports();
