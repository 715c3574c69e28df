#!/usr/bin/env node
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { version } from './version.ts';

// Starts main.cjs from compiled code that an earlier server has kept, which saves a third of the time that
// Corvid itself adds to a start of Node. Without a usable cache it is compiled as ever.

const file = join(__dirname, 'main.cjs');

function start(): void {
  const source = `(function(require,__filename){${readFileSync(file, 'latin1')}\n})`;
  const cachedData = readCache();
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  script.runInThisContext()(require, file);
  const isServer = process.argv[2] === undefined || process.argv[2] === 'mcp';
  if (isServer && script.cachedDataRejected !== false) process.once('exit', () => keepCache(script));
}

/** The functions that ran are in it as well, which is why it is made at the end. */
function keepCache(script: Script): void {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    const unfinished = `${cacheFile()}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([mark(), script.createCachedData()]), { mode: 0o600 });
    renameSync(unfinished, cacheFile());
  } catch {
    // A start without a cache is slower and nothing else.
  }
}

function readCache(): Buffer | undefined {
  try {
    const cache = readFileSync(cacheFile());
    const own = mark();
    return cache.subarray(0, own.length).equals(own) ? cache.subarray(own.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Of which main.cjs the code is. V8 itself compares only the length of the source. */
function mark(): Buffer {
  const { size, mtimeMs } = statSync(file);
  return Buffer.from(`${size} bytes of ${mtimeMs}\n`);
}

function cacheFile(): string {
  return join(cacheFolder(), `${version}-node-${process.versions.node}-${process.arch}`);
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'corvid');
}

start();
