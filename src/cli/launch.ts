#!/usr/bin/env node
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { Script } from 'node:vm';
import { cacheDirectory } from '../adapters/private/own-folders.ts';
import { makePrivateFolder } from '../adapters/private/private-folder.ts';
import { readTrustedFile } from '../adapters/private/trust.ts';
import { version } from './version.ts';

// Starts a program from compiled code that an earlier run has kept, which saves a third of the time that Corvid itself
// adds to a start of Node. Without a usable cache it is compiled as usual. The cache is code: one that another user may
// have written is not used, nor is one written where others may replace it.

const program = isStdioServer(process.argv.slice(2)) ? 'server' : 'main';
const file = join(__dirname, `${program}.cjs`);

/** As clients start it. All else, also a wrong call, is for the whole command. */
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

/** The functions that ran are in it as well, which is why it is made at the end. */
function keepCache(script: Script): void {
  try {
    makePrivateFolder(cacheDirectory(process.env));
    const unfinished = `${cacheFile()}.${process.pid}`;
    try {
      const code = Buffer.concat([mark(), script.createCachedData()]);
      writeFileSync(unfinished, code, { flag: 'wx', mode: 0o600 });
      renameSync(unfinished, cacheFile());
    } catch {
      // Also what a killed process with the same id has left: the next one can write it then.
      unlinkSync(unfinished);
    }
  } catch {
    // A start without a cache is slower and nothing else.
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

/** Identifies the file that was compiled. V8 itself compares only the length of the source. */
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
