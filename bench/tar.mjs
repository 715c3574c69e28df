import { gunzipSync } from 'node:zlib';

const BLOCK = 512;
const FILE_TYPES = ['0', '\0', ''];

/** The regular files of a gzipped tar archive, as `[path, bytes]` with the first folder taken off. */
export function* filesOf(archive) {
  const tar = gunzipSync(archive);
  let longPath;
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const size = Number.parseInt(field(tar, at + 124, 12), 8) || 0;
    const type = field(tar, at + 156, 1);
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (type === 'x' || type === 'L') longPath = pathRecord(type, body);
    else {
      const path = longPath ?? shortPath(tar, at);
      longPath = undefined;
      if (path && FILE_TYPES.includes(type)) yield [path.replace(/^[^/]*\//, ''), body];
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function field(tar, start, length) {
  const text = tar.toString('utf8', start, start + length);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function shortPath(tar, at) {
  const prefix = field(tar, at + 345, 155);
  const name = field(tar, at, 100);
  return prefix ? `${prefix}/${name}` : name;
}

/** A path too long for its header stands in a record of its own before it. */
function pathRecord(type, body) {
  const text = body.toString('utf8');
  if (type === 'L') return text.replace(/\0.*$/s, '');
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1];
}
