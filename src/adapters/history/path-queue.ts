export type PathQueue = <T>(path: string, action: () => Promise<T>) => Promise<T>;

/** Runs the actions of one path one after another; those of different paths do not wait for each other. */
export function createPathQueue(): PathQueue {
  const tails = new Map<string, Promise<void>>();
  return async (path, action) => {
    const result = (tails.get(path) ?? Promise.resolve()).then(action);
    const tail = result.then(ignore, ignore);
    tails.set(path, tail);
    try {
      return await result;
    } finally {
      if (tails.get(path) === tail) tails.delete(path);
    }
  };
}

function ignore(): void {}
