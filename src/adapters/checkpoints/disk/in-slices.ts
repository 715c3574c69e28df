import { setImmediate } from 'node:timers/promises';

/** So long at a time: events of the system must not pile up meanwhile. */
const SLICE_MS = 15;

/** Does work that is cut into steps, with turns for others in between. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
