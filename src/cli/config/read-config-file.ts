import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 65_536;

type ReadOptions = {
  /** The user may keep the file elsewhere. In a project, a link could lead to a file that only the user can read. */
  readonly followsLinks: boolean;
};

/** The text of a configuration file; undefined if there is none. Throws an error that says why it cannot be used. */
export function readConfigFile(path: string, { followsLinks }: ReadOptions): string | undefined {
  const opened = open(path, followsLinks);
  if (opened === undefined) return undefined;
  try {
    // A pipe or a device could keep us waiting.
    if (!fstatSync(opened).isFile()) throw new Error('it is not a regular file');
    return decoded(firstBytes(opened));
  } finally {
    closeSync(opened);
  }
}

function open(path: string, followsLinks: boolean): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(code === 'ELOOP' ? 'it is a link' : `it cannot be read: ${message}`);
  }
}

/** Also of a file that grows while it is read. */
function firstBytes(opened: number): Buffer {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const read = readSync(opened, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text');
  }
}
