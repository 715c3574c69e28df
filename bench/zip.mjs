import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const STORED = 0;

/** The files of a zip archive (wheels, jars, Go modules), as `[path, bytes]`. */
export function* filesOfZip(archive) {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error('not a zip archive');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const path = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const method = archive.readUInt16LE(at + 10);
    const start = archive.readUInt32LE(at + 42);
    const body = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(body, body + size);
    if (!path.endsWith('/')) yield [path, method === STORED ? bytes : inflateRawSync(bytes)];
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}
