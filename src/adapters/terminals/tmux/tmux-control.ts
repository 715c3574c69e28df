import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { tmuxOutput } from './tmux-output.ts';

export type TmuxControl = {
  /** Runs a tmux command and gives what it prints; undefined if it failed. */
  ask(command: string): Promise<string | undefined>;
  /** Runs a tmux command whose outcome does not matter. */
  send(command: string): void;
  /** Ends this client, whatever became of the session. */
  close(): void;
};

export type ControlEvents = {
  /** What the pane prints. */
  bytes(chunk: Uint8Array): void;
  /** The session has ended, and with it this client. */
  ended(): void;
};

type Reply = (answer: { readonly text: string; readonly isError: boolean }) => void;

const NEWLINE = 0x0a;

/** A client of a tmux server in control mode: what panes print arrives as it is, without looking at a screen. */
export function openTmuxControl(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  events: ControlEvents,
): Promise<TmuxControl> {
  const client = spawn('tmux', [...args], { env, stdio: 'pipe' });
  const replies: Reply[] = [];
  let complaint = '';
  let reply: string[] | undefined;
  client.stdin.on('error', () => {});
  client.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ask = (command: string) =>
    new Promise<string | undefined>((resolve) => {
      replies.push(({ text, isError }) => resolve(isError ? undefined : text));
      client.stdin.write(`${command}\n`);
    });
  const send = (command: string) => void ask(command);
  const close = () => void client.kill('SIGKILL');

  return new Promise((resolve, reject) => {
    // The command that started the session is answered first.
    replies.push(({ text, isError }) => {
      if (!isError) return resolve({ ask, send, close });
      reject(obstacle(new Error(text)));
      close();
    });
    client.once('error', (error) => reject(obstacle(error)));
    client.once('close', () => {
      reject(obstacle(new Error(complaint.trim())));
      for (const answer of replies.splice(0)) answer({ text: '', isError: true });
      events.ended();
    });
    readLines(client, (line) => receive(line));
  });

  function receive(line: Buffer): void {
    const output = tmuxOutput(line);
    if (output) events.bytes(output);
    else collect(line.toString('utf8'));
  }

  function collect(line: string): void {
    if (line.startsWith('%begin ')) reply = [];
    else if (line.startsWith('%end ') || line.startsWith('%error ')) {
      replies.shift()?.({ text: reply?.join('\n') ?? '', isError: line.startsWith('%error ') });
      reply = undefined;
    } else reply?.push(line);
  }
}

function readLines(client: ChildProcessWithoutNullStreams, onLine: (line: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  client.stdout.on('data', (chunk: Buffer) => {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let at = data.indexOf(NEWLINE); at !== -1; at = data.indexOf(NEWLINE, from)) {
      onLine(data.subarray(from, at));
      from = at + 1;
    }
    rest = data.subarray(from);
  });
}

export function obstacle(error: NodeJS.ErrnoException): Error {
  const isMissing = error.code === 'ENOENT';
  const message = isMissing
    ? 'tmux is not installed.'
    : `tmux ended: ${error.message || 'without a message'}.`;
  const hint = isMissing
    ? 'Install tmux, or start the server without `--terminal tmux`. All other tools work.'
    : 'Run `tmux new` by hand to see why, or start the server without `--terminal tmux`. All other tools work.';
  return Object.assign(new Error(message), { hint });
}
