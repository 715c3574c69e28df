import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterTest } from '../after-test.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';

// A client that sends plain lines, and agents that are a few lines of JavaScript.

export type RawEditor = {
  readonly folder: string;
  readonly child: ChildProcess;
  readonly output: () => Buffer;
  readonly stderr: () => string;
  readonly send: (text: string) => void;
  /** Resolves with the first result of `find` that is not undefined. */
  readonly until: <T>(find: (message: Record<string, unknown>) => T | undefined) => Promise<T>;
  readonly exited: Promise<number | string | null>;
};

/** Runs `corvid acp` with an agent, given by its source or its command. */
export async function rawEditor(agent: string | readonly string[], args: string[] = []): Promise<RawEditor> {
  const folder = await temporaryFolder();
  const file = join(folder, 'agent.mjs');
  if (typeof agent === 'string') await writeFile(file, agent);
  const command = typeof agent === 'string' ? [process.execPath, file] : agent;
  const own = [corvidCommand, 'acp', '--state-dir', join(folder, '.state'), ...args, '--', ...command];
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, own, { cwd: folder, env, stdio: 'pipe' });
  afterTest(() => child.kill('SIGKILL'));
  const chunks: Buffer[] = [];
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdin.on('error', () => {});
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.on('data', (chunk) => {
    chunks.push(chunk);
    for (const watch of watchers) watch();
  });
  const exited = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  const output = () => Buffer.concat(chunks);
  return {
    folder,
    child,
    output,
    stderr: () => stderr,
    send: (text) => void child.stdin.write(text),
    exited,
    until(find) {
      return new Promise((resolve, reject) => {
        const look = () => {
          for (const line of output().toString().split('\n').slice(0, -1)) {
            const found = line.startsWith('{') ? find(JSON.parse(line)) : undefined;
            if (found === undefined) continue;
            watchers.delete(look);
            return resolve(found);
          }
        };
        watchers.add(look);
        void exited.then((code) => reject(new Error(`corvid acp ended with ${code}: ${stderr}`)));
        look();
      });
    },
  };
}
