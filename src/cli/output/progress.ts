import { screen } from '../environment.ts';
import { clearStatus, showStatus } from './output.ts';

/** Shorter work shows nothing. */
const INTERVAL_MS = 1_000;

/** Runs work; if it takes long and a terminal shows it, a status line shows what and for how long, and is removed at the end. */
export async function withProgress<T>(what: string, isWanted: boolean, work: () => Promise<T>): Promise<T> {
  if (!isWanted || screen().statusColumns === undefined) return work();
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    showStatus(what, ` · ${seconds} s`);
  }, INTERVAL_MS);
  const leave = () => {
    clearInterval(timer);
    process.off('SIGINT', interrupt);
    clearStatus();
  };
  // Removes the line; the signal then ends the process as it would have.
  const interrupt = () => {
    leave();
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  return work().finally(leave);
}
