/** After so long at work other calls get their turn. */
const TURN_MS = 20;

/** Asked now and then by a call that may take long: gives something to wait for when it is the turn of others. */
export type Turns = () => Promise<void> | undefined;

export function createTurns(): Turns {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

/** Other calls get their turn at once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does work that is cut into steps, with turns for others in between. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  const turns = createTurns();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await turns();
  }
}
