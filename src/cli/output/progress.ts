import { screen } from '../environment.ts';
import { clearStatus, showStatus } from './output.ts';

/** What takes less needs no word. */
const EVERY_MS = 1_000;

/** Does work and, if it takes long and someone looks, says in one line what and for how long. The line is taken back. */
export async function whileShowing<T>(what: string, isWanted: boolean, work: () => Promise<T>): Promise<T> {
  if (!isWanted || screen().statusColumns === undefined) return work();
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    showStatus(what, ` · ${seconds} s`);
  }, EVERY_MS);
  const leave = () => {
    clearInterval(timer);
    process.off('SIGINT', interrupt);
    clearStatus();
  };
  // Only the line is ours to take back; the signal ends the process as it would have.
  const interrupt = () => {
    leave();
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  return work().finally(leave);
}
