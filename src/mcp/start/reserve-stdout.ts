import type { Output } from '../stdio-transport.ts';

/**
 * Keeps stdout for the protocol: what the code of others prints there goes to stderr, since one line of it would end the
 * connection of a strict client. Returns the real stdout.
 */
export function reserveStdout({ stdout, stderr } = process): Output {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return {
    write: (text) => write(text),
    once: (event, listener) => stdout.once(event, listener),
    on: (event, listener) => stdout.on(event, listener),
  };
}
