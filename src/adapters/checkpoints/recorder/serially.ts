/** Runs actions one after another, each to its end. */
export function createQueue(): <T>(action: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (action) => {
    const result = tail.then(action);
    tail = result.catch(() => {});
    return result;
  };
}
