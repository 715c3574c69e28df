import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Opens an address in the user's browser. Other users can read it in the list of processes. */
export function openBrowser(address: string, onFailure: (message: string) => void): void {
  const program = OPENERS[process.platform] ?? 'xdg-open';
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  child.once('error', () =>
    onFailure(`No browser could be started by ${program}: open the address above yourself.`),
  );
  child.unref();
}
