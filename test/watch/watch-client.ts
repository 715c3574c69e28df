import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeCache, corvidCommand } from '../corvid-client.ts';

/** Debian's, or another one that is installed. */
export const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

export type Watch = {
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  readonly end: () => Promise<void>;
};

/** A real `corvid watch` over the state of the servers in a folder; the caller ends it. */
export async function startWatch(folder: string, args: readonly string[] = []): Promise<Watch> {
  const child = spawn(
    process.execPath,
    [corvidCommand, 'watch', '--state-dir', join(folder, '.state'), ...args],
    {
      cwd: folder,
      env: { ...process.env, ...codeCache },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [found] = /http:\S+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.stderr.on('data', (chunk) => reject(new Error(String(chunk))));
  });
  const { origin, hash } = new URL(address);
  return { address, origin, token: hash.slice('#token='.length), end };
}
