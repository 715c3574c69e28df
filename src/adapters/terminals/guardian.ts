import { spawn } from 'node:child_process';
import { FAMILY_MARK } from './process-family.ts';

export type Guardian = {
  /** Ends without doing anything, because all is in order. */
  dismiss(): void;
};

/**
 * A small process that outlives a killed server for a moment and clears up after it: the kernel hangs up the
 * terminals, but some programs do not care, and tmux is a server of its own. It sleeps until its input ends.
 */
export function startGuardian(mark: string, folder: string): Guardian {
  const child = spawn('/bin/sh', ['-c', script, 'corvid-guardian', `${FAMILY_MARK}=${mark}`, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => child.stdin.end('done\n') };
}

const script = `
read -r word && [ "$word" = done ] && exit
sleep 0.1
for signal in TERM KILL; do
  for environ in $(grep -lzs -- "^$1" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/}; pid=\${pid%/environ}
    [ "$pid" != $$ ] && kill -$signal "$pid"
  done
  [ $signal = TERM ] && sleep 0.3
done
rm -rf -- "$2"
`;
