/** Every method is asynchronous, so that a call can wait until its object is open. */
type AsyncMethods<T> = { readonly [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/** An object that is opened by the first call of a method. `close` does nothing if there was no call before. */
export function lazy<T extends AsyncMethods<T>>(open: () => Promise<T>): T {
  const { get, ifOpened } = openOnce(open);
  const method =
    (name: string) =>
    async (...given: never[]) => {
      const object = name === 'close' ? await ifOpened() : await get();
      return object?.[name as keyof T](...given);
    };
  return new Proxy({} as T, {
    // An object with a method `then` would be taken for a promise.
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : method(name)),
  });
}

/** Opens something on first use. A failed open (for example EMFILE) is retried on next use. */
export function openOnce<T>(open: () => Promise<T>) {
  let opening: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    /** Undefined if it was not used yet. */
    ifOpened: (): Promise<T> | undefined => opening,
  };
}
