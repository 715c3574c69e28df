#!/usr/bin/env node
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { Script } from 'node:vm';
import { cacheDirectory } from '../adapters/private/own-folders.ts';
import { makePrivateFolder } from '../adapters/private/private-folder.ts';
import { readTrustedFile } from '../adapters/private/trust.ts';
import { version } from '../version.ts';

// Starts a program from compiled code that an earlier run has cached, which saves a third of the time that Corvid adds
// to the start of Node. Without a usable cache it is compiled as usual. The cache is code: a cache that another user
// could have written or replaced is not used.

const program = isStdioServer(process.argv.slice(2)) ? 'server' : 'main';
const file = join(__dirname, `${program}.cjs`);

/** As clients start it. Everything else, also a wrong call, is run by main.cjs. */
function isStdioServer(args: readonly string[]): boolean {
  if (args.length === 0) return !isatty(0);
  return args[0] === 'mcp' && !args.some((arg) => /^(--http|--help|-h)/.test(arg));
}

function start(): void {
  const source = `(function(require,__filename){${readFileSync(file, 'latin1')}\n})`;
  const cachedData = readCache();
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  script.runInThisContext()(require, file);
  if (script.cachedDataRejected !== false) process.once('exit', () => keepCache(script));
}

/** Written at exit, so that it contains the functions that have run. */
function keepCache(script: Script): void {
  try {
    makePrivateFolder(cacheDirectory(process.env));
    const unfinished = `${cacheFile()}.${process.pid}`;
    try {
      const code = Buffer.concat([mark(), script.createCachedData()]);
      writeFileSync(unfinished, code, { flag: 'wx', mode: 0o600 });
      renameSync(unfinished, cacheFile());
    } catch {
      // Also removes what a killed process with the same id has left.
      unlinkSync(unfinished);
    }
  } catch {
    // Without a cache the next start is slower, nothing more.
  }
}

function readCache(): Buffer | undefined {
  try {
    const cache = readTrustedFile(cacheFile());
    const own = mark();
    return cache.subarray(0, own.length).equals(own) ? cache.subarray(own.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Identifies the file that was compiled. V8 compares only the length of the source. */
function mark(): Buffer {
  const { size, mtimeMs } = statSync(file);
  return Buffer.from(`${size} bytes of ${mtimeMs}\n`);
}

function cacheFile(): string {
  return join(
    cacheDirectory(process.env),
    `${program}-${version}-node-${process.versions.node}-${process.arch}`,
  );
}

start();
