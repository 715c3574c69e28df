import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { linkLoop, systemCode } from './file-errors.ts';
import { readlink, realpath } from './quick-io.ts';

/** As many as Linux follows. */
const maxLinks = 40;

/** Follows every link, also where the path, or what a link points to, does not exist yet. */
export async function realPath(path: string): Promise<string> {
  const absolute = isAbsolute(path) ? path : resolve() + sep + path;
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCode(error) === 'ELOOP') throw linkLoop(path);
    return walk(absolute, path);
  }
}

async function walk(absolute: string, path: string): Promise<string> {
  let resolved = parse(absolute).root;
  const pending = partsOf(absolute);
  let links = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    // What stands before `..` has been followed by now, as the kernel does it.
    const candidate = part === '..' ? dirname(resolved) : join(resolved, part);
    const target = part === '..' ? undefined : await linkTarget(candidate);
    if (target === undefined) {
      resolved = candidate;
      continue;
    }
    if (++links > maxLinks) throw linkLoop(path);
    if (isAbsolute(target)) resolved = parse(target).root;
    pending.unshift(...partsOf(target));
  }
  return resolved;
}

function partsOf(path: string): string[] {
  const separators = process.platform === 'win32' ? /[\\/]/ : '/';
  return path
    .slice(parse(path).root.length)
    .split(separators)
    .filter((part) => part !== '' && part !== '.');
}

/** Undefined for whatever is not a link, existing or not. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'UNKNOWN') return undefined;
    throw error;
  }
}
